import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { newInstallation } from '../../support/engines/engines.ts';
import { TcpProxy } from '../../support/engines/tcp-proxy.ts';
import { runProgram } from '../../support/processes/service-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

describe.for([
  { engine: 'EventStoreDB', variable: 'EVENTSTORE_URL', needs: 'EVENTSTOREDB_PROGRAM' },
  { engine: 'MongoDB', variable: 'MONGODB_URL', needs: 'MONGODB_URL' },
] as const)('While $engine is away', ({ engine, variable, needs }) => {
  test.skipIf(engineUrl(needs) === null).for(['refused', 'silent'] as const)(
    'a service that starts waits, and begins when it comes (connections: %s)',
    { timeout: 120_000 },
    async (absence) => {
      const { environment, remove } = await newInstallation();
      onTestFinished(remove);
      const url = environment[variable] ?? '';
      const way = await TcpProxy.before(url);
      onTestFinished(() => way.close());
      await way.cut(absence);
      const program = runProgram('src/main.ts', {
        ...environment,
        [variable]: way.addressOf(url),
        PORT: '0',
        DATA_DIR: temporaryDirectory(),
      });
      onTestFinished(() => program.signal('SIGKILL'));
      const [, waiting = ''] = await program.says(new RegExp(`"awaiting":"${engine}","address":"([^"]+)"`));
      expect(await (await fetch(`${waiting}/readyz`)).json()).toMatchObject({
        checks: { service: 'waiting', awaiting: engine },
      });
      await way.restore();
      const [, address = ''] = await program.says(/"address":"([^"]+)".*"msg":"Service started"/);
      const isReady = async () => expect((await fetch(`${address}/readyz`)).status).toBe(200);
      await vi.waitFor(isReady, { timeout: 40_000, interval: 200 });
      program.signal('SIGTERM');
      expect(await program.exited).toMatchObject({ code: 0, stderr: '' });
    },
  );
});
