import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/projections/messages/queries.ts';
import { ScriptedModel } from '../../support/http/scripted-models.ts';
import { TestService, type Widget } from '../../support/http/service.ts';

const LONGEST_MONTH_SECONDS = 31 * 86_400;

const send = (by: Widget, sessionId: string = crypto.randomUUID(), body: object = {}) =>
  by.call('POST', '/message', { body: { sessionId, message: 'Hello', ...body } });

/** Runs with a service of its own whose plan has so many messages. */
async function withPlan(
  messages: number,
  act: (service: TestService) => Promise<void>,
  more: Readonly<Record<string, string>> = {},
  options: Parameters<typeof TestService.start>[1] = {},
): Promise<void> {
  const service = await TestService.start({ PLAN_MESSAGES: String(messages), ...more }, options);
  try {
    await act(service);
  } finally {
    await service.stop();
  }
}

describe("The month's messages", () => {
  it('are as many as the plan says, exactly, for all chatbots of an account together', () =>
    withPlan(20, async (service) => {
      const owner = await service.owner();
      const chatbots = await Promise.all([owner.chatbot(), owner.chatbot(), owner.chatbot()]);
      const widgets = await Promise.all(chatbots.map(({ id }) => owner.widget(id)));
      const one = (place: number) => widgets[place % widgets.length] as Widget;
      const answers = await Promise.all(Array.from({ length: 60 }, (_, place) => send(one(place))));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), ...Array(40).fill(429)]);
      for (const answer of answers.filter(({ status }) => status === 200)) {
        expect(answer.text).toContain('event: done');
      }
      for (const refused of answers.filter(({ status }) => status === 429)) {
        expect([refused.message, refused.code]).toEqual(['Message limit reached', 'MESSAGE_LIMIT_REACHED']);
        expect(refused.headers.get('content-type')).toContain('application/json');
        expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
        expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(LONGEST_MONTH_SECONDS);
      }
      // A refused message leaves nothing behind.
      const histories = chatbots.map(({ id }) => owner.call<{ messages: Message[] }>('GET', `/chatbots/${id}/history`));
      const messages = (await Promise.all(histories)).flatMap(({ data }) => data.messages);
      expect(messages.filter(({ role }) => role === 'user')).toHaveLength(20);

      const other = await service.owner();
      expect((await send(await other.widget((await other.chatbot()).id))).status).toBe(200);
    }));

  it('are not used by test chats, nor by requests that are refused', () =>
    withPlan(
      2,
      async (service) => {
        const owner = await service.owner();
        const { id } = await owner.chatbot();
        const widget = await owner.widget(id);
        for (let time = 0; time < 3; time += 1) {
          expect((await owner.call('POST', `/chatbots/${id}/chat`, { body: { message: 'Hello' } })).status).toBe(200);
          expect((await send(widget, 's', { message: '' })).status).toBe(400);
        }
        expect((await send(widget, 'busy')).status).toBe(200);
        for (let time = 0; time < 3; time += 1) expect((await send(widget, 'busy')).message).toBe('Rate limited');
        expect((await send(widget)).status).toBe(200);
        expect((await send(widget)).message).toBe('Message limit reached');
        // The owner can still use the test chat, and visitors can still read.
        expect((await owner.call('POST', `/chatbots/${id}/chat`, { body: { message: 'Hello' } })).status).toBe(200);
        expect((await widget.call('GET', '/history?sessionId=busy')).status).toBe(200);
      },
      { MESSAGE_RATE_LIMIT: '1/3600' },
    ));

  it('are asked for last, after key, origin, body and the rate of a minute', () =>
    withPlan(
      0,
      async (service) => {
        const owner = await service.owner();
        const widget = await owner.widget((await owner.chatbot()).id);
        const message = (headers: Record<string, string>, body: object) =>
          service.call('POST', '/api/chat/any/message', { body, headers });
        const good = { sessionId: 's', message: 'Hello' };
        expect((await message({ origin: 'https://example.com' }, good)).message).toBe('Missing widget key');
        const elsewhere = { ...widget.headers, origin: 'https://elsewhere.example' };
        expect((await message(elsewhere, good)).message).toBe('Domain not authorized');
        expect((await message(widget.headers, { sessionId: 's' })).status).toBe(400);
        expect((await message(widget.headers, good)).message).toBe('Message limit reached');
        expect((await message(widget.headers, good)).message).toBe('Rate limited');
      },
      { MESSAGE_RATE_LIMIT: '1/3600' },
    ));

  it('cost no call of the embedding model once they are used up', () => {
    const { models } = new ScriptedModel();
    const embedded: string[] = [];
    const embed: typeof models.embedder.embed = (texts, signal) => {
      embedded.push(...texts);
      return models.embedder.embed(texts, signal);
    };
    const { id, dimensions, kind } = models.embedder;
    return withPlan(
      1,
      async (service) => {
        const owner = await service.owner();
        const chatbot = await owner.chatbot();
        await owner.text(chatbot.id, 'Hours', 'We are open from nine to five.');
        const widget = await owner.widget(chatbot.id);
        expect((await send(widget, 's', { message: 'When are you open?' })).status).toBe(200);
        expect((await send(widget, 's', { message: 'Where are you?' })).status).toBe(429);
        expect(embedded).toContain('When are you open?');
        expect(embedded).not.toContain('Where are you?');
      },
      {},
      { models: { ...models, embedder: { id, dimensions, kind, embed } } },
    );
  });

  it('are used by a message whose answer fails: it was asked', async () => {
    const model = new ScriptedModel();
    // biome-ignore lint/correctness/useYield: it fails before its first word
    model.script = async function* () {
      throw new Error('overloaded');
    };
    await withPlan(
      1,
      async (service) => {
        const owner = await service.owner();
        const { id } = await owner.chatbot();
        await owner.text(id, 'Hours', 'We are open from nine to five.');
        const widget = await owner.widget(id);
        expect((await send(widget, 's', { message: 'When are you open?' })).text).toContain('event: error');
        expect((await send(widget)).message).toBe('Message limit reached');
      },
      {},
      { models: model.models },
    );
  });
});
