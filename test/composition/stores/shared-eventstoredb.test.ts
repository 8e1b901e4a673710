import { expect, onTestFinished, test } from 'vitest';
import { TestEventStore } from '../../support/engines/eventstoredb/test-server.ts';
import { type Owner, TestService } from '../../support/http/service.ts';

async function chatbotsOf(owner: Owner): Promise<readonly string[]> {
  const { data } = await owner.call<{ chatbots: { name: string }[] }>('GET', '/chatbots');
  return data.chatbots.map(({ name }) => name);
}

test('Two services on one EventStoreDB know nothing of each other, and what one erases the other keeps', async () => {
  const server = await TestEventStore.start();
  onTestFinished(() => server.stop());
  const ownerUnder = async (EVENTSTORE_PREFIX: string) => {
    const service = await TestService.start({ EVENTSTORE_URL: server.url, EVENTSTORE_PREFIX });
    onTestFinished(() => service.stop());
    const owner = await service.owner('owner@example.com');
    const { id } = await owner.chatbot({ name: EVENTSTORE_PREFIX });
    await owner.text(id, 'Hours', `We are open from nine to five, says ${EVENTSTORE_PREFIX}.`);
    return owner;
  };
  const first = await ownerUnder('first');
  const second = await ownerUnder('second');
  expect([await chatbotsOf(first), await chatbotsOf(second)]).toEqual([['first'], ['second']]);
  const leaving = await first.call('DELETE', '/auth/me', { body: { password: 'correct horse' } });
  expect(leaving.status).toBeLessThan(300);
  expect((await first.call('GET', '/chatbots')).status).toBe(401);
  expect(await chatbotsOf(second)).toEqual(['second']);
  const streams = server.log.records.map(({ stream }) => stream).filter((stream) => !stream.startsWith('$'));
  expect(streams.filter((stream) => !/^(?:first|second)\./.test(stream))).toEqual([]);
});
