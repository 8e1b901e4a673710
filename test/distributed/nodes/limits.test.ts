/** Limits are as exact at several nodes as at one, and contention refuses nobody. */
import { describe, expect, it } from 'vitest';
import { nodesOfFile, sharesStores } from './support.ts';

const MESSAGES = 20;

describe.skipIf(!sharesStores)('At two nodes at once', () => {
  const nodes = nodesOfFile({
    one: { PLAN_MESSAGES: String(MESSAGES), PLAN_CHATBOTS: '3', CHAT_RATE_LIMIT: '5/3600' },
    other: { PLAN_MESSAGES: String(MESSAGES), PLAN_CHATBOTS: '3', CHAT_RATE_LIMIT: '5/3600' },
  });
  const nodeFor = (place: number) => (place % 2 === 0 ? nodes().one : nodes().other);

  it("the month's messages are as many as the plan says; the others are told so", async () => {
    const owner = await nodes().one.owner();
    const widgets = await Promise.all([owner.chatbot(), owner.chatbot()]).then((chatbots) =>
      Promise.all(chatbots.map(({ id }) => owner.widget(id))),
    );
    const asking = Array.from({ length: 3 * MESSAGES }, (_, place) => {
      const widget = widgets[place % 3 === 0 ? 0 : 1]?.at(nodeFor(place));
      return widget?.call('POST', '/message', { body: { sessionId: `visitor ${place % 7}`, message: 'Hello' } });
    });
    const statuses = (await Promise.all(asking)).map((answer) => answer?.status);
    expect(statuses.sort()).toEqual([...Array(MESSAGES).fill(200), ...Array(2 * MESSAGES).fill(429)]);
  });

  it('chatbots are as many as the plan says, and a place that is given back is taken once', async () => {
    const owner = await nodes().one.owner();
    const create = (place: number) =>
      owner.at(nodeFor(place)).call<{ chatbot: { id: string } }>('POST', '/chatbots', { body: { name: 'Support' } });
    const createMany = () => Promise.all(Array.from({ length: 10 }, (_, place) => create(place)));
    const first = await createMany();
    expect(first.map(({ status }) => status).sort()).toEqual([...Array(3).fill(201), ...Array(7).fill(403)]);
    const id = first.find(({ status }) => status === 201)?.data.chatbot.id;
    const deletions = [0, 1, 2, 3].map((place) => owner.at(nodeFor(place)).call('DELETE', `/chatbots/${id}`));
    expect((await Promise.all(deletions)).filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await createMany()).filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('a rate is one', async () => {
    const owner = await nodes().one.owner();
    const { id } = await owner.chatbot();
    const chats = Array.from({ length: 12 }, (_, place) =>
      owner.at(nodeFor(place)).call('POST', `/chatbots/${id}/chat`, { body: { message: 'Hello' } }),
    );
    const statuses = (await Promise.all(chats)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });
});
