import { describe, expect, it } from 'vitest';
import { PassageCache, perPassage } from '../../../src/answering/retrieval/passage-cache.ts';
import type { Passage } from '../../../src/ports/search-index.ts';

const passage = (id: string, chatbotId = 'shop', text = `Text of ${id}`): Passage => ({
  id,
  chatbotId,
  sourceId: 's',
  generation: 'g',
  ordinal: 0,
  title: 'T',
  url: null,
  headings: [],
  text,
});

function indexOf(...held: Passage[]) {
  const asked: (readonly string[])[] = [];
  const index = {
    search: () => Promise.reject(new Error('not asked')),
    async getPassages(chatbotId: string, ids: readonly string[]) {
      asked.push(ids);
      return ids.flatMap((id) => held.find((one) => one.id === id && one.chatbotId === chatbotId) ?? []);
    },
  };
  return { asked, held, cache: new PassageCache(index) };
}

describe('Passages that were found', () => {
  it('are read from the index once, in the order asked for, and stay the same objects', async () => {
    const { asked, cache } = indexOf(passage('a'), passage('b'), passage('c'));
    const [a] = await cache.getPassages('shop', ['a']);
    const found = await cache.getPassages('shop', ['c', 'a', 'b']);
    expect(found.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(found[1]).toBe(a);
    expect(asked).toEqual([['a'], ['c', 'b']]);
  });

  it('are never those of another chatbot, whatever id is asked for', async () => {
    const { cache } = indexOf(passage('a'));
    expect(await cache.getPassages('shop', ['a'])).toHaveLength(1);
    expect(await cache.getPassages('other', ['a'])).toEqual([]);
    expect(await cache.getPassages('shop', ['a'])).toHaveLength(1);
  });

  it('that do not exist are not asked for again', async () => {
    const { asked, cache } = indexOf();
    expect(await cache.getPassages('shop', ['before the first'])).toEqual([]);
    expect(await cache.getPassages('shop', ['before the first'])).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it('are forgotten when there are too many', async () => {
    const long = Array.from({ length: 40 }, (_, n) => passage(`long ${n}`, 'shop', 'x'.repeat(100_000)));
    const { asked, cache } = indexOf(passage('a'), ...long);
    await cache.getPassages('shop', ['a']);
    for (const { id } of long) await cache.getPassages('shop', [id]);
    await cache.getPassages('shop', ['a']);
    expect(asked.filter((ids) => ids.includes('a'))).toHaveLength(2);
  });

  it('have what is made of them made once', () => {
    let made = 0;
    const lengthOf = perPassage(({ text }) => {
      made += 1;
      return text.length;
    });
    const one = passage('a');
    expect([lengthOf(one), lengthOf(one)]).toEqual([9, 9]);
    expect(made).toBe(1);
  });
});
