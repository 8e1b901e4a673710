/** The history of a chatbot, as its owner may read it. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditEventPage } from '../../../src/audit/event-page.ts';
import type { AuditEvent } from '../../../src/audit/event-view.ts';
import type { Owner, Widget } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
let owner: Owner;
let widget: Widget;
let chatbotId: string;
beforeAll(async () => {
  owner = await service().owner();
  ({ id: chatbotId } = await owner.chatbot({
    allowLeadCapture: true,
    leadCaptureFields: { name: true, email: true, phone: false },
  }));
  await owner.text(chatbotId, 'Opening hours', 'The harbour office opens at nine and closes at six.');
  widget = await owner.widget(chatbotId);
  await widget.ask('visitor-1', 'When does the harbour office open?');
  await widget.ask('visitor-2', 'When does it close?');
  await widget.ask('visitor-1', 'Is it far away?');
});

const page = async (query = '', id = chatbotId, of = owner) =>
  (await of.call<AuditEventPage>('GET', `/chatbots/${id}/audit${query}`)).data;
const events = async (query = ''): Promise<readonly AuditEvent[]> => (await page(query)).events;
const typesOf = (found: readonly AuditEvent[]) => found.map(({ type }) => type);

/** All pages, one after the other. */
async function everyPage(query: string): Promise<readonly (readonly AuditEvent[])[]> {
  const pages: (readonly AuditEvent[])[] = [];
  for (let after = ''; ; ) {
    const { events: found, nextAfter } = await page(`?${query}${after}`);
    pages.push(found);
    if (nextAfter === null) return pages;
    after = `&after=${nextAfter}`;
  }
}

