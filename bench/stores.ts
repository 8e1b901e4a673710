/** Both ways to run it: the embedded stores, and those whose addresses are in the environment. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../src/adapters/system/clock.ts';
import { uuidV7Ids } from '../src/adapters/system/ids.ts';
import { type Application, buildApplication } from '../src/composition/application.ts';
import { openModels } from '../src/composition/models.ts';
import { openStores, type Stores } from '../src/composition/stores.ts';
import { type Config, readConfig } from '../src/config.ts';
import { NO_LOGGER } from '../src/ports/logger.ts';
import { perSecond, printTable, withDirectory } from './support.ts';

const engineUrls = ['EVENTSTORE_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL'];
const appends = { 1: 500, 8: 2_000, 64: 8_000 } as const;
const conversations = 200;
const questionsEach = 25;
const waits = 300;

interface ProfileMeasurement {
  readonly profile: string;
  /** A second, by concurrent callers. */
  readonly appends: Readonly<Record<keyof typeof appends, number>>;
  /** Events a second into all read models. */
  readonly rebuild: number;
  /** Milliseconds from a command to the read models that show it. */
  readonly visible: { readonly p50: number; readonly p95: number };
}

/** Prints nothing: give what it answers to `printProfiles`. */
export async function measureProfiles(): Promise<readonly ProfileMeasurement[]> {
  const given = engineUrls.filter((name) => (process.env[name] ?? '') !== '');
  const embedded = await measureProfile('embedded', {});
  if (given.length === 0) {
    console.log(`Only the embedded stores: ${engineUrls.join(', ')} are not set`);
    return [embedded];
  }
  const engines = Object.fromEntries(given.map((name) => [name, process.env[name] ?? '']));
  const MASTER_KEY = process.env.MASTER_KEY ?? randomBytes(32).toString('hex');
  return [embedded, await measureProfile(given.join(' + '), { ...engines, MASTER_KEY })];
}

function measureProfile(profile: string, environment: Record<string, string>): Promise<ProfileMeasurement> {
  return withDirectory(async (directory) => {
    const read = readConfig({}, { ...environment, DATA_DIR: directory });
    if (!read.ok) throw new Error(read.faults.join('; '));
    const models = openModels(read.config, () => undefined);
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

function insideOver(config: Config, stores: Stores, models: ReturnType<typeof openModels>): Application {
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
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

export function printProfiles(profiles: readonly ProfileMeasurement[]): void {
  const whole = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 });
  const head = ['stores', 'appends/s by 1', 'by 8', 'by 64', 'rebuilt events/s', 'visible p50 ms', 'p95 ms (aim 30)'];
  const rows = profiles.map(({ profile, appends: by, rebuild, visible }) => {
    const waited = [visible.p50.toFixed(1), visible.p95.toFixed(1)];
    return [profile, whole(by[1]), whole(by[8]), whole(by[64]), whole(rebuild), ...waited];
  });
  printTable('Log and read models', head, rows);
}
