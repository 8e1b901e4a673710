import { describe, expect, it } from 'vitest';
import { cheapPasswords } from '../../support/http/cheap-passwords.ts';
import { serviceOfFile } from '../../support/http/service.ts';

let hashed = 0;
const passwords = {
  ...cheapPasswords,
  hash: (password: string) => {
    hashed += 1;
    return cheapPasswords.hash(password);
  },
};
const service = serviceOfFile({ REGISTRATION: 'closed' }, { passwords });
const body = { email: 'eve@example.com', password: 'correct horse', name: 'Eve' };

describe('Where registration is closed', () => {
  it('a stranger gets no account, no session and no time of the processor', async () => {
    for (const headers of [{}, { 'idempotency-key': 'again' }, { 'idempotency-key': 'again' }]) {
      const refused = await service().call('POST', '/api/auth/register', { body, headers });
      expect([refused.status, refused.code]).toEqual([403, 'REGISTRATION_CLOSED']);
      expect(refused.message).toContain('npm run accounts -- create EMAIL');
      expect(refused.headers.getSetCookie()).toEqual([]);
    }
    expect(hashed).toBe(0);
    expect((await service().call('POST', '/api/auth/login', { body })).status).toBe(401);
  });
});
