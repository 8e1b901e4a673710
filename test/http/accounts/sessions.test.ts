import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type ApiResponse, cookiesOf, serviceOfFile, TestService } from '../../support/http/service.ts';

const ORIGIN = 'https://chat.example.com';
/** Sign-ins at once: more than 64 would be refused, as too many passwords waited for their check. */
const FEW = 32;
const service = serviceOfFile({ PUBLIC_URL: ORIGIN, WEB_ORIGINS: 'https://app.example.com' });

const someone = () => ({ email: `${crypto.randomUUID()}@example.com`, password: 'correct horse', name: 'Ada' });
const register = (on = service()) => on.call('POST', '/api/auth/register', { body: someone() });
const refresh = (cookie: string, on = service()) => on.call('POST', '/api/auth/refresh', { headers: { cookie } });
const meStatus = async (cookie: string) =>
  (await service().call('GET', '/api/auth/me', { headers: { cookie } })).status;
const attributesOf = (answer: Pick<ApiResponse, 'headers'>) =>
  answer.headers.getSetCookie().map((cookie) =>
    cookie
      .replace(/^(\w+)=[^;]+/, '$1')
      .split('; ')
      .sort(),
  );

/** A page's request to the service under another name. */
async function registerAt(host: string): Promise<{ readonly status: number | undefined; readonly body: unknown }> {
  const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' };
  const posted = request(`${service().running.address}/api/auth/register`, { method: 'POST', headers });
  posted.end(JSON.stringify(someone()));
  const [response] = (await once(posted, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await json(response) };
}

describe('The cookies of a session', () => {
  it('are HttpOnly, SameSite and, where PUBLIC_URL is https, Secure', async () => {
    expect(attributesOf(await register())).toEqual([
      ['HttpOnly', 'Max-Age=900', 'Path=/', 'SameSite=Lax', 'Secure', 'access_token'],
      ['HttpOnly', 'Max-Age=2592000', 'Path=/api/auth', 'SameSite=Lax', 'Secure', 'refresh_token'],
    ]);
  });

  it('are not Secure where PUBLIC_URL is http', async () => {
    const plain = await TestService.start({ PUBLIC_URL: 'http://localhost:3000' });
    try {
      expect(attributesOf(await register(plain)).flat()).not.toContain('Secure');
    } finally {
      await plain.stop();
    }
  });

  it('count as none when a sibling domain has set others for a narrower path: nobody works in a stranger’s account', async () => {
    const [own, strangers] = [cookiesOf(await register()), cookiesOf(await register())];
    expect([await meStatus(own), await meStatus(`${own}; ${own}`)]).toEqual([200, 200]);
    expect([await meStatus(`${strangers}; ${own}`), await meStatus(`${own}; ${strangers}`)]).toEqual([401, 401]);
    expect((await refresh(`${strangers}; ${own}`)).status).toBe(401);
    expect((await refresh(own)).status).toBe(200);
  });

  it('are cleared by signing out, also without a session', async () => {
    const cleared = [
      [
        'Expires=Thu, 01 Jan 1970 00:00:00 GMT',
        'HttpOnly',
        'Max-Age=0',
        'Path=/',
        'SameSite=Lax',
        'Secure',
        'access_token=',
      ],
      [
        'Expires=Thu, 01 Jan 1970 00:00:00 GMT',
        'HttpOnly',
        'Max-Age=0',
        'Path=/api/auth',
        'SameSite=Lax',
        'Secure',
        'refresh_token=',
      ],
    ];
    for (const cookie of ['', cookiesOf(await register()), 'refresh_token=nonsense; access_token=nonsense']) {
      const answer = await service().call('POST', '/api/auth/logout', { headers: { cookie } });
      expect(answer.status).toBe(200);
      expect(attributesOf(answer)).toEqual(cleared);
    }
  });
});

describe('Signing out', () => {
  it('ends the session at once, for the access token and for the refresh token', async () => {
    const cookie = cookiesOf(await register());
    expect(await meStatus(cookie)).toBe(200);
    await service().call('POST', '/api/auth/logout', { headers: { cookie } });
    expect(await meStatus(cookie)).toBe(401);
    const answer = await refresh(cookie);
    expect([answer.status, answer.message]).toEqual([401, 'Invalid refresh token']);
  });
});

describe('Refreshing', () => {
  it('rotates the refresh token and keeps the session', async () => {
    const first = await register();
    const second = await refresh(cookiesOf(first));
    expect([second.status, second.data]).toEqual([200, first.data]);
    expect(cookiesOf(second)).not.toBe(cookiesOf(first));
    expect(await meStatus(cookiesOf(second))).toBe(200);
    expect((await refresh(cookiesOf(second))).status).toBe(200);
  });

  it('gives two that race with one token the same successor', async () => {
    const cookie = cookiesOf(await register());
    const answers = await Promise.all([refresh(cookie), refresh(cookie)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = answers.map((answer) => cookiesOf(answer).split('; ')[1]);
    expect(one).toBe(other);
    expect((await refresh(cookiesOf(answers[0] as ApiResponse))).status).toBe(200);
  });

  it('ends the session when a token that was rotated twice comes back', async () => {
    const stolen = cookiesOf(await register());
    const second = cookiesOf(await refresh(stolen));
    const third = cookiesOf(await refresh(second));
    const answer = await refresh(stolen);
    expect([answer.status, answer.message]).toEqual([401, 'Invalid refresh token']);
    expect(await meStatus(third)).toBe(401);
    expect((await refresh(third)).status).toBe(401);
  });

  it.each([
    ['no cookie', ''],
    ['nonsense', 'refresh_token=nonsense'],
    ['a token of our form with a wrong seal', `refresh_token=${crypto.randomUUID()}.0.${'A'.repeat(43)}`],
    ['an access token', 'refresh_token=eyJhbGciOiJIUzI1NiJ9.e30.AAAA'],
  ])('refuses %s', async (_what, cookie) => {
    const answer = await refresh(cookie);
    expect([answer.status, answer.message, answer.headers.getSetCookie()]).toEqual([401, 'Invalid refresh token', []]);
  });

  it('refuses a token with a forged rotation number', async () => {
    const forged = cookiesOf(await register()).replace(/refresh_token=([^.]+)\.0\./, 'refresh_token=$1.1.');
    expect((await refresh(forged)).status).toBe(401);
  });
});

describe('A request of another site', () => {
  const create = (cookie: string, origin?: string) =>
    service().call('POST', '/api/chatbots', {
      body: { name: 'Support' },
      headers: { cookie, ...(origin === undefined ? {} : { origin }) },
    });

  it.each(['https://evil.example.org', 'http://chat.example.com', 'https://chat.example.com.evil.org', 'null', ''])(
    'from %j is refused when it would change something',
    async (origin) => {
      const cookie = cookiesOf(await register());
      const answer = await create(cookie, origin);
      expect([answer.status, answer.message]).toEqual([403, 'Cross-site request refused']);
    },
  );

  it('is allowed from the service’s own origin, from WEB_ORIGINS and without an Origin', async () => {
    const cookie = cookiesOf(await register());
    for (const origin of [ORIGIN, 'https://app.example.com', service().running.address, undefined]) {
      expect((await create(cookie, origin)).status).toBe(201);
    }
  });

  it('is told which origins are allowed, since its address may only be missing in the configuration', async () => {
    const answer = await create(cookiesOf(await register()), 'https://bot.example.com');
    const message = `is https://bot.example.com, but must be PUBLIC_URL (${ORIGIN}) or one of WEB_ORIGINS`;
    expect(answer.details).toEqual([{ path: 'origin', message }]);
    const long = await create(cookiesOf(await register()), `https://${'x'.repeat(2_000)}`);
    expect(JSON.stringify(long.details).length).toBeLessThan(400);
  });

  it.each([
    ['192.0.2.7:3000', 403],
    ['localhost.example:3000', 403],
    ['localhost:3000', 201],
    ['chat.localhost', 201],
    ['127.0.0.1', 201],
    ['[::1]:3000', 201],
  ])(
    'is none, but at http://%s browsers drop cookies that are Secure, unless it is this machine: %i',
    async (host, status) => {
      const answer = await registerAt(host);
      expect(answer.status).toBe(status);
      if (status === 201) return;
      const message = `is http://${host}, but must be ${ORIGIN} (PUBLIC_URL): without https, browsers keep no session of it`;
      expect(answer.body).toMatchObject({
        message: 'Cross-site request refused',
        details: [{ path: 'origin', message }],
      });
    },
  );

  it('may read', async () => {
    const cookie = cookiesOf(await register());
    const headers = { cookie, origin: 'https://evil.example.org' };
    const answer = await service().call('GET', '/api/chatbots', { headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });

  it.each(['register', 'login', 'refresh', 'logout'])('is refused for %s', async (route) => {
    const body = someone();
    const headers = { origin: 'https://evil.example.org' };
    const answer = await service().call('POST', `/api/auth/${route}`, { body, headers });
    expect([answer.status, answer.code]).toEqual([403, 'CROSS_SITE_REQUEST']);
  });

  it('is refused for an upload', async () => {
    const form = new FormData();
    form.append('file', new Blob(['text'], { type: 'text/plain' }), 'a.txt');
    const headers = { cookie: cookiesOf(await register()), origin: 'https://evil.example.org' };
    const answer = await service().call('POST', '/api/chatbots/any/datasources/file', { body: form, headers });
    expect(answer.status).toBe(403);
  });
});

describe('A page of a trusted origin', () => {
  it('may read answers with the session of its visitor', async () => {
    const headers = { origin: 'https://app.example.com', cookie: cookiesOf(await register()) };
    const answer = await service().call('GET', '/api/chatbots', { headers });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
  });
});

describe('A preflight', () => {
  const preflight = (origin: string) =>
    service().call('OPTIONS', '/api/chatbots/any', {
      headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'if-match' },
    });

  it('lets a trusted origin use a session, and no other', async () => {
    const trusted = await preflight('https://app.example.com');
    expect(trusted.status).toBe(204);
    expect(trusted.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    expect(trusted.headers.get('access-control-allow-credentials')).toBe('true');
    expect(trusted.headers.get('access-control-allow-methods')).toContain('PATCH');
    const other = await preflight('https://evil.example.org');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('The limit on signing in', () => {
  const attempts = async (limited: TestService, headers: Record<string, string>) => {
    const answers = [];
    const routes = ['register', 'login', 'refresh', 'login'];
    for (const route of routes) {
      const body = someone();
      answers.push(await limited.call('POST', `/api/auth/${route}`, { body, headers }));
    }
    return answers;
  };

  it('is shared by register, login and refresh, and says when to try again', async () => {
    const limited = await TestService.start({ AUTH_RATE_LIMIT: '3/900' });
    try {
      const answers = await attempts(limited, { 'x-forwarded-for': '192.0.2.1' });
      expect(answers.map(({ status }) => status)).toEqual([201, 401, 401, 429]);
      const last = answers.at(-1);
      expect(last?.message).toBe('Too many requests, please try again later');
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(890);
      // No proxy is trusted here, so the header does not change the address.
      const others = await limited.call('POST', '/api/auth/login', {
        body: {},
        headers: { 'x-forwarded-for': '192.0.2.2' },
      });
      expect(others.status).toBe(429);
      // Other routes know nothing of it.
      expect((await limited.call('GET', '/api/auth/me')).status).toBe(401);
      expect((await limited.call('POST', '/api/auth/logout')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  it('tells clients behind a trusted proxy apart', async () => {
    const limited = await TestService.start({ AUTH_RATE_LIMIT: '3/900', TRUST_PROXY: 'true' });
    try {
      // The client makes up the addresses before the one that the proxy saw.
      for (const address of ['192.0.2.1', '192.0.2.2']) {
        await limited.call('POST', '/api/auth/login', {
          body: {},
          headers: { 'x-forwarded-for': `${address}, 192.0.2.9` },
        });
        const answers = await attempts(limited, { 'x-forwarded-for': address });
        expect(answers.map(({ status }) => status)).toEqual([201, 401, 401, 429]);
      }
    } finally {
      await limited.stop();
    }
  });

  it('holds for one account from however many addresses, and strangers cannot lock its owner out', async () => {
    const limited = await TestService.start({ AUTH_RATE_LIMIT: '10/900', TRUST_PROXY: 'true' });
    const owner = someone();
    const from = (address: string, password: string) =>
      limited.call('POST', '/api/auth/login', {
        body: { email: owner.email.toUpperCase(), password },
        headers: { 'x-forwarded-for': address },
      });
    try {
      const home = { 'x-forwarded-for': '198.51.100.7' };
      expect((await limited.call('POST', '/api/auth/register', { body: owner, headers: home })).status).toBe(201);
      const statuses: number[] = [];
      for (let guesses = 0; guesses < 101; guesses += FEW) {
        const some = Array.from({ length: Math.min(FEW, 101 - guesses) }, (_, n) =>
          from(`2001:db8:${(guesses + n).toString(16)}::1`, 'wrong horse'),
        );
        for (const { status } of await Promise.all(some)) statuses.push(status);
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(100);
      const refused = await from('203.0.113.9', owner.password);
      expect([refused.status, refused.message]).toEqual([429, 'Too many requests, please try again later']);
      expect((await from('198.51.100.8', owner.password)).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
