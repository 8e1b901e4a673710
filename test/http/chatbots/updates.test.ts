import { beforeAll, describe, expect, it } from 'vitest';
import type { Chatbot } from '../../../src/projections/chatbots/queries.ts';
import type { Owner } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
let owner: Owner;
beforeAll(async () => {
  owner = await service().owner();
});

const patch = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  owner.call<{ chatbot: Chatbot }>('PATCH', `/chatbots/${id}`, { body, headers });
const read = (id: string) => owner.call<{ chatbot: Chatbot }>('GET', `/chatbots/${id}`);

describe('An update', () => {
  const everything = {
    name: 'Help desk',
    description: 'internal',
    avatarUrl: null,
    primaryColor: '#0AF',
    theme: { bg: '#000', panelBg: '#111111', headerBg: '#222', bubbleBotBg: '#333', bubbleBotText: '#444' },
    welcomeMessage: '**Hello**',
    quickPrompts: ['Opening hours?', ''],
    chatbotModel: 'gpt-4o',
    persona: 'p'.repeat(2000),
    tone: '',
    systemPrompt: 's'.repeat(8000),
    allowLeadCapture: true,
    leadCaptureFields: { name: true, email: true, phone: true },
    humanHandoffEnabled: true,
    humanHandoffEmail: 'help@example.com',
    autoRefreshSchedule: 'weekly',
    embedDomains: ['example.com'],
  };

  it('sets every field that an owner can set, at once', async () => {
    const { id } = await owner.chatbot();
    const answer = await patch(id, everything);
    expect(answer.status).toBe(200);
    expect(answer.data.chatbot).toMatchObject(everything);
    expect((await read(id)).data).toEqual(answer.data);
  });

  it.each(['😀', '\u0001', '"', '字'])(
    'sets every field at its greatest length, in characters such as %j',
    async (character) => {
      const { id } = await owner.chatbot();
      const text = (length: number) => character.repeat(length);
      const longest = {
        ...everything,
        name: `x${text(199)}`,
        description: text(2000),
        welcomeMessage: text(2000),
        persona: text(2000),
        tone: text(2000),
        systemPrompt: text(8000),
        humanHandoffEmail: text(2000),
        quickPrompts: Array(10).fill(text(200)),
        embedDomains: Array(50).fill('"'.repeat(253)),
      };
      // Callers may name a request, and a trace may too: both stand in the event.
      const headers = { 'X-Request-Id': 'r'.repeat(64), traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
      const answer = await patch(id, longest, headers);
      expect(answer.status).toBe(200);
      expect(answer.data.chatbot).toMatchObject(longest);
      expect((await read(id)).data).toEqual(answer.data);
    },
  );

  it.each(['😀'.repeat(64), 'a\u0007b', '字'.repeat(85)])(
    'refuses a domain that is longer than a host can be, or cannot be seen: %j',
    async (domain) => {
      const { id } = await owner.chatbot();
      const { status, details } = await patch(id, { embedDomains: ['example.com', domain] });
      expect([status, details?.map(({ path }) => path)]).toEqual([400, ['/embedDomains/1']]);
    },
  );

  it('changes only what it names, and of the fields of a lead only those it names', async () => {
    const { id } = await owner.chatbot(everything);
    const { data } = await patch(id, { leadCaptureFields: { phone: false }, tone: 'warm' });
    const leadCaptureFields = { name: true, email: true, phone: false };
    expect(data.chatbot).toMatchObject({ ...everything, tone: 'warm', leadCaptureFields });
  });

  it('ignores read-only and unknown fields', async () => {
    const before = await owner.chatbot();
    const sneaked = {
      ownerId: 'x',
      status: 'ready',
      pageCount: 7,
      chunkCount: 7,
      vectorCollection: 'x',
      publicId: 'x',
    };
    const answer = await patch(before.id, { ...sneaked, id: 'x', unknown: 1, theme: { bg: '#000', other: '#000' } });
    const { updatedAt } = answer.data.chatbot;
    expect(answer.data.chatbot).toEqual({ ...before, theme: { bg: '#000' }, updatedAt });
  });

  it('may change nothing', async () => {
    const before = await owner.chatbot();
    expect((await patch(before.id, {})).data.chatbot).toEqual(before);
  });

  it.each([
    ['/name', { name: '' }],
    ['/name', { name: null }],
    ['/description', { description: 'x'.repeat(2001) }],
    ['/systemPrompt', { systemPrompt: 'x'.repeat(8001) }],
    ['/primaryColor', { primaryColor: 'red' }],
    ['/primaryColor', { primaryColor: '#12345' }],
    ['/primaryColor', { primaryColor: '#fff\n' }],
    ['/theme/bg', { theme: { bg: 'url(javascript:alert(1))' } }],
    ['/theme', { theme: [] }],
    ['/quickPrompts', { quickPrompts: Array(11).fill('x') }],
    ['/quickPrompts/0', { quickPrompts: ['x'.repeat(201)] }],
    ['/chatbotModel', { chatbotModel: 'gpt-5' }],
    ['/autoRefreshSchedule', { autoRefreshSchedule: 'hourly' }],
    ['/allowLeadCapture', { allowLeadCapture: 'true' }],
    ['/allowLeadCapture', { allowLeadCapture: 1 }],
    ['/leadCaptureFields/name', { leadCaptureFields: { name: 'yes' } }],
    ['/embedDomains', { embedDomains: 'example.com' }],
    ['/persona', { persona: { $gt: '' } }],
    ['/avatarUrl', { avatarUrl: '/uploads/somebody-elses.png' }],
    ['/avatarUrl', { avatarUrl: 'https://evil.example.org/a.png' }],
    ['/avatarUrl', { avatarUrl: '' }],
  ])('is refused, with nothing of it stored, for %s: %j', async (path, change) => {
    const before = await owner.chatbot();
    const answer = await patch(before.id, { tone: 'not to be stored', ...change });
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.details?.map((detail) => detail.path)).toEqual([path]);
    expect((await read(before.id)).data.chatbot).toEqual(before);
  });

  it('counts characters, not code units', async () => {
    const { id } = await owner.chatbot();
    expect((await patch(id, { name: '👍'.repeat(200) })).status).toBe(200);
    expect((await patch(id, { name: '👍'.repeat(201) })).status).toBe(400);
  });
});

