import { describe, expect, it } from 'vitest';
import { TestService, type Widget } from '../../support/http/service.ts';

describe('The checks of a message', () => {
  it('come in their order: key, origin, body, rate, chatbot', async () => {
    const limited = await TestService.start({ MESSAGE_RATE_LIMIT: '1/60' });
    try {
      const keeper = await limited.owner();
      const { id } = await keeper.chatbot();
      const page = await keeper.widget(id);
      const wrong = { body: '{', headers: { 'content-type': 'application/json' } };
      const send = (headers: Record<string, string>, body: unknown) =>
        limited.call('POST', '/api/chat/any/message', { body, headers });
      expect((await send({ origin: 'nonsense' }, wrong.body)).message).toBe('Missing widget key');
      const elsewhere = { ...page.headers, origin: 'https://elsewhere.example', ...wrong.headers };
      expect((await send(elsewhere, wrong.body)).message).toBe('Domain not authorized');
      const body = { sessionId: 's', message: 'Hello' };
      expect((await send(page.headers, body)).status).toBe(200);
      expect((await send(page.headers, { sessionId: 's' })).status).toBe(400);
      expect((await send(page.headers, body)).message).toBe('Rate limited');
    } finally {
      await limited.stop();
    }
  });
});

describe('The rates of messages', () => {
  it('are limited for each session', async () => {
    const limited = await TestService.start({ MESSAGE_RATE_LIMIT: '2/60' });
    try {
      const keeper = await limited.owner();
      const page = await keeper.widget((await keeper.chatbot()).id);
      const other = await keeper.widget((await keeper.chatbot()).id);
      const send = (by: Widget, sessionId: string) =>
        by.call('POST', '/message', { body: { sessionId, message: 'Hello' } });
      const answers = await Promise.all([1, 2, 3, 4].map(() => send(page, 'one')));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
      const refused = answers.find(({ status }) => status === 429);
      expect([refused?.message, refused?.code]).toEqual(['Rate limited', 'RATE_LIMITED']);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await send(page, 'two')).status).toBe(200);
      expect((await send(other, 'one')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  it('are limited for each key and address', async () => {
    const limited = await TestService.start({ KEY_RATE_LIMIT: '2/60', TRUST_PROXY: 'true' });
    try {
      const keeper = await limited.owner();
      const { id } = await keeper.chatbot();
      const page = await keeper.widget(id);
      const send = async (by: Widget, address: string) => {
        const headers = { 'x-forwarded-for': address };
        const body = { sessionId: crypto.randomUUID(), message: 'Hello' };
        return (await by.call('POST', '/message', { body, headers })).status;
      };
      expect([await send(page, '192.0.2.1'), await send(page, '192.0.2.1'), await send(page, '192.0.2.1')]).toEqual([
        200, 200, 429,
      ]);
      expect(await send(page, '192.0.2.2')).toBe(200);
      expect(await send(await keeper.widget(id), '192.0.2.1')).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
