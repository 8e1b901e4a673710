/** A page that may read the API's responses may read why a request reached no route. */
import { describe, expect, it } from 'vitest';
import { serviceOfFile } from '../../support/http/service.ts';

const TRUSTED = 'https://app.example.com';
const service = serviceOfFile({ WEB_ORIGINS: TRUSTED });

async function corsOf(method: string, path: string, origin: string) {
  const { status, headers } = await service().fetch(method, path, { headers: { origin } });
  const [allowed, credentials, vary] = ['access-control-allow-origin', 'access-control-allow-credentials', 'vary'].map(
    (name) => headers.get(name),
  );
  return { status, allowed, credentials, vary };
}

describe('A request that reaches no route', () => {
  it.each([
    ['GET', '/api/nothing', 404],
    ['DELETE', '/api/chatbots', 405],
    ['GET', '/api/%zz', 400],
  ])('can be read by pages of WEB_ORIGINS: %s %s', async (method, path, status) => {
    expect(await corsOf(method, path, TRUSTED)).toEqual({
      status,
      allowed: TRUSTED,
      credentials: 'true',
      vary: expect.stringContaining('Origin'),
    });
  });

  it.each(['https://evil.example', 'null'])('cannot be read by pages of %s', async (origin) => {
    expect(await corsOf('GET', '/api/nothing', origin)).toMatchObject({ allowed: null, credentials: null });
  });

  it.each([
    ['GET', '/api/chat/any/nothing', 404],
    ['PATCH', '/api/chat/any/message', 405],
  ])('to the widget’s routes can be read by any page, without credentials: %s %s', async (method, path, status) => {
    const origin = 'https://shop.example';
    expect(await corsOf(method, path, origin)).toMatchObject({ status, allowed: origin, credentials: null });
  });

  it('outside the API cannot be read by pages of other sites', async () => {
    expect(await corsOf('GET', '/nothing', TRUSTED)).toMatchObject({ status: 404, allowed: null });
  });
});
