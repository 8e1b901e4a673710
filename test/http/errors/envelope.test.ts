import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
const json = { 'content-type': 'application/json' };
const login = (body: string, headers: Record<string, string> = json) =>
  service().call('POST', '/api/auth/login', { body, headers });

/** Response to these very bytes. */
function raw(request: string): Promise<string> {
  const { port, hostname } = new URL(service().running.address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}

describe('An error', () => {
  it('has a message, a code and a request id', async () => {
    const answer = await service().call('GET', '/api/auth/me');
    expect(JSON.parse(answer.text)).toEqual({
      success: false,
      message: 'Authentication required',
      code: 'AUTHENTICATION_REQUIRED',
      requestId: answer.headers.get('x-request-id'),
    });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it.each([
    ['GET', '/nothing'],
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['GET', '/healthz/more'],
    ['GET', `/api/chatbots/${'a'.repeat(300)}/nothing`],
  ])('for an unknown route is 404: %s %s', async (method, path) => {
    const answer = await service().call(method, path);
    expect([answer.status, answer.code, answer.success]).toEqual([404, 'ROUTE_NOT_FOUND', false]);
  });

  it.each(['{', '{"email": "a"', 'null,', '"', '\u0000'])('for a body that is no JSON is 400: %j', async (body) => {
    const answer = await login(body);
    expect([answer.status, answer.code]).toEqual([400, 'UNREADABLE_REQUEST']);
  });

  it('for JSON in another encoding than UTF-8 is 400: letters would be lost', async () => {
    const named = Buffer.from('{"email": "jos\u00e9@example.com", "password": "correct horse"}', 'latin1');
    const address = `${service().running.address}/api/auth/login`;
    const answer = await fetch(address, { method: 'POST', headers: json, body: named });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'UNREADABLE_REQUEST' }]);
  });

  it.each(['null', '[]', '"text"', '1', '{}', ''])('for JSON of another form is 400: %j', async (body) => {
    const answer = await login(body);
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('names every fault with its place', async () => {
    const answer = await login('{"email": 1}');
    expect(answer.details).toEqual([
      { path: '/password', message: 'is required' },
      { path: '/email', message: 'must be a string' },
    ]);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('for a body of type %s is 415', async (type) => {
    const answer = await login('{}', { 'content-type': type });
    expect([answer.status, answer.code]).toEqual([415, 'UNSUPPORTED_CONTENT_TYPE']);
  });

  it.each(['gzip', 'br', 'identity, gzip', 'nonsense'])(
    'for a body in the encoding %s is 415, and names the accepted one',
    async (encoding) => {
      const body = JSON.stringify({ email: 'a@example.com', password: 'correct horse' });
      const answer = await login(body, { ...json, 'content-encoding': encoding });
      expect([answer.status, answer.code]).toEqual([415, 'UNSUPPORTED_CONTENT_ENCODING']);
      expect(answer.message).toContain('Only identity is accepted');
      expect(answer.headers.get('accept-encoding')).toBe('identity');
    },
  );

  it('for an encoded body is 415 for forms and for visitors too, and comes after those about access', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const owner = await service().owner();
    const { id } = await owner.chatbot();
    const widget = await owner.widget(id);
    const body = new FormData();
    body.set('file', new File(['We are open from nine to five.'], 'hours.txt', { type: 'text/plain' }));
    const answers = [
      await owner.call('POST', `/chatbots/${id}/datasources/file`, { body, headers }),
      await owner.call('POST', `/chatbots/${id}/recrawl`, { body: {}, headers }),
      await widget.call('POST', '/message', { body: { sessionId: 'a', message: 'Hello' }, headers }),
      await service().call('POST', '/api/chatbots', { body: { name: 'Support' }, headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([415, 415, 415, 401]);
  });

  it('does not come of an encoding that changes nothing, or of one without a body', async () => {
    const owner = await service().owner();
    const plain = { headers: { 'content-encoding': 'Identity' }, body: { name: 'Support' } };
    expect((await owner.call('POST', '/chatbots', plain)).status).toBe(201);
    const empty = { headers: { 'content-encoding': 'gzip' } };
    expect((await owner.call('GET', '/auth/me', empty)).status).toBe(200);
    expect((await owner.call('POST', '/auth/logout', empty)).status).toBe(200);
  });

  it('for an encoded body leaves its Idempotency-Key to the request that follows', async () => {
    const owner = await service().owner();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { name: 'Support' };
    const create = (more: Record<string, string>) =>
      owner.call('POST', '/chatbots', { body, headers: { ...headers, ...more } });
    expect((await create({ 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await create({})).status).toBe(201);
  });

  it('for JSON over 1 MB is 413, and not for JSON of 1 MB', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot();
    const ofLength = (length: number) => {
      const bare = '{"type":"text","title":"Long","content":""}';
      return `${bare.slice(0, -2)}${'x'.repeat(length - bare.length)}"}`;
    };
    const add = (length: number) =>
      owner.call('POST', `/chatbots/${id}/datasources`, { body: ofLength(length), headers: json });
    expect(ofLength(1024 * 1024)).toHaveLength(1024 * 1024);
    expect((await add(1024 * 1024)).status).toBe(201);
    const answer = await add(1024 * 1024 + 1);
    expect([answer.status, answer.code]).toEqual([413, 'BODY_TOO_LARGE']);
    expect(answer.message).toBe('The request body is too large. Max limit is 1MB.');
    await owner.trained(id);
  });

  it('for JSON over the limit of its route is 413, and names the limit', async () => {
    const answer = await login(JSON.stringify({ email: 'a', password: 'b', more: 'x'.repeat(40_000) }));
    expect([answer.status, answer.code]).toEqual([413, 'BODY_TOO_LARGE']);
    expect(answer.message).toBe('The request body is too large. Max limit is 32KB.');
  });

  it.each([
    ['PUT', '/api/chatbots', 'GET, HEAD, POST'],
    ['PUT', '/api/auth/me', 'GET, HEAD, PATCH, DELETE'],
    ['GET', '/api/auth/login', 'POST'],
    ['GET', '/api/chat/x/message', 'POST'],
    ['PROPFIND', '/healthz', 'GET, HEAD'],
    ['PATCH', '/uploads/x/y', 'GET, HEAD'],
    ['GET', `/api/chatbots/${'a'.repeat(300)}/chat`, 'POST'],
    ['PUT', '/api/chatbots/x/datasources/file?a=b', 'GET, HEAD, POST, DELETE'],
  ])('for another method of a known path is 405 and tells those allowed: %s %s', async (method, path, allow) => {
    const answer = await service().call(method, path);
    expect([answer.status, answer.code, answer.headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', allow]);
  });

  it('for an address that cannot be decoded is 400', async () => {
    const answer = await service().call('GET', '/api/chatbots/%E0%A4%A');
    expect([answer.status, answer.code, answer.success]).toEqual([400, 'UNREADABLE_REQUEST', false]);
    expect(answer.headers.get('x-request-id')).not.toBeNull();
  });

  it('for what is no HTTP at all is 400, after which the connection ends', async () => {
    const answer = await raw('nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    const [, body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 'UNREADABLE_REQUEST' });
  });

  it('for headers beyond all measure is 431', async () => {
    const answer = await raw(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('A request id', () => {
  const idFor = async (given: string) => {
    const answer = await service().call('GET', '/healthz', { headers: { 'x-request-id': given } });
    return answer.headers.get('x-request-id');
  };

  it.each(['a', 'Trace-1_2.3', 'x'.repeat(64)])('of the caller is kept: %s', async (id) => {
    expect(await idFor(id)).toBe(id);
  });

  it.each(['', 'with space', 'x'.repeat(65), 'a/b', 'é'])('that is not well formed is replaced: %j', async (id) => {
    expect(await idFor(id)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('A body', () => {
  it('may hold unknown fields and __proto__, which are dropped', async () => {
    const owner = await service().owner();
    const body = '{"name":"Support","ownerId":"x","__proto__":{"admin":true},"constructor":{"prototype":{"a":1}}}';
    const answer = await owner.call<{ chatbot: object }>('POST', '/chatbots', { body, headers: json });
    expect(answer.status).toBe(201);
    expect(answer.text).not.toContain('admin');
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it('with unpaired surrogates is refused', async () => {
    const answer = await login('{"email":"a","password":"\\ud800"}');
    expect([answer.status, answer.details]).toEqual([
      400,
      [{ path: '/password', message: 'must be well-formed Unicode' }],
    ]);
    expect((await login('{"email":"a","password":"\\ud83d\\ude00"}')).code).toBe('INVALID_CREDENTIALS');
    expect((await login('{"email":"a","password":"b","more":"\\ud800"}')).code).toBe('INVALID_CREDENTIALS');
  });

  it('may be nested thousands of levels deep', async () => {
    const deep = `${'['.repeat(6_000)}${']'.repeat(6_000)}`;
    expect((await login(`{"email":${deep},"password":"x"}`)).code).toBe('VALIDATION_FAILED');
    expect((await login(`{"email":"x","password":"x","more":${deep}}`)).code).toBe('INVALID_CREDENTIALS');
    expect((await login(`{"email":"x","password":"x","__proto__":${deep}}`)).code).toBe('INVALID_CREDENTIALS');
  });

  it('may be empty where the route needs none, whatever the content type', async () => {
    const answer = await service().call('POST', '/api/auth/logout', { body: '', headers: json });
    expect(answer.status).toBe(200);
  });
});

describe('Every answer', () => {
  it('forbids browsers to sniff its type, to run it and to store it', async () => {
    const { headers } = await service().call('GET', '/api/auth/me');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
  });
});
