/** Roles divided among nodes: two that answer, one that projects, one that reads sources. */
import { describe, expect, it, vi } from 'vitest';
import type { Chatbot } from '../../../src/projections/chatbots/queries.ts';
import type { WidgetKey } from '../../../src/projections/widget-keys/queries.ts';
import { png } from '../../support/files/images.ts';
import { cookiesOf } from '../../support/http/service.ts';
import { nodeOf, nodesOfFile, ownInstallation, sharesStores } from './support.ts';

const PASSWORD = 'correct horse';

describe.skipIf(!sharesStores)('Among several nodes', () => {
  const nodes = nodesOfFile({
    one: { ROLES: 'http', PLAN_CHATBOTS: '3', MESSAGE_RATE_LIMIT: '8/3600' },
    other: { ROLES: 'http', PLAN_CHATBOTS: '3', MESSAGE_RATE_LIMIT: '8/3600' },
    projector: { ROLES: 'projector' },
    worker: { ROLES: 'ingestion,scheduler' },
  });

  it('what was answered by one is read at another at once', async () => {
    const { one, other } = nodes();
    const there = await one.owner();
    const here = there.at(other);
    const { id } = await there.chatbot();
    for (let turn = 1; turn <= 10; turn += 1) {
      const [writer, reader] = turn % 2 === 0 ? [there, here] : [here, there];
      const name = `Name ${turn}`;
      expect((await writer.call('PATCH', `/chatbots/${id}`, { body: { name } })).status).toBe(200);
      const read = await reader.call<{ chatbot: Chatbot }>('GET', `/chatbots/${id}`);
      expect(read.data.chatbot.name).toBe(name);
    }
    const widget = await there.widget(id);
    for (let turn = 1; turn <= 6; turn += 1) {
      const [asked, looked] = turn % 2 === 0 ? [one, other] : [other, one];
      const answer = await widget.at(asked).ask('talk', `Question ${turn}`);
      const { data } = await widget
        .at(looked)
        .call<{ messages: { messageId: string }[] }>('GET', '/history?sessionId=talk');
      expect(data.messages.at(-1)?.messageId).toBe(answer.messageId);
    }
  });

  it('a source added at one is read by the node that reads, and answered from by the others', async () => {
    const { one, other } = nodes();
    const owner = await one.owner();
    const { id } = await owner.chatbot();
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const widget = await owner.widget(id);
    for (const node of [one, other]) {
      expect((await widget.at(node).ask('visitor', 'When are you open?')).text).toContain('nine to five');
    }
    const deleted = await owner.at(other).call<{ dataSources: { id: string }[] }>('GET', `/chatbots/${id}/datasources`);
    const [source] = deleted.data.dataSources;
    await owner.at(other).call('DELETE', `/chatbots/${id}/datasources/${source?.id}`);
    expect((await widget.at(one).ask('visitor', 'When are you open?')).text).not.toContain('nine to five');
  });

  it('an image uploaded to one is shown by another, and by none once its chatbot is deleted', async () => {
    const { one, other } = nodes();
    const owner = await one.owner();
    const { id } = await owner.chatbot();
    const body = new FormData();
    body.append('file', new Blob([await png()]), 'face.png');
    const { data } = await owner.call<{ url: string }>('POST', `/uploads/${id}/image`, { body });
    const shown = await other.fetch('GET', data.url);
    expect([shown.status, (await shown.bytes()).length]).toEqual([200, Number(shown.headers.get('content-length'))]);
    const avatar = { body: { avatarUrl: data.url } };
    expect((await owner.at(other).call('PATCH', `/chatbots/${id}`, avatar)).status).toBe(200);
    await owner.call('DELETE', `/chatbots/${id}`);
    for (const node of [one, other]) expect((await node.fetch('GET', data.url)).status).toBe(404);
  });

  it('only those with the role answer the interface; all tell how they are', async () => {
    for (const [name, node] of Object.entries(nodes())) {
      expect((await node.call('GET', '/readyz')).status).toBe(200);
      const { status } = await node.fetch('GET', '/api/auth/me');
      expect([name, status]).toEqual([name, name === 'one' || name === 'other' ? 401 : 404]);
    }
  });

  it('a plan holds exactly, and an email address belongs to one account, whichever nodes are asked at once', async () => {
    const { one, other } = nodes();
    const owner = await one.owner();
    const creating = [one, other, one, other, one, other].map((node) =>
      owner.at(node).call('POST', '/chatbots', { body: { name: 'Support' } }),
    );
    const created = (await Promise.all(creating)).map(({ status }) => status);
    expect(created.filter((status) => status === 201)).toHaveLength(3);

    const body = { email: 'ada@example.com', password: PASSWORD, name: 'Ada' };
    const registering = [one, other, one, other].map((node) => node.call('POST', '/api/auth/register', { body }));
    const registered = (await Promise.all(registering)).map(({ status }) => status);
    expect(registered.sort()).toEqual([201, 409, 409, 409]);
  });

  it('a session holds everywhere, and ends everywhere', async () => {
    const { one, other } = nodes();
    const body = { email: 'grace@example.com', password: PASSWORD, name: 'Grace' };
    await one.call('POST', '/api/auth/register', { body });
    const signedIn = await other.call('POST', '/api/auth/login', { body: { email: body.email, password: PASSWORD } });
    const cookie = cookiesOf(signedIn);
    expect((await one.call('GET', '/api/auth/me', { headers: { cookie } })).status).toBe(200);
    expect((await one.call('POST', '/api/auth/logout', { headers: { cookie } })).status).toBe(200);
    expect((await other.call('POST', '/api/auth/refresh', { headers: { cookie } })).status).toBe(401);
  });

  it('a rate is one for all of them', async () => {
    const { one, other } = nodes();
    const owner = await one.owner();
    const widget = await owner.widget((await owner.chatbot()).id);
    const asking = Array.from({ length: 12 }, (_, turn) =>
      widget
        .at(turn % 2 === 0 ? one : other)
        .call('POST', '/message', { body: { sessionId: 'busy', message: 'Hello' } }),
    );
    const statuses = (await Promise.all(asking)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(8).fill(200), ...Array(4).fill(429)]);
  });

  it('the uses of a key are counted together', async () => {
    const { one, other } = nodes();
    const owner = await one.owner();
    const { id } = await owner.chatbot();
    const widget = await owner.widget(id);
    for (const node of [one, other, one, other, one]) await widget.at(node).call('GET', '/config');
    const path = `/chatbots/${id}/widget-keys`;
    await vi.waitFor(
      async () => {
        const { data } = await owner.at(other).call<{ keys: WidgetKey[] }>('GET', path);
        expect(data.keys).toMatchObject([{ usageCount: 5 }]);
      },
      { timeout: 10_000, interval: 100 },
    );
  });
});

describe.skipIf(!sharesStores)('A node that joins', () => {
  it('knows all that was there before, and may do everything itself', async () => {
    const installation = await ownInstallation();
    const first = await nodeOf(installation);
    const owner = await first.owner();
    const { id } = await owner.chatbot();
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const widget = await owner.widget(id);
    const second = await nodeOf(installation);
    expect((await widget.at(second).ask('visitor', 'When are you open?')).text).toContain('nine to five');
    // From now on both nodes project and take work.
    await Promise.all([
      owner.text(id, 'Parking', 'You may park behind the mill.'),
      owner.at(second).text(id, 'Toilets', 'The toilets are beside the bakery.'),
    ]);
    expect((await widget.ask('visitor', 'Where are the toilets?')).text).toContain('bakery');
    expect((await widget.at(second).ask('visitor', 'Where may I park?')).text).toContain('behind the mill');
  });
});
