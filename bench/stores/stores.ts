/** Both ways to run it: the embedded stores, and those whose addresses are in the environment. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import { type Application, buildApplication } from '../../src/composition/application.ts';
import { type Models, openModels } from '../../src/composition/models/models.ts';
import { openStores, type Stores } from '../../src/composition/stores/stores.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { NO_LOGGER } from '../../src/ports/logger.ts';
import type { BenchResult, Measurement } from '../harness/measurement.ts';
import { percentile, perSecond, scaled, withDirectory } from '../harness/timing.ts';
import { measureFollowing } from './catch-up-subscription.ts';
import { measureSearch } from './search-indexes.ts';

const engineUrls = ['EVENTSTORE_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL'];
const appends = { 1: scaled(500), 8: scaled(2_000), 64: scaled(8_000) } as const;
const conversations = scaled(200);
const questionsEach = 25;
const waits = scaled(300);
const VISIBLE_WITHIN_MS = 30;

interface ProfileMeasurement {
  readonly profile: string;
  /** A second, by concurrent callers. */
  readonly appends: Readonly<Record<keyof typeof appends, number>>;
  /** Events a second into all read models. */
  readonly rebuild: number;
  /** Milliseconds from a command to the read models that show it. */
  readonly visible: { readonly p50: number; readonly p95: number };
}

export async function benchStores(): Promise<BenchResult> {
  const profiles = await measureProfiles();
  const search = await measureSearch();
  const { EVENTSTORE_URL = '' } = process.env;
  const following = EVENTSTORE_URL === '' ? [] : [await measureFollowing(EVENTSTORE_URL)];
  const missing = engineUrls.filter((name) => (process.env[name] ?? '') === '');
  return {
    measurements: [...profiles.flatMap(profileFigures), ...following, ...search],
    leftOut: missing.map((name) => `an engine: ${name} is not set`),
  };
}

async function measureProfiles(): Promise<readonly ProfileMeasurement[]> {
  const given = engineUrls.filter((name) => (process.env[name] ?? '') !== '');
  const embedded = await measureProfile('embedded', {});
  if (given.length === 0) return [embedded];
  const engines = Object.fromEntries(given.map((name) => [name, process.env[name] ?? '']));
  const MASTER_KEY = process.env.MASTER_KEY ?? randomBytes(32).toString('hex');
  return [embedded, await measureProfile(given.join(' + '), { ...engines, MASTER_KEY })];
}

export function measureProfile(profile: string, environment: Record<string, string>): Promise<ProfileMeasurement> {
  return withDirectory(async (directory) => {
    const read = readConfig({}, { ...environment, DATA_DIR: directory });
    if (!read.ok) throw new Error(read.faults.join('; '));
    const models = await openModels(read.config, () => undefined);
    const stores = await openStores(read.config, models.embedder);
    try {
      const appended = await measureAppends(stores);
      const inside = insideOver(read.config, stores, models);
      const { chatbotId, keyId } = await ask(inside);
      const rebuild = await perSecond(async () => {
        await inside.readSide.start();
        await inside.readSide.caughtUp();
        return conversations * questionsEach;
      });
      const visible = await measureVisibility(inside, chatbotId, keyId);
      await inside.readSide.stop();
      return { profile, appends: appended, rebuild, visible };
    } finally {
      await stores.close();
    }
  });
}

function insideOver(config: Config, stores: Stores, models: Models): Application {
  const passwords = { hash: async () => '', verify: async () => false };
  const report = ({ message }: { message: string }) => console.error(message);
  const observer = { answered: () => undefined };
  const around = { config, stores, models, passwords, clock: systemClock, ids: uuidV7Ids };
  return buildApplication({ ...around, logger: NO_LOGGER, observer, report });
}

async function measureAppends({ log }: Stores): Promise<ProfileMeasurement['appends']> {
  const measure = (callers: keyof typeof appends) =>
    perSecond(async () => {
      const caller = async () => {
        for (let count = 0; count < appends[callers] / callers; count += 1) {
          const id = uuidV7Ids.next();
          await log.append(`bench-${id}`, 'no-stream', [
            { id, type: 'Measured', data: { text: 'x'.repeat(200) }, metadata: {} },
          ]);
        }
      };
      await Promise.all(Array.from({ length: callers }, caller));
      return appends[callers];
    });
  return { 1: await measure(1), 8: await measure(8), 64: await measure(64) };
}

const command = () => ({
  commandId: uuidV7Ids.next(),
  actor: { kind: 'system', part: 'bench' } as const,
  at: Date.now(),
});

/** Fills the log with what the rebuild reads. */
async function ask({ commands }: Application): Promise<{ chatbotId: string; keyId: string }> {
  const [chatbotId, keyId] = [uuidV7Ids.next(), uuidV7Ids.next()];
  const session = async (number: number) => {
    for (let count = 0; count < questionsEach; count += 1) {
      const messageId = uuidV7Ids.next();
      const question = {
        messageId,
        keyId,
        content: `Can I return a jacket that I bought ${count} days ago?`,
        lead: null,
      };
      await commands.conversations.askQuestion({ chatbotId, sessionId: `session ${number}` }, question, command());
    }
  };
  await Promise.all(Array.from({ length: conversations }, (_, number) => session(number)));
  return { chatbotId, keyId };
}

async function measureVisibility(
  { commands, readSide }: Application,
  chatbotId: string,
  keyId: string,
): Promise<ProfileMeasurement['visible']> {
  const times: number[] = [];
  for (let count = 0; count < waits; count += 1) {
    const startedAt = performance.now();
    const session = { chatbotId, sessionId: `visible ${count}` };
    const asked = await commands.conversations.askQuestion(
      session,
      { messageId: uuidV7Ids.next(), keyId, content: 'Anybody there?', lead: null },
      command(),
    );
    await readSide.waitFor(asked.position);
    times.push(performance.now() - startedAt);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

export function profileFigures({ profile, appends: by, rebuild, visible }: ProfileMeasurement): readonly Measurement[] {
  const rates = ([1, 8, 64] as const).map(
    (callers): Measurement => ({
      name: `${profile}: appends by ${callers}`,
      value: by[callers],
      unit: '/s',
      better: 'higher',
    }),
  );
  return [
    ...rates,
    { name: `${profile}: rebuilt events`, value: rebuild, unit: '/s', better: 'higher' },
    { name: `${profile}: visible, median`, value: visible.p50, unit: 'ms', better: 'lower' },
    {
      name: `${profile}: visible, p95`,
      value: visible.p95,
      unit: 'ms',
      better: 'lower',
      aim: { limit: VISIBLE_WITHIN_MS },
    },
  ];
}
