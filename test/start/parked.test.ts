import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqliteEventLog } from '../../src/adapters/sqlite/event-log/event-log.ts';
import { begin, newEvents } from '../contracts/event-log/support.ts';
import { runProgram, startServiceProcess } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

describe('The command for parked work', () => {
  test('tells what is parked in the log of a service that is stopped, and refuses while it runs', async () => {
    const environment = { DATA_DIR: temporaryDirectory() };
    const service = await startServiceProcess(environment);
    const refused = await runProgram('src/cli/parked.ts', environment, undefined, ['list', 'ingestion']).exited;
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('is in use by another running Chatledger');
    service.signal('SIGTERM');
    await service.exited;
    expect(await runProgram('src/cli/parked.ts', environment, undefined, ['list', 'ingestion']).exited).toMatchObject({
      code: 0,
      stdout: '0 in all\n',
    });
  });

  test('lists a hundred items, says how many there are, and replays them all', async () => {
    const directory = temporaryDirectory();
    const log = await openSqliteEventLog({ directory });
    await begin(log, 'source-1', newEvents(120));
    const handle = async () => ({ kind: 'park', reason: 'The model is away' }) as const;
    const consumer = log.consume({ group: 'ingestion', filter: {}, concurrency: 50, maxAttempts: 1, handle });
    await expect.poll(() => log.countParkedWork('ingestion', 1_000)).toBe(120);
    await consumer.stop(0);
    await log.close();
    const run = async (action: string) =>
      (await runProgram('src/cli/parked.ts', { DATA_DIR: directory }, undefined, [action, 'ingestion']).exited).stdout;
    const lines = (await run('list')).trim().split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([101, 'the first 100 of 120']);
    expect(await run('replay')).toBe('120 work items replayed\n');
    expect(await run('list')).toBe('0 in all\n');
  });

  test('says in one line that EventStoreDB does not answer', async () => {
    const environment = { EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false', DATA_DIR: temporaryDirectory() };
    const { code, stderr } = await runProgram('src/cli/parked.ts', environment, undefined, ['list', 'ingestion'])
      .exited;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^event log: [^\n]+\n$/)]);
  });

  test.each([
    { words: 'drop ingestion', code: 2, says: 'Say what to do: list or replay.' },
    { words: 'list', code: 2, says: 'Name the group.' },
    { words: 'list nope', code: 2, says: 'There is no group nope.' },
    { words: 'list ingestion lifecycle', code: 2, says: 'Name one group: lifecycle is too much.' },
    { words: 'list ingestion', code: 1, says: 'There is no events.db in ' },
  ])('refuses $words with a sentence where there is no data, and creates nothing', async ({ words, code, says }) => {
    const environment = { DATA_DIR: join(temporaryDirectory(), 'mistyped') };
    const exit = await runProgram('src/cli/parked.ts', environment, undefined, words.split(' ')).exited;
    expect(exit).toMatchObject({ code, stdout: '' });
    expect(exit.stderr.split('\n')[0]).toContain(says);
    expect(existsSync(environment.DATA_DIR)).toBe(false);
  });
});
