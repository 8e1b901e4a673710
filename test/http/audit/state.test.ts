/** A chatbot as it stood at a time, as its owner may read it. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditEventPage } from '../../../src/audit/event-page.ts';
import type { ChatbotStateView } from '../../../src/audit/state/state-view.ts';
import type { Owner, Widget } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
let owner: Owner;
let widget: Widget;
let chatbotId: string;
/** Position of the last event before the chatbot was changed. */
let before: string;
let changedAt: string;

const of = <Data>(path: string, by = owner) => by.call<Data>('GET', `/chatbots/${chatbotId}${path}`);
const state = async (query = ''): Promise<ChatbotStateView> =>
  (await of<ChatbotStateView>(`/audit/state${query}`)).data;
const lastEvent = async () => (await of<AuditEventPage>('/audit?limit=500')).data.events.at(-1);

beforeAll(async () => {
  owner = await service().owner();
  const leadCaptureFields = { name: true, email: true, phone: true };
  ({ id: chatbotId } = await owner.chatbot({ allowLeadCapture: true, leadCaptureFields, welcomeMessage: 'Ahoy' }));
  await owner.text(chatbotId, 'Opening hours', 'The harbour office opens at nine and closes at six.');
  widget = await owner.widget(chatbotId);
  const leadData = { name: 'Vera', email: 'vera@example.com' };
  await widget.call('POST', '/message', { body: { sessionId: 'one', message: 'When do you open?', leadData } });
  await widget.ask('two', 'When do you close?');
  before = (await lastEvent())?.position ?? '';

  await owner.call('PATCH', `/chatbots/${chatbotId}`, { body: { welcomeMessage: 'Good evening', tone: 'calm' } });
  changedAt = (await lastEvent())?.recordedAt ?? '';
  await owner.text(chatbotId, 'Parking', 'Cars stand behind the harbour office.');
  await widget.ask('three', 'Where do I park?');
  const { data } = await of<{ messages: { messageId: string; role: string }[] }>('/history');
  const messageId = data.messages.find(({ role }) => role === 'assistant')?.messageId;
  await widget.call('POST', '/feedback', { body: { sessionId: 'one', messageId, feedback: 'positive' } });
});

describe('The state of a chatbot', () => {
  it('without a time is what the API shows', async () => {
    const now = await state();
    expect(now.configuration).toEqual((await of<{ chatbot: unknown }>('')).data.chatbot);
    expect(now.sources).toEqual((await of<{ dataSources: unknown }>('/datasources')).data.dataSources);
    expect(now.satisfaction).toEqual((await of('/satisfaction')).data);
    const { keys } = (await of<{ keys: { usageCount: number; lastUsedAt: unknown }[] }>('/widget-keys')).data;
    expect(now.keys).toEqual(keys.map(({ usageCount: _, lastUsedAt: __, ...key }) => key));
    const { conversations } = (await of<{ conversations: { id: string }[] }>('/conversations')).data;
    const { messages } = (await of<{ messages: { conversationId: string }[] }>('/history')).data;
    expect(now.conversations).toEqual(
      conversations.toReversed().map((each) => {
        return { ...each, messages: messages.filter(({ conversationId }) => conversationId === each.id) };
      }),
    );
    expect(now).toMatchObject({ nextAfter: null, missing: [] });
    expect(now.at?.position).toBe((await lastEvent())?.position);
  });

  it('at a position holds what was recorded up to there', async () => {
    const then = await state(`?at=${before}`);
    expect(then).toMatchObject({
      at: { position: before },
      configuration: { welcomeMessage: 'Ahoy', tone: '', status: 'ready' },
      sources: [{ title: 'Opening hours', status: 'done' }],
      conversations: [
        { sessionId: 'one', messageCount: 2, lead: { email: 'vera@example.com' }, messages: [{ feedback: null }, {}] },
        { sessionId: 'two', messageCount: 2, lead: null },
      ],
      satisfaction: { total: 0, rate: null },
    });
  });

  it('at a time holds what was recorded by then', async () => {
    expect((await state(`?at=${changedAt}`)).configuration).toMatchObject({ welcomeMessage: 'Good evening' });
    const earlier = new Date(Date.parse(changedAt) - 1).toISOString();
    const then = await state(`?at=${earlier}`);
    expect(then.configuration).toMatchObject({ welcomeMessage: 'Ahoy' });
    expect(then).toEqual(await state(`?at=${before}`));
    expect(await state('?at=2999-01-01')).toEqual(await state());
  });

  it('before the chatbot was created is empty', async () => {
    expect(await state('?at=2001-01-01')).toMatchObject({ at: null, configuration: null, sources: [], keys: [] });
    expect(await state('?at=0')).toMatchObject({ configuration: null, conversations: [], nextAfter: null });
  });

  it('shows conversations page by page, in the order in which they began', async () => {
    const sessions: string[] = [];
    for (let after = ''; ; ) {
      const { conversations, nextAfter } = await state(`?limit=1${after}`);
      sessions.push(...conversations.map(({ sessionId }) => sessionId));
      if (nextAfter === null) break;
      after = `&after=${nextAfter}`;
    }
    expect(sessions).toEqual(['one', 'two', 'three']);
    const unknown = await of(`/audit/state?after=${crypto.randomUUID()}`);
    expect(unknown).toMatchObject({ status: 404, message: 'Conversation not found' });
  });

  it('shows a lead that was deleted since as erased', async () => {
    const id = (await state()).conversations[0]?.id;
    await owner.call('DELETE', `/chatbots/${chatbotId}/leads/${id}`);
    const answer = await of<ChatbotStateView>(`/audit/state?at=${before}`);
    expect(answer.data.conversations[0]).toMatchObject({ id, lead: { erased: true } });
    expect(answer.text).not.toContain('vera@example.com');
    expect((await state()).conversations[0]).toMatchObject({ id, lead: null });
  });

  it.each(['at=yesterday', 'at=-1', 'at=9223372036854775808', 'at=2026-02-30', 'limit=0', 'limit=101'])(
    'is refused for ?%s, naming the parameter',
    async (query) => {
      const answer = await of(`/audit/state?${query}`);
      const [path] = query.split('=');
      expect(answer).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', details: [{ path }] });
    },
  );

  it('holds no secret of a widget key, nor its hash', async () => {
    const { text } = await of('/audit/state');
    expect(text).toContain(widget.key.slice(0, 12));
    expect(text).not.toContain(widget.key);
    expect(text).not.toContain('secretHash');
  });

  it('is shown only to its owner', async () => {
    const stranger = await service().owner();
    expect(await of('/audit/state', stranger)).toMatchObject({ status: 404, message: 'Chatbot not found' });
  });
});
