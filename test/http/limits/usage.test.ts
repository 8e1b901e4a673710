import { describe, expect, it } from 'vitest';
import { serviceOfFile } from '../../support/http/service.ts';

const service = serviceOfFile({ PLAN_MESSAGES: '5', PLAN_CHATBOTS: '2' });
const month = () => new Date().toISOString().slice(0, 7);

describe('The usage of the month', () => {
  it('is nothing of the plan at first', async () => {
    const owner = await service().owner();
    expect((await owner.call('GET', '/auth/me/usage')).data).toEqual({
      usage: {
        plan: 'free',
        month: month(),
        messages: { used: 0, limit: 5 },
        chatbots: { used: 0, limit: 2 },
      },
    });
  });

  it('is what the limits count, exactly, for messages that come at once too', async () => {
    const owner = await service().owner();
    const used = async () => {
      const { data } = await owner.call<{ usage: Record<'messages' | 'chatbots', { used: number }> }>(
        ...(['GET', '/auth/me/usage'] as const),
      );
      return [data.usage.messages.used, data.usage.chatbots.used];
    };
    const { id } = await owner.chatbot();
    const other = await owner.chatbot();
    expect(await used()).toEqual([0, 2]);
    expect((await owner.call('POST', '/chatbots', { body: { name: 'Third' } })).status).toBe(403);
    const widget = await owner.widget(id);
    const send = () => widget.call('POST', '/message', { body: { sessionId: crypto.randomUUID(), message: 'Hello' } });
    expect((await send()).status).toBe(200);
    expect(await used()).toEqual([1, 2]);
    await owner.call('POST', `/chatbots/${id}/chat`, { body: { message: 'Hello' } });
    expect(await used()).toEqual([1, 2]);
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(await used()).toEqual([5, 2]);
    await owner.call('DELETE', `/chatbots/${other.id}`);
    expect(await used()).toEqual([5, 1]);
    await owner.call('DELETE', `/chatbots/${id}`);
    expect(await used()).toEqual([5, 0]);
  });

  it('needs a session', async () => {
    const refused = await service().call('GET', '/api/auth/me/usage');
    expect([refused.status, refused.message]).toEqual([401, 'Authentication required']);
  });
});
