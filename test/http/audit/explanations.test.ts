/** Why an answer is what it is, over HTTP: of a whole service with a model behind it, and of one without. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { promptHash } from '../../../src/answering/prompt/prompt.ts';
import type { Explanation } from '../../../src/audit/explain/explain-answer.ts';
import type { PromptMessage } from '../../../src/ports/models.ts';
import { type Owner, TestService, type Widget } from '../../support/http/service.ts';
import { type ModelEndpoint, openModelEndpoint, tokensOf } from '../../support/servers/model-endpoint.ts';

const ERASED = { erased: true };
const HOURS = 'We are open from nine to five. Parking is free.';

let endpoint: ModelEndpoint;
let service: TestService;
let owner: Owner;
let chatbotId: string;
let hoursId: string;
let widget: Widget;

beforeAll(async () => {
  endpoint = await openModelEndpoint();
  service = await TestService.start({
    OPENAI_BASE_URL: endpoint.url,
    EMBEDDING_MODEL: 'tiny',
    EMBEDDING_DIMENSIONS: '8',
  });
  owner = await service.owner();
  chatbotId = (await owner.chatbot({ systemPrompt: 'Praise the honey of our own hives.', tone: 'dry' })).id;
  hoursId = await owner.text(chatbotId, 'Hours', HOURS);
  widget = await owner.widget(chatbotId);
});
afterAll(async () => {
  await service.stop();
  await endpoint.close();
});
beforeEach(() => {
  endpoint.requests.length = 0;
  endpoint.reply = tokensOf('From nine to five [1]. See [this](https://evil.example/).');
});

const path = (messageId: string, chatbot = chatbotId) => `/chatbots/${chatbot}/audit/answers/${messageId}`;

async function explain(messageId: string, chatbot = chatbotId, by = owner): Promise<Explanation> {
  const answer = await by.call<Explanation>('GET', path(messageId, chatbot));
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

const sent = () => {
  const asked = endpoint.requests.filter(({ body }) => body.stream === true);
  return asked.map(({ body }) => (body.messages ?? []) as readonly PromptMessage[]);
};

describe('The explanation of an answer', () => {
  it('has everything that the answer rested on', async () => {
    const { messageId } = await widget.ask('why', 'When are you open?');
    await widget.ask('another', 'Is parking free?');
    const feedback = { sessionId: 'why', messageId, feedback: 'positive' };
    await service.call('POST', '/api/chat/any/feedback', { body: feedback, headers: widget.headers });
    const explanation = await explain(messageId);
    expect(explanation).toMatchObject({
      messageId,
      chatbotId,
      sessionId: 'why',
      outcome: 'complete',
      question: 'When are you open?',
      condensedQuestion: 'When are you open?',
      answer: 'From nine to five [1]. See this.',
      configuration: { tone: 'dry', systemPrompt: 'Praise the honey of our own hives.' },
      memory: [],
      passages: [{ sourceId: hoursId, title: 'Hours', text: HOURS, number: 1, byWords: { rank: 1 } }],
      model: 'gpt-4o-mini',
      servedModel: 'gpt-4o-mini-2026-01-01',
      parameters: { temperature: 0.2, maxTokens: 1500 },
      finishReason: 'stop',
      embedder: 'tiny/8',
      tokens: { prompt: 100 },
      citations: [{ number: 1, source: 1, uncited: false }],
      filtered: [{ filter: 'link', text: '[this](https://evil.example/)', replacement: 'this' }],
      filteredCount: 1,
      ratings: [{ feedback: 'positive' }],
      today: { changes: [{ change: 'same', rankThen: 1, rankNow: 1 }] },
    });
  });

  it('has the exact prompt, with the memory of the conversation', async () => {
    await widget.ask('prompt', 'Is parking free?');
    const { messageId } = await widget.ask('prompt', 'And when do you open?');
    const { prompt, memory } = await explain(messageId);
    expect(prompt).toMatchObject({ exact: true, messages: sent()[1], hash: promptHash(sent()[1] ?? []) });
    expect(memory).toMatchObject([{ role: 'user', content: 'Is parking free?' }, { role: 'assistant' }]);
  });

  it('has the exact prompt also when its page told what was said before', async () => {
    const conversationHistory = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Good morning' },
    ];
    const { messageId } = await widget.ask('told', 'When are you open?', { conversationHistory });
    const { prompt, memory } = await explain(messageId);
    expect(prompt).toMatchObject({ exact: true, messages: sent()[0] });
    expect(memory).toEqual(conversationHistory);
  });

  it('keeps the configuration as it was', async () => {
    const { messageId } = await widget.ask('configured', 'When are you open?');
    const [before] = sent();
    await owner.call('PATCH', `/chatbots/${chatbotId}`, { body: { tone: 'warm', persona: 'A beekeeper' } });
    const { configuration, prompt } = await explain(messageId);
    expect(configuration).toMatchObject({ tone: 'dry', persona: '' });
    expect(prompt).toMatchObject({ exact: true, messages: before });
  });

  it('says what would be found today', async () => {
    const { id } = await owner.chatbot();
    const first = await owner.text(id, 'Bees', 'Bees make honey in summer.');
    const { messageId } = await (await owner.widget(id)).ask('today', 'Who makes honey in summer?');
    const more = await owner.text(
      id,
      'Honey',
      'Who makes honey in summer? A keeper gathers it, jar by jar, and sells it at the gate.',
    );
    const { today } = await explain(messageId, id);
    expect(today?.changes).toContainEqual(expect.objectContaining({ sourceId: more, change: 'new', rankThen: null }));
    expect(today?.changes).toContainEqual(expect.objectContaining({ sourceId: first, rankThen: 1 }));
    expect(today?.passages).toHaveLength(2);
  });

  it('shows the passages of a deleted source, and the prompt that held them, as erased', async () => {
    const { id } = await owner.chatbot();
    await owner.text(id, 'Hours', HOURS);
    const secret = await owner.text(
      id,
      'Opening',
      'The opening hours of the harbour are secret: open from one to two.',
    );
    const { messageId } = await (await owner.widget(id)).ask('erased', 'What are the opening hours of the harbour?');
    await owner.call('DELETE', `/chatbots/${id}/datasources/${secret}`);
    const { passages, prompt, today, question } = await explain(messageId, id);
    const ofSecret = passages.find(({ sourceId }) => sourceId === secret);
    expect(ofSecret).toMatchObject({ text: ERASED, title: ERASED, contentHash: expect.any(String) });
    expect(prompt).toEqual(ERASED);
    expect(question).toBe('What are the opening hours of the harbour?');
    const gone = { sourceId: secret, change: 'gone', reason: 'source_deleted', rankNow: null };
    expect(today?.changes).toContainEqual(expect.objectContaining(gone));
    expect(JSON.stringify({ passages, prompt, today })).not.toContain('harbour are secret');
  });

  it('is there for its chatbot’s owner alone, and for answers alone', async () => {
    const { messageId } = await widget.ask('mine', 'When are you open?');
    const { questionId } = await explain(messageId);
    const stranger = await service.owner();
    const own = (await stranger.chatbot()).id;
    const chatbotMissing = { status: 404, message: 'Chatbot not found' };
    const messageMissing = { status: 404, message: 'Message not found' };
    expect(await stranger.call('GET', path(messageId))).toMatchObject(chatbotMissing);
    expect(await stranger.call('GET', path(messageId, own))).toMatchObject(messageMissing);
    const ids = [questionId, crypto.randomUUID(), '%00', '..%2f..', "'--", 'x'.repeat(300)];
    for (const id of ids) expect([id, await owner.call('GET', path(id))]).toMatchObject([id, messageMissing]);
  });

  it('ends with its chatbot', async () => {
    const { id } = await owner.chatbot();
    await owner.text(id, 'Hours', HOURS);
    const { messageId } = await (await owner.widget(id)).ask('gone', 'When are you open?');
    await owner.call('DELETE', `/chatbots/${id}`);
    expect(await owner.call('GET', path(messageId, id))).toMatchObject({ status: 404, message: 'Chatbot not found' });
  });
});

describe('Without a model, the explanation of an answer', () => {
  it('has the passages that were quoted and no prompt, and calls none new that was found before', async () => {
    const plain = await TestService.start();
    try {
      const keeper = await plain.owner();
      const { id } = await keeper.chatbot();
      await keeper.text(id, 'Hours', HOURS);
      const { messageId } = await (await keeper.widget(id)).ask('plain', 'When are you open?');
      expect(await explain(messageId, id, keeper)).toMatchObject({
        model: 'extractive',
        servedModel: null,
        prompt: null,
        parameters: { temperature: null },
        passages: [{ text: HOURS, number: 1 }],
        citations: [{ number: 1, source: 1 }],
        today: { changes: [{ change: 'same' }] },
      });
      const far = await keeper.text(id, 'Waffles', 'The cafe sells waffles.');
      const asked = await (await keeper.widget(id)).ask('later', 'When are you open?');
      const { passages, today } = await explain(asked.messageId, id, keeper);
      expect(passages.find(({ sourceId }) => sourceId === far)).toMatchObject({ score: 0, byVector: { rank: 2 } });
      expect(today?.changes.map(({ change, rankThen }) => [change, rankThen])).toEqual([
        ['same', 1],
        ['same', 2],
      ]);
    } finally {
      await plain.stop();
    }
  });
});
