import { beforeAll, describe, expect, it } from 'vitest';
import type { Chatbot } from '../../../src/projections/chatbots/queries.ts';
import type { DataSource } from '../../../src/projections/data-sources/queries.ts';
import { type Owner, TestService } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
let owner: Owner;
beforeAll(async () => {
  owner = await service().owner();
});
const read = (id: string) => owner.call<{ chatbot: Chatbot }>('GET', `/chatbots/${id}`);

describe('A new chatbot', () => {
  it('has all fields with their defaults, and the name that was sent', async () => {
    const body = { name: 'Support', description: 'sneaked in', ownerId: 'me', status: 'ready', pageCount: 9 };
    const answer = await owner.call<{ chatbot: Chatbot }>('POST', '/chatbots', { body });
    expect(answer.status).toBe(201);
    const { id, publicId, ownerId, vectorCollection, createdAt } = answer.data.chatbot;
    expect(answer.data.chatbot).toEqual({
      id,
      publicId,
      ownerId,
      vectorCollection,
      createdAt,
      updatedAt: createdAt,
      name: 'Support',
      description: '',
      avatarUrl: null,
      primaryColor: '#2563eb',
      theme: {},
      welcomeMessage: '',
      quickPrompts: [],
      chatbotModel: 'gpt-4o-mini',
      persona: '',
      tone: '',
      systemPrompt: '',
      allowLeadCapture: false,
      leadCaptureFields: { name: false, email: false, phone: false },
      humanHandoffEnabled: false,
      humanHandoffEmail: '',
      autoRefreshSchedule: 'none',
      embedDomains: [],
      status: 'idle',
      pageCount: 0,
      chunkCount: 0,
    });
    expect(publicId).not.toBe(id);
    expect((await read(id)).data).toEqual(answer.data);
    const list = await owner.call<{ chatbots: Chatbot[] }>('GET', '/chatbots');
    expect(list.data.chatbots).toContainEqual({ ...answer.data.chatbot, waitingVisitors: 0 });
  });

  it.each([{}, { name: '' }, { name: 'a'.repeat(201) }, { name: 1 }, { name: null }, { name: ['a'] }])(
    'is refused for %j',
    async (body) => {
      const answer = await owner.call('POST', '/chatbots', { body });
      expect([answer.status, answer.details?.[0]?.path]).toEqual([400, '/name']);
    },
  );

  it('is refused beyond the plan’s limit, until another is deleted', async () => {
    const small = await TestService.start({ PLAN_CHATBOTS: '3' });
    try {
      const poor = await small.owner();
      const create = () => poor.call<{ chatbot: Chatbot }>('POST', '/chatbots', { body: { name: 'Support' } });
      const answers = await Promise.all(Array.from({ length: 10 }, create));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
      const refused = answers.filter(({ status }) => status === 403);
      expect(refused.map(({ message }) => message)).toEqual(Array(7).fill('Chatbot limit reached for your plan'));
      const { data } = await poor.call<{ chatbots: Chatbot[] }>('GET', '/chatbots');
      expect(data.chatbots).toHaveLength(3);
      await poor.call('DELETE', `/chatbots/${data.chatbots[0]?.id}`);
      expect((await create()).status).toBe(201);
    } finally {
      await small.stop();
    }
  });
});

describe('The status of a chatbot', () => {
  const status = async (id: string) => (await owner.call('GET', `/chatbots/${id}/status`)).data;
  const counts = { pending: 0, processing: 0, done: 0, error: 0 };

  it('follows its sources', async () => {
    const { id } = await owner.chatbot();
    expect(await status(id)).toEqual({ status: 'idle', pageCount: 0, chunkCount: 0, sources: counts });
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const ready = { status: 'ready', pageCount: 1, chunkCount: 1, sources: { ...counts, done: 1 } };
    expect(await status(id)).toEqual(ready);
    expect((await read(id)).data.chatbot).toMatchObject({ status: 'ready', pageCount: 1, chunkCount: 1 });
    const body = { type: 'url', sourceUrl: 'http://127.0.0.1:1/' };
    await owner.call('POST', `/chatbots/${id}/datasources`, { body });
    await owner.trained(id);
    expect(await status(id)).toEqual({ ...ready, sources: { ...counts, done: 1, error: 1 } });
  });

  it('is an error when nothing could be read', async () => {
    const { id } = await owner.chatbot();
    const body = { type: 'url', sourceUrl: 'http://169.254.169.254/latest/meta-data' };
    await owner.call('POST', `/chatbots/${id}/datasources`, { body });
    await owner.trained(id);
    expect(await status(id)).toMatchObject({ status: 'error', sources: { error: 1 } });
  });
});

