import { expect, test } from 'vitest';
import { SearchThreads } from '../../../../../src/adapters/sqlite/search-index/threads/search-threads.ts';

type Reader = Awaited<ReturnType<SearchThreads['first']>>;

function threads(count: number) {
  const opened: Reader[] = [];
  const open = async () => {
    const reader = { close: async () => undefined } as unknown as Reader;
    opened.push(reader);
    return reader;
  };
  return { threads: new SearchThreads(count, open, undefined), opened };
}

test('One thread runs while one chatbot is searched, whatever its id', async () => {
  for (const chatbotId of ['a', 'b', 'c', 'd']) {
    const { threads: two, opened } = threads(2);
    await two.first();
    for (let search = 0; search < 3; search += 1) await two.of(chatbotId);
    expect(opened).toHaveLength(1);
  }
});

test('Chatbots are divided among all threads, and each keeps its own', async () => {
  const { threads: two, opened } = threads(2);
  const chatbots = ['a', 'b', 'c', 'd'];
  const first = await Promise.all(chatbots.map((id) => two.of(id)));
  expect(first.map((reader) => opened.indexOf(reader))).toEqual([0, 1, 0, 1]);
  expect(await Promise.all(chatbots.map((id) => two.of(id)))).toEqual(first);
});
