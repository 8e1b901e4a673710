/** `npm run accounts -- reset-password`, a process of its own, beside two nodes that go on. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestService } from '../../support/http/service.ts';
import { runProgram } from '../../support/processes/service-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { nodeOf, ownInstallation, sharesStores } from './support.ts';

const OWNER = { email: 'ada@example.com', password: 'correct horse' };
const NEW_PASSWORD = 'battery staple';

const signIn = (node: TestService, password: string) =>
  node.call('POST', '/api/auth/login', { body: { ...OWNER, password } });

describe.skipIf(!sharesStores)('The command that resets a password, over the engines', () => {
  it('runs beside the nodes: both take the new password alone, and end the sessions of that account alone', async () => {
    const installation = await ownInstallation();
    const [one, other] = await Promise.all([nodeOf(installation), nodeOf(installation)]);
    const owner = await one.owner(OWNER.email);
    const stranger = await other.owner();
    expect((await signIn(other, OWNER.password)).status).toBe(200);

    const folder = temporaryDirectory();
    const reset = (email: string, password: string) => {
      writeFileSync(join(folder, 'password'), password);
      const environment = { ...installation.environment, DATA_DIR: join(folder, 'data') };
      const words = ['reset-password', email];
      const input = `exec < '${join(folder, 'password')}'`;
      return runProgram('src/cli/accounts.ts', environment, undefined, words, undefined, input).exited;
    };
    expect(await reset('nobody@example.com', NEW_PASSWORD)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'There is no account with the email address nobody@example.com.\n',
    });
    expect(await reset(OWNER.email, 'short')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The password must have 8 to 72 bytes.\n',
    });
    expect((await signIn(one, OWNER.password)).status).toBe(200);
    expect(await reset(OWNER.email, NEW_PASSWORD)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: `The password of ${OWNER.email} was changed, and 3 sessions were ended.\n`,
    });

    for (const node of [one, other]) {
      await expect.poll(async () => (await owner.at(node).call('GET', '/auth/me')).status).toBe(401);
      expect((await owner.at(node).call('POST', '/auth/refresh')).status).toBe(401);
      expect((await signIn(node, OWNER.password)).status).toBe(401);
      expect((await signIn(node, NEW_PASSWORD)).status).toBe(200);
      expect((await stranger.at(node).call('GET', '/auth/me')).status).toBe(200);
    }
    const { stores, application } = one.running;
    const changes = await stores.log.readAll({ after: null, limit: 10, filter: { types: ['PasswordChanged'] } });
    expect(await application.codec.decode(changes.events)).toMatchObject([
      { ok: true, recorded: { event: { data: { keptSessionId: null } }, metadata: { actor: { part: 'operator' } } } },
    ]);
  }, 120_000);
});
