/** How well visitors were answered, by day, and the questions that got no good answer. */
import { describe, expect, it } from 'vitest';
import type { UnansweredPage } from '../../../src/projections/outcomes/queries.ts';
import type { SatisfactionOfDay } from '../../../src/projections/ratings/queries.ts';
import { ScriptedModel } from '../../support/http/scripted-models.ts';
import type { Owner, Widget } from '../../support/http/service.ts';
import { sharedService, sharedServiceWith } from '../../support/http/shared-service.ts';

const model = new ScriptedModel();
const service = sharedServiceWith(model);
const extractive = sharedService();

const answering = (text: string): ScriptedModel['script'] =>
  async function* () {
    yield text;
  };
const FOUND = answering('We are open from nine to five [1].');
const REFUSED = answering('Sadly, that is nothing I was ever told about.');
// biome-ignore lint/correctness/useYield: it fails before its first word
const FAILED: ScriptedModel['script'] = async function* () {
  throw new Error('overloaded');
};

interface Shop {
  readonly owner: Owner;
  readonly id: string;
  readonly widget: Widget;
}

async function newShop(at = service()): Promise<Shop> {
  const owner = await at.owner();
  const { id } = await owner.chatbot();
  await owner.text(id, 'Hours', 'We are open from nine to five.');
  return { owner, id, widget: await owner.widget(id) };
}

function ask({ widget }: Shop, question: string, script: ScriptedModel['script'], sessionId = 'visitor') {
  model.script = script;
  return widget.ask(sessionId, question);
}

const rate = ({ widget }: Shop, messageId: string, feedback: string, sessionId = 'visitor') =>
  widget.call('POST', '/feedback', { body: { sessionId, messageId, feedback } });

const pageOf = async ({ owner, id }: Shop, query = '') =>
  (await owner.call<UnansweredPage>('GET', `/chatbots/${id}/unanswered${query}`)).data;
const listed = async (shop: Shop, query = '') =>
  (await pageOf(shop, query)).questions.map(({ question, reason }) => [question, reason]);

describe('Satisfaction', () => {
  it('counts ratings; without any there is no rate', async () => {
    const { owner, id, widget } = await newShop(extractive());
    const satisfaction = async () => (await owner.call('GET', `/chatbots/${id}/satisfaction`)).data;
    expect(await satisfaction()).toEqual({ positive: 0, negative: 0, total: 0, rate: null });
    const rate = async (feedback: string) => {
      const sessionId = crypto.randomUUID();
      const { messageId } = await widget.ask(sessionId, 'Hello');
      const body = { sessionId, messageId, feedback };
      await widget.call('POST', '/feedback', { body });
      return body;
    };
    const negative = await rate('negative');
    expect(await satisfaction()).toEqual({ positive: 0, negative: 1, total: 1, rate: 0 });
    await rate('positive');
    await rate('positive');
    expect(await satisfaction()).toEqual({ positive: 2, negative: 1, total: 3, rate: 67 });
    await widget.call('POST', '/feedback', { body: negative });
    expect(await satisfaction()).toEqual({ positive: 2, negative: 0, total: 2, rate: 100 });
  });
});