describe('Recrawling', () => {
  it('requests a run of every source, and tells how many', async () => {
    const { id } = await owner.chatbot();
    const recrawl = () => owner.call('POST', `/chatbots/${id}/recrawl`);
    const none = await recrawl();
    expect([none.status, none.data]).toEqual([202, { message: 'Recrawl started', sources: 0 }]);
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    await owner.text(id, 'Parking', 'Parking is free.');
    const both = await recrawl();
    expect([both.status, both.data]).toEqual([202, { message: 'Recrawl started', sources: 2 }]);
    await owner.trained(id);
    const { data } = await owner.call<{ dataSources: DataSource[] }>('GET', `/chatbots/${id}/datasources`);
    expect(data.dataSources.map((source) => source.status)).toEqual(['done', 'done']);
  });
});

describe('Deleting a chatbot', () => {
  it('takes effect before the response', async () => {
    const { id } = await owner.chatbot();
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const widget = await owner.widget(id);
    await widget.ask('visitor', 'When are you open?');
    const deleted = await owner.call('DELETE', `/chatbots/${id}`);
    expect([deleted.status, deleted.data]).toEqual([200, { message: 'Chatbot deleted' }]);

    const config = await widget.call('GET', '/config');
    expect([config.status, config.message]).toEqual([401, 'Invalid or revoked API key']);
    for (const path of ['', '/status', '/history', '/leads', '/satisfaction', '/datasources', '/widget-keys']) {
      const answer = await owner.call('GET', `/chatbots/${id}${path}`);
      expect([path, answer.status, answer.message]).toEqual([path, 404, 'Chatbot not found']);
    }
    expect((await owner.call('DELETE', `/chatbots/${id}`)).status).toBe(404);
    const { data } = await owner.call<{ chatbots: Chatbot[] }>('GET', '/chatbots');
    expect(data.chatbots.map((chatbot) => chatbot.id)).not.toContain(id);
  });
});

describe("Another account's chatbot", () => {
  it('is not found, the same as one that does not exist, by any route', async () => {
    const other = await service().owner();
    const { id } = await other.chatbot();
    const sourceId = await other.text(id, 'Hours', 'We are open from nine to five.');
    const widget = await other.widget(id);
    await widget.ask('visitor', 'When are you open?');
    const form = new FormData();
    form.append('file', new Blob(['text'], { type: 'text/plain' }), 'a.txt');
    const routes: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', ''],
      ['GET', '/status'],
      ['POST', '/recrawl'],
      ['POST', '/chat', { message: 'Hello' }],
      ['GET', '/history'],
      ['GET', '/leads'],
      ['DELETE', `/leads/${crypto.randomUUID()}`],
      ['GET', '/satisfaction'],
      ['GET', '/datasources'],
      ['POST', '/datasources', { type: 'text', title: 'a', content: 'b' }],
      ['POST', '/datasources/file', form],
      ['POST', `/datasources/${sourceId}/refresh`],
      ['DELETE', `/datasources/${sourceId}`],
      ['GET', '/widget-keys'],
      ['POST', '/widget-keys', { label: 'a', allowedDomains: [] }],
      ['DELETE', `/widget-keys/${widget.record.id}`],
    ];
    for (const [method, path, body] of routes) {
      for (const chatbotId of [id, crypto.randomUUID(), 'nonsense', '%00', '..%2f..']) {
        const answer = await owner.call(method, `/chatbots/${chatbotId}${path}`, { body });
        expect([method, path, answer.status, answer.message]).toEqual([method, path, 404, 'Chatbot not found']);
      }
    }
    expect((await other.call('GET', `/chatbots/${id}/datasources`)).text).toContain(sourceId);
    expect((await widget.call('GET', '/config')).status).toBe(200);
  });

  it("keeps its sources and keys from being reached through one's own", async () => {
    const other = await service().owner();
    const theirs = await other.chatbot();
    const sourceId = await other.text(theirs.id, 'Hours', 'We are open from nine to five.');
    const widget = await other.widget(theirs.id);
    const own = await owner.chatbot();
    const at = `/chatbots/${own.id}`;
    expect((await owner.call('DELETE', `${at}/datasources/${sourceId}`)).message).toBe('Data source not found');
    expect((await owner.call('POST', `${at}/datasources/${sourceId}/refresh`)).message).toBe('Data source not found');
    expect((await owner.call('DELETE', `${at}/widget-keys/${widget.record.id}`)).message).toBe('Widget key not found');
  });
});
