import { describe, expect, it } from 'vitest';
import { retrievePassages } from '../../../src/answering/retrieval/retrieve.ts';
import { type Embedder, ModelUnavailable } from '../../../src/ports/models.ts';
import type { SearchQuery } from '../../../src/ports/search-index.ts';
import { type PassageToFind, tinySearchIndex } from '../../support/stores/tiny-search-index.ts';

const east = Float32Array.of(1, 0);
const north = Float32Array.of(0, 1);
/** Texts that say "east" point east, all others north. */
const direction = (text: string) => (text.includes('east') ? east : north);
const embedder: Embedder = {
  id: 'compass/2',
  dimensions: 2,
  kind: 'model',
  embed: async (texts) => texts.map(direction),
};
const passage = (text: string, more: Partial<PassageToFind> = {}): PassageToFind => ({
  title: '',
  url: null,
  text,
  ...more,
});
const never = new AbortController().signal;

const retrieve = async (
  passages: readonly PassageToFind[],
  question: string,
  more: { generations?: readonly string[]; embedder?: Embedder; maxEmbedMs?: number; signal?: AbortSignal } = {},
) => {
  const { generations = ['g1'], signal = never, ...deps } = more;
  const searchIndex = tinySearchIndex(passages, direction);
  const { passages: found } = await retrievePassages(
    { chatbotId: 'bot', generations, question },
    { searchIndex, embedder, ...deps },
    signal,
  );
  return found.map(({ passage: { id } }) => id);
};

describe('Retrieval', () => {
  it('finds by words and by meaning together', async () => {
    const passages = [
      passage('Nothing at all'),
      passage('Bees dance'),
      passage('towards the east'),
      passage('Bees fly east'),
    ];
    expect((await retrieve(passages, 'Do bees go east?'))[0]).toBe('p4');
    expect((await retrieve(passages, 'Do bees go east?')).slice(0, 3).sort()).toEqual(['p2', 'p3', 'p4']);
  });

  it('finds what is meant in other words, or in another language, whatever words match by chance', async () => {
    const chance = Array.from({ length: 30 }, (_, index) => passage(`Bees number ${index} buzz about here`));
    expect(await retrieve([...chance, passage('towards the east')], 'Bees east')).toContain('p31');
    expect(
      await retrieve([...chance, passage('Sonnenaufgang im east')], 'Do bees buzz about the number of east'),
    ).toContain('p31');
  });

  it('gives the best first, eight at most, with falling scores', async () => {
    const passages = Array.from({ length: 20 }, (_, index) =>
      passage(`Bees number ${index} buzz about ${'x'.repeat(index)} there`),
    );
    const searchIndex = tinySearchIndex(passages, direction);
    const { passages: found } = await retrievePassages(
      { chatbotId: 'bot', generations: ['g1'], question: 'bees 7' },
      { searchIndex, embedder },
      never,
    );
    expect(found).toHaveLength(8);
    expect(found[0]?.passage.id).toBe('p8');
    const scores = found.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });

  it('reads where a source begins for a question what something is, which many passages may name more often', async () => {
    const beginning = passage('Teams lose sight of their work, so we made a board: Plotline is that', { id: 'g1.0' });
    const notes = Array.from({ length: 20 }, (_, index) =>
      passage(`Plotline version ${index} draws ${'x'.repeat(index)} here`),
    );
    const offline = { ...embedder, kind: 'offline' } as const;
    expect(await retrieve([...notes, beginning], 'What is Plotline?', { embedder: offline })).toContain('g1.0');
    expect(await retrieve([...notes, beginning], 'What is Plotline?', { embedder: offline })).toHaveLength(8);
    expect(await retrieve([...notes, beginning], 'What is the Plotline?', { embedder: offline })).toContain('g1.0');
    expect(await retrieve([...notes, beginning], 'What is the version?', { embedder: offline })).not.toContain('g1.0');
    expect(await retrieve([...notes, beginning], 'Plotline version 7', { embedder: offline })).not.toContain('g1.0');
  });

  it('never gives what no active generation holds, nor another chatbot’s', async () => {
    const passages = [
      passage('Bees of old', { generation: 'g0' }),
      passage('Bees of today'),
      passage('Bees of others', { chatbotId: 'other' }),
    ];
    expect(await retrieve(passages, 'bees')).toEqual(['p2']);
    expect(await retrieve(passages, 'bees', { generations: [] })).toEqual([]);
  });

  it('does not believe an index that lags behind', async () => {
    const stale = tinySearchIndex([passage('Bees of old', { generation: 'g0' }), passage('Bees of today')], direction);
    const searchIndex = {
      ...stale,
      search: (query: SearchQuery) => stale.search({ ...query, generations: ['g0', 'g1'] }),
    };
    const request = { chatbotId: 'bot', generations: ['g1'], question: 'bees' };
    const { passages: found } = await retrievePassages(request, { searchIndex, embedder }, never);
    expect(found.map(({ passage: { id } }) => id)).toEqual(['p2']);
  });

  it('drops what mostly repeats a better passage', async () => {
    const text = 'Bees fly from flower to flower all day long and carry pollen home to the hive in the evening';
    const passages = [passage(text), passage(`${text} too`), passage('Bees also sleep at night')];
    expect((await retrieve(passages, 'bees')).length).toBe(2);
    const chinese = '蜜蜂整天在花丛中飞来飞去并在傍晚把花粉带回蜂巢然后休息到第二天早晨再次出发';
    expect(await retrieve([passage(chinese), passage(`${chinese}。`)], '蜜蜂')).toEqual(['p1']);
  });

  it.each([
    ['is away', { ...embedder, embed: () => Promise.reject(new ModelUnavailable('away')) }],
    ['is too slow', { ...embedder, embed: (_texts: readonly string[], signal: AbortSignal) => rejectsWith(signal) }],
  ] as const)('goes on with words alone when the embedder %s', async (_what, away) => {
    const passages = [passage('towards the east'), passage('Bees dance')];
    expect(await retrieve(passages, 'Do bees go?', { embedder: away, maxEmbedMs: 30 })).toEqual(['p2']);
  });

  it('pays once for a question that many ask, and not for one that had no answer', async () => {
    const passages = [passage('towards the east'), passage('Bees dance')];
    const paid: string[] = [];
    let isAway = true;
    const counting: Embedder = {
      ...embedder,
      async embed(texts) {
        paid.push(...texts);
        if (isAway) throw new ModelUnavailable('away');
        return texts.map(direction);
      },
    };
    await retrieve(passages, 'What is east?', { embedder: counting });
    isAway = false;
    for (let time = 0; time < 3; time += 1) {
      expect((await retrieve(passages, 'What is east?', { embedder: counting }))[0]).toBe('p1');
    }
    await retrieve(passages, 'What is north?', { embedder: counting });
    expect(paid).toEqual(['What is east?', 'What is east?', 'What is north?']);
  });

  it('stops when the visitor leaves', async () => {
    const leaving = new AbortController();
    const slow: Embedder = { ...embedder, embed: (_texts, signal) => rejectsWith(signal) };
    const retrieving = retrieve([passage('Bees')], 'bees', { embedder: slow, signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(retrieving).rejects.toThrow('left');
  });
});

function rejectsWith(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
