import { describe, expect, test } from 'vitest';
import { runProgram, startServiceProcess } from '../support/service-process.ts';
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

  test('says how it is used when it is given anything else', async () => {
    const exit = await runProgram('src/cli/parked.ts', { DATA_DIR: temporaryDirectory() }, undefined, ['drop', 'all'])
      .exited;
    expect(exit).toMatchObject({ code: 2 });
    expect(exit.stderr).toContain('npm run parked -- list | replay ingestion | lifecycle | scheduled-refresh');
  });
});
