/** An engine goes away while an installation migrates: the migration waits for it, and goes on where it was. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { planMigration } from '../../../src/composition/migration/dry-run.ts';
import { migrateThroughOutages } from '../../../src/composition/migration/migrate-through-outages.ts';
import type { MigrationOptions } from '../../../src/composition/migration/sides.ts';
import { readConfig } from '../../../src/config.ts';
import { TcpProxy } from '../../support/engines/tcp-proxy.ts';
import { releasedFolder, withService } from '../../support/http/migrated-installation.ts';
import type { Environment } from '../../support/processes/service-process.ts';
import { ownInstallation, sharesStores } from '../nodes/support.ts';

const VARIABLES = ['EVENTSTORE_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL'] as const;
type Variable = (typeof VARIABLES)[number];

interface Migration {
  readonly environment: Environment;
  readonly way: TcpProxy;
  /** Sentences for operators. */
  readonly told: string[];
  readonly options: MigrationOptions;
}

/** A migration from a data folder to engines, of which one can be taken away when the progress names a step. */
async function moveBehind(variable: Variable, seconds: number, onStep: (step: string, way: TcpProxy) => void) {
  const folder = releasedFolder();
  onTestFinished(() => folder.remove());
  await withService(folder, async () => undefined);
  const engines = (await ownInstallation()).environment;
  const address = engines[variable] ?? '';
  const way = await TcpProxy.before(address);
  onTestFinished(() => way.close());
  const ends = { ...engines, ...folder.environment, [variable]: way.addressOf(address) };
  const environment: Environment = { ...ends, START_TIMEOUT: String(seconds) };
  const read = readConfig({}, { LOG_LEVEL: 'silent', ...environment });
  if (!read.ok) throw new Error(read.faults.join('\n'));
  const told: string[] = [];
  const options: MigrationOptions = {
    config: read.config,
    to: 'distributed',
    now: () => Date.now(),
    onProgress: (step) => onStep(step, way),
    report: ({ message }) => void told.push(message),
  };
  return { environment, way, told, options } satisfies Migration;
}

describe.runIf(sharesStores)('While an installation migrates', { timeout: 120_000 }, () => {
  test.each<[Variable, string]>([
    ['MONGODB_URL', 'keys'],
    ['EVENTSTORE_URL', 'files'],
    ['ELASTICSEARCH_URL', 'comparing'],
  ])('%s may stop to answer: the migration waits, and goes on', async (variable, step) => {
    let isAway = false;
    const { told, options, way } = await moveBehind(variable, 60, (reached, proxy) => {
      if (isAway || reached !== step) return;
      isAway = true;
      void proxy.cut('refused');
    });
    const restored = Promise.withResolvers<void>();
    const report: MigrationOptions['report'] = ({ message }) => {
      told.push(message);
      if (message.includes('waits')) way.restore().then(restored.resolve, restored.reject);
    };
    const summary = await migrateThroughOutages({ ...options, report });
    await restored.promise;
    expect(told.join(' ')).toMatch(new RegExp(`does not answer .* correct ${variable}\\. The migration waits for it`));
    expect(told.at(-1)).toBe('All engines answer again; the migration continues');
    expect(summary).toMatchObject({ wasFinished: false, damaged: [], state: { phase: 'finished' } });
  });

  test('an engine that stays away ends it with a sentence, and the same command goes on', async () => {
    let isAway = false;
    const { options, way } = await moveBehind('EVENTSTORE_URL', 1, (step, proxy) => {
      if (isAway || step !== 'files') return;
      isAway = true;
      void proxy.cut('refused');
    });
    await expect(migrateThroughOutages(options)).rejects.toThrow(
      /^EventStoreDB does not answer .* then run the same command again: the migration resumes where it stopped\.$/,
    );
    await way.restore();
    expect((await planMigration(options)).begun?.phase).toBe('copying');
    expect((await migrateThroughOutages(options)).state.phase).toBe('finished');
  });

  test.each(VARIABLES)('nothing is written when %s does not answer from the start', async (variable) => {
    const { options, way, told } = await moveBehind(variable, 60, () => undefined);
    await way.cut('refused');
    for (const attempt of [planMigration, migrateThroughOutages]) {
      await expect(attempt(options)).rejects.toThrow(
        new RegExp(`correct ${variable}, then run the same command again`),
      );
    }
    await way.restore();
    expect(told).toEqual([]);
    expect((await planMigration(options)).begun).toBeNull();
  });
});