describe('The events of a chatbot', () => {
  it('are all of its streams in the order of the log, decrypted, with who caused them', async () => {
    const all = await events('?limit=500');
    expect(typesOf(all).filter((type) => !type.startsWith('Ingestion'))).toEqual([
      ...['ChatbotSlotTaken', 'ChatbotCreated', 'ChatbotConfigured', 'DataSourceAdded', 'WidgetKeyGenerated'],
      ...['ConversationStarted', 'QuestionAsked', 'AnswerGiven', 'ConversationStarted', 'QuestionAsked', 'AnswerGiven'],
      ...['QuestionAsked', 'AnswerGiven'],
    ]);
    const positions = all.map(({ position }) => BigInt(position));
    expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)));
    const [created] = await events('?type=ChatbotCreated');
    const { data: me } = await owner.call<{ user: { id: string } }>('GET', '/auth/me');
    expect(created).toMatchObject({
      stream: `chatbot-${chatbotId}`,
      revision: 0,
      schemaVersion: 1,
      requestId: expect.any(String),
      data: { chatbotId, ownerId: me.user.id, name: 'Support' },
      actor: { kind: 'account', id: me.user.id },
      recordedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    const [question] = await events('?type=QuestionAsked');
    expect(question).toMatchObject({
      data: { sessionId: 'visitor-1', content: 'When does the harbour office open?' },
      actor: { kind: 'visitor' },
    });
  });

  it('hold no secret of a widget key, nor its hash', async () => {
    const [generated] = await events('?type=WidgetKeyGenerated');
    expect(generated?.data).toMatchObject({ secretHash: { withheld: true } });
    const { text } = await owner.call('GET', `/chatbots/${chatbotId}/audit?limit=500`);
    expect(text).not.toContain(widget.key);
  });

  it.each([1, 3, 500])('come page by page, none twice and none left out: %i at once', async (limit) => {
    const pages = await everyPage(`limit=${limit}`);
    expect(pages.flat()).toEqual(await events('?limit=500'));
    expect(pages.every((found) => found.length <= limit)).toBe(true);
    expect(pages.slice(0, -1).every((found) => found.length === limit)).toBe(true);
  });

  it('are narrowed to one session', async () => {
    const ofSession = await events('?sessionId=visitor-1');
    expect(typesOf(ofSession)).toEqual([
      ...['ConversationStarted', 'QuestionAsked', 'AnswerGiven', 'QuestionAsked', 'AnswerGiven'],
    ]);
    expect((await everyPage('sessionId=visitor-1&limit=2')).flat()).toEqual(ofSession);
    expect(await page('?sessionId=nobody')).toEqual({ events: [], nextAfter: null });
  });

  it('are narrowed to a type, over pages too', async () => {
    expect(typesOf((await everyPage('type=AnswerGiven&limit=2')).flat())).toEqual(Array(3).fill('AnswerGiven'));
    expect(typesOf(await events('?type=AnswerGiven&sessionId=visitor-2'))).toEqual(['AnswerGiven']);
  });

  it('are narrowed to a stretch of time, both ends included', async () => {
    const all = await events('?limit=500');
    for (const place of [0, Math.floor(all.length / 2), all.length - 1]) {
      const at = all[place]?.recordedAt ?? '';
      expect(await events(`?limit=500&from=${at}`)).toEqual(all.filter(({ recordedAt }) => recordedAt >= at));
      expect(await events(`?limit=500&to=${at}`)).toEqual(all.filter(({ recordedAt }) => recordedAt <= at));
      expect(await events(`?limit=500&from=${at}&to=${at}`)).toEqual(all.filter(({ recordedAt }) => recordedAt === at));
    }
    expect(await events('?from=2999-01-01')).toEqual([]);
    expect(await events('?to=2001-01-01T00:00:00%2B02:00')).toEqual([]);
  });

  it.each([
    '',
    'sessionId=visitor-1&',
    'type=AnswerGiven&',
    'type=AnswerGiven&type=QuestionAsked&type=ChatbotCreated&',
  ])('come newest first too, on pages of any size: %s', async (query) => {
    const oldestFirst = await events(`?${query}limit=500`);
    expect(oldestFirst.length).toBeGreaterThan(2);
    for (const limit of [1, 2, 500]) {
      const pages = await everyPage(`${query}order=desc&limit=${limit}`);
      expect(pages.flat()).toEqual(oldestFirst.toReversed());
      expect(pages).toHaveLength(Math.ceil(oldestFirst.length / limit));
    }
  });

  it('are newest first in a stretch of time, both ends included', async () => {
    const all = await events('?limit=500');
    for (const place of [0, Math.floor(all.length / 2), all.length - 1]) {
      const at = all[place]?.recordedAt ?? '';
      for (const stretch of [`from=${at}`, `to=${at}`, `from=${at}&to=${at}`])
        expect(await events(`?limit=500&order=desc&${stretch}`)).toEqual(
          (await events(`?limit=500&${stretch}`)).toReversed(),
        );
    }
    expect(await events('?order=desc&to=2001-01-01')).toEqual([]);
  });

  it('are narrowed to several types, in the order of the log', async () => {
    const types = ['ConversationStarted', 'AnswerGiven'];
    const query = types.map((type) => `type=${type}`).join('&');
    const all = await events('?limit=500');
    const wanted = all.filter(({ type }) => types.includes(type));
    for (const limit of [1, 2, 500]) expect((await everyPage(`${query}&limit=${limit}`)).flat()).toEqual(wanted);
  });

  it.each(['asc', 'desc'])('are listed once when their type is given twice: %s', async (order) => {
    const once = await everyPage(`type=AnswerGiven&order=${order}&limit=2`);
    expect(await everyPage(`type=AnswerGiven&type=AnswerGiven&order=${order}&limit=2`)).toEqual(once);
  });

  it.each([
    ['type=AccountRegistered', 'type/0'],
    ['type=Nothing', 'type/0'],
    ['type=AnswerGiven&type=Nothing', 'type/1'],
    [Array(17).fill('type=AnswerGiven').join('&'), 'type'],
    ['order=newest', 'order'],
    ['from=yesterday', 'from'],
    ['to=2026-13-40', 'to'],
    ['from=2026-02-30', 'from'],
    ['from=2026-03-14&to=2026-03-13', 'from'],
    ['from=2026-03-14&to=2026-03-13&sessionId=nobody', 'from'],
    ['after=-1', 'after'],
    ['after=9223372036854775808', 'after'],
    ['after=1e3', 'after'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    [`sessionId=${'x'.repeat(129)}`, 'sessionId'],
    ['after=1&after=2', 'after'],
  ])('are refused for ?%s, naming the parameter', async (query, path) => {
    const answer = await owner.call('GET', `/chatbots/${chatbotId}/audit?${query}`);
    expect(answer).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', details: [{ path }] });
  });

  it('show a deleted lead as erased, and that somebody deleted it', async () => {
    const leadData = { name: 'Vera', email: 'vera@example.com' };
    await widget.call('POST', '/message', { body: { sessionId: 'visitor-3', message: 'Call me', leadData } });
    const [captured] = await events('?type=LeadCaptured');
    expect(captured?.data).toMatchObject({ email: 'vera@example.com' });
    await owner.call('DELETE', `/chatbots/${chatbotId}/leads/${String(captured?.data?.conversationId)}`);
    const after = await events('?sessionId=visitor-3');
    const erased = after.find(({ type }) => type === 'LeadCaptured');
    expect(erased?.data).toMatchObject({ name: { erased: true }, email: { erased: true } });
    expect(after.at(-1)).toMatchObject({ type: 'LeadDeleted', actor: { kind: 'account' } });
    expect(JSON.stringify(await page('?limit=500'))).not.toContain('vera@example.com');
  });

  it('end early on a page of more than a megabyte, and go on', async () => {
    const { id } = await owner.chatbot();
    for (let count = 0; count < 75; count += 1) {
      const [systemPrompt, other] = [`${count}`.padEnd(8_000, 'x'), `${count}`.padEnd(2_000, 'y')];
      const changes = { systemPrompt, persona: other, tone: other, description: other };
      await owner.call('PATCH', `/chatbots/${id}`, { body: changes });
    }
    const path = `/chatbots/${id}/audit?limit=500`;
    const first = await owner.call<AuditEventPage>('GET', path);
    expect([first.text.length > 900_000, first.text.length < 1_100_000]).toEqual([true, true]);
    const second = await owner.call<AuditEventPage>('GET', `${path}&after=${first.data.nextAfter}`);
    expect([first.data.events.length + second.data.events.length, second.data.nextAfter]).toEqual([77, null]);
  });

  it('are those of the owner’s chatbots alone', async () => {
    const stranger = await service().owner();
    const { id } = await stranger.chatbot();
    expect(await owner.call('GET', `/chatbots/${id}/audit`)).toMatchObject({
      status: 404,
      message: 'Chatbot not found',
    });
    const theirs = await page('', id, stranger);
    expect(JSON.stringify(theirs)).not.toContain(chatbotId);
    expect(typesOf(theirs.events)).toEqual(['ChatbotSlotTaken', 'ChatbotCreated']);
  });

  it('of a chatbot that was deleted are no longer shown', async () => {
    const { id } = await owner.chatbot();
    await owner.call('DELETE', `/chatbots/${id}`);
    expect(await owner.call('GET', `/chatbots/${id}/audit`)).toMatchObject({ status: 404 });
  });
});