describe('Unanswered questions', () => {
  it('are those without an answer in the content, rated negative or failed; newest first, each once', async () => {
    const shop = await newShop();
    await ask(shop, 'Do you sell boats?', REFUSED);
    const good = await ask(shop, 'When are you open?', FOUND);
    const bad = await ask(shop, 'Are you open on Sundays?', FOUND, 'other visitor');
    await ask(shop, 'Is parking free?', FAILED);
    await rate(shop, good.messageId, 'positive');
    await rate(shop, bad.messageId, 'negative', 'other visitor');
    const { questions, nextBefore } = await pageOf(shop);
    expect(nextBefore).toBeNull();
    const ids = { messageId: expect.any(String), conversationId: expect.any(String), askedAt: expect.any(String) };
    expect(questions).toEqual([
      { ...ids, sessionId: 'visitor', question: 'Is parking free?', reason: 'failed', answerId: null },
      {
        ...ids,
        sessionId: 'other visitor',
        question: 'Are you open on Sundays?',
        reason: 'rated_negative',
        answerId: bad.messageId,
      },
      {
        ...ids,
        sessionId: 'visitor',
        question: 'Do you sell boats?',
        reason: 'not_found',
        answerId: expect.any(String),
      },
    ]);
    const history = await shop.owner.call<{ messages: { messageId: string; content: string }[] }>(
      ...(['GET', `/chatbots/${shop.id}/history`] as const),
    );
    const asked = new Map(history.data.messages.map(({ messageId, content }) => [messageId, content]));
    expect(questions.map(({ messageId }) => asked.get(messageId))).toEqual(questions.map(({ question }) => question));
    expect(await listed(shop, '?reason=rated_negative')).toEqual([['Are you open on Sundays?', 'rated_negative']]);
  });

  it('follow their rating: negative stands before not found, and goes when it is changed or taken back', async () => {
    const shop = await newShop();
    const good = await ask(shop, 'When are you open?', FOUND);
    const refused = await ask(shop, 'Do you sell boats?', REFUSED);
    for (const { messageId } of [good, refused]) await rate(shop, messageId, 'negative');
    expect(await listed(shop)).toEqual([
      ['Do you sell boats?', 'rated_negative'],
      ['When are you open?', 'rated_negative'],
    ]);
    await rate(shop, good.messageId, 'positive');
    await rate(shop, refused.messageId, 'negative');
    expect(await listed(shop)).toEqual([['Do you sell boats?', 'not_found']]);
  });

  it('are answered when a failed one is tried again', async () => {
    const shop = await newShop();
    const send = (script: ScriptedModel['script']) => {
      model.script = script;
      const headers = { 'idempotency-key': 'one question' };
      return shop.widget.call('POST', '/message', { body: { sessionId: 's', message: 'When are you open?' }, headers });
    };
    await send(FAILED);
    expect(await listed(shop)).toEqual([['When are you open?', 'failed']]);
    expect((await send(FOUND)).text).toContain('event: done');
    expect(await listed(shop)).toEqual([]);
  });

  it('come a page at a time, each once, also when what was read is gone meanwhile', async () => {
    const shop = await newShop();
    const asked: string[] = [];
    for (const question of ['a?', 'b?', 'c?', 'd?', 'e?']) {
      asked.push((await ask(shop, question, FOUND)).messageId);
      await rate(shop, asked.at(-1) ?? '', 'negative');
    }
    const first = await pageOf(shop, '?limit=2');
    expect(first.questions.map(({ question }) => question)).toEqual(['e?', 'd?']);
    expect(first.total).toBe(5);
    await ask(shop, 'f?', REFUSED);
    await rate(shop, asked[3] ?? '', 'positive');
    const second = await pageOf(shop, `?limit=2&before=${first.nextBefore}`);
    expect(second.questions.map(({ question }) => question)).toEqual(['c?', 'b?']);
    // One was asked meanwhile, and another is rated positive now.
    expect(second.total).toBe(5);
    expect((await pageOf(shop, '?limit=1&reason=rated_negative')).total).toBe(4);
    const third = await pageOf(shop, `?limit=2&before=${second.nextBefore}`);
    expect([third.questions.map(({ question }) => question), third.nextBefore]).toEqual([['a?'], null]);
  });

  it.each(['limit=0', 'limit=501', 'before=x', 'before=-1', 'reason=other'])('are refused for %s', async (query) => {
    const { owner, id } = await newShop();
    const answer = await owner.call('GET', `/chatbots/${id}/unanswered?${query}`);
    expect([answer.status, answer.details?.[0]?.path]).toEqual([400, query.split('=')[0]]);
  });

  it('are refused questions without a model too; small talk is not among them', async () => {
    const shop = await newShop(extractive());
    for (const said of [
      'Hello',
      'When are you open?',
      'Who was the first emperor of Rome?',
      'Thanks!',
      'Who are you?',
    ]) {
      await shop.widget.ask('visitor', said);
    }
    expect(await listed(shop)).toEqual([['Who was the first emperor of Rome?', 'not_found']]);
  });

  it('are requests for a human only where none can be asked for', async () => {
    const shop = await newShop(extractive());
    const wish = 'I want to speak to a human';
    await shop.widget.ask('visitor', wish);
    expect(await listed(shop)).toEqual([[wish, 'not_found']]);
    await shop.owner.call('PATCH', `/chatbots/${shop.id}`, { body: { humanHandoffEnabled: true } });
    await shop.widget.ask('other visitor', wish);
    expect(await listed(shop)).toHaveLength(1);
  });

  it('leave no trace of words in the log', async () => {
    const shop = await newShop();
    await ask(shop, 'Does Mrs Featherstonehaugh work here?', REFUSED);
    expect(await listed(shop)).toEqual([['Does Mrs Featherstonehaugh work here?', 'not_found']]);
    const { events } = await service().running.stores.log.readAll({ after: null, limit: 100_000 });
    const given = events.filter(({ type, data }) => type === 'AnswerGiven' && data.chatbotId === shop.id);
    expect(given.map(({ data }) => data.outcome)).toEqual(['not_found']);
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('Featherstonehaugh');
  });
});

describe('Satisfaction by day', () => {
  const daysOf = async ({ owner, id }: Shop, query = '') =>
    (await owner.call<{ days: SatisfactionOfDay[] }>('GET', `/chatbots/${id}/satisfaction/daily${query}`)).data.days;
  const today = () => new Date().toISOString().slice(0, 10);

  it('has every day of the last thirty, or as many as are asked for, oldest first', async () => {
    const shop = await newShop();
    const days = await daysOf(shop);
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toEqual({ date: today(), answers: 0, notFound: 0, positive: 0, negative: 0 });
    const dates = days.map(({ date }) => Date.parse(date));
    expect(dates.slice(1).every((date, place) => date - (dates[place] ?? 0) === 86_400_000)).toBe(true);
    expect(await daysOf(shop, '?days=1')).toEqual([
      { date: today(), answers: 0, notFound: 0, positive: 0, negative: 0 },
    ]);
    expect(await daysOf(shop, '?days=366')).toHaveLength(366);
  });

  it('counts answers, and ratings as they are now', async () => {
    const shop = await newShop();
    const first = await ask(shop, 'When are you open?', FOUND);
    const second = await ask(shop, 'Do you sell boats?', REFUSED);
    await ask(shop, 'Is parking free?', FAILED);
    const day = async () => (await daysOf(shop, '?days=1'))[0];
    expect(await day()).toEqual({ date: today(), answers: 2, notFound: 1, positive: 0, negative: 0 });
    await rate(shop, first.messageId, 'positive');
    await rate(shop, second.messageId, 'positive');
    expect(await day()).toMatchObject({ answers: 2, positive: 2, negative: 0 });
    await rate(shop, second.messageId, 'negative');
    expect(await day()).toMatchObject({ positive: 1, negative: 1 });
    await rate(shop, first.messageId, 'positive');
    expect(await day()).toMatchObject({ answers: 2, positive: 0, negative: 1 });
  });

  it.each(['0', '367', '-1', '1.5', 'x', ''])('is refused for %j days', async (days) => {
    const { owner, id } = await newShop();
    const answer = await owner.call('GET', `/chatbots/${id}/satisfaction/daily?days=${days}`);
    expect([answer.status, answer.details?.[0]?.path]).toEqual([400, 'days']);
  });
});