describe('The ETag of a chatbot', () => {
  it('makes an update with If-Match fail when the chatbot has changed', async () => {
    const { id } = await owner.chatbot();
    const tag = (await read(id)).headers.get('etag') ?? '';
    const changed = await patch(id, { tone: 'warm' }, { 'if-match': tag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
    const stale = await patch(id, { tone: 'cold' }, { 'if-match': tag });
    expect([stale.status, stale.code]).toEqual([412, 'CHATBOT_CHANGED']);
    expect((await read(id)).data.chatbot.tone).toBe('warm');
    const tagged = (await read(id)).headers.get('etag');
    expect(tagged).toBe(changed.headers.get('etag'));
    expect((await patch(id, { tone: 'dry' }, { 'if-match': `"x", ${tagged}` })).status).toBe(200);
    expect((await patch(id, { tone: 'wry' }, { 'if-match': '*' })).status).toBe(200);
    expect((await patch(id, { tone: 'shy' }, { 'if-match': `W/${tagged}` })).status).toBe(412);
    expect((await patch(id, { tone: 'sly' }, { 'if-match': 'nonsense' })).status).toBe(412);
  });

  it('changes with the progress of its sources, which does not fail an update', async () => {
    const { id } = await owner.chatbot();
    const tag = (await read(id)).headers.get('etag') ?? '';
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const answer = await owner.call('GET', `/chatbots/${id}`, { headers: { 'if-none-match': tag } });
    expect(answer.status).toBe(200);
    expect((await patch(id, { tone: 'warm' }, { 'if-match': tag })).status).toBe(200);
  });

  it('lets exactly one of several updates with the same If-Match succeed', async () => {
    const { id } = await owner.chatbot();
    const tag = (await read(id)).headers.get('etag') ?? '';
    const tones = Array.from({ length: 8 }, (_, number) => `tone ${number}`);
    const answers = await Promise.all(tones.map((tone) => patch(id, { tone }, { 'if-match': tag })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
  });
});
