import { describe, expect, it } from 'vitest';
import { rankPassages } from '../../../src/answering/retrieval/rank-passages.ts';
import type { Embedder } from '../../../src/ports/models.ts';
import type { SearchQuery, SearchResult } from '../../../src/ports/search-index.ts';
import { NO_RANKING, rankingOf } from '../../../src/text/ranking/ranking.ts';

const never = new AbortController().signal;
const embedderOf = (kind: Embedder['kind']): Embedder => ({
  id: 'fixed/1',
  dimensions: 1,
  kind,
  embed: async (texts) => texts.map(() => Float32Array.of(1)),
});
const passages: Readonly<Record<string, string>> = {
  said: 'The plates on the surface of the table were laid for supper',
  meant: 'Turbulent heating of a wing in supersonic flight',
  off: 'Opening hours of the canteen',
  closed: 'The canteen closes in August',
};
const byWords = rankingOf([
  { id: 'said', score: 20 },
  { id: 'meant', score: 19 },
  { id: 'off', score: 5 },
  { id: 'closed', score: 1 },
]);
const long = 'what is the influence of surface roughness on the transition of the boundary layer over flat plates';

/** An index that finds the same for every question, and what it was asked. */
function indexFinding(byVector: SearchResult['byVector']) {
  const asked: SearchQuery[] = [];
  return {
    asked,
    async search(query: SearchQuery): Promise<SearchResult> {
      asked.push(query);
      return { byWords, byVector: query.vector === null ? NO_RANKING : byVector, statistics: null };
    },
    async getPassages(chatbotId: string, ids: readonly string[]) {
      return ids.map((id, ordinal) => {
        const where = { id, chatbotId, sourceId: 's', generation: 'g1', ordinal };
        return { ...where, title: '', url: null, headings: [], text: passages[id] ?? '' };
      });
    },
  };
}

async function rank(question: string, kind: Embedder['kind'], byVector: SearchResult['byVector']) {
  const searchIndex = indexFinding(byVector);
  const request = { chatbotId: 'bot', generations: ['g1'], question };
  const ranking = await rankPassages(request, { searchIndex, embedder: embedderOf(kind) }, never);
  return { ranking, asked: searchIndex.asked };
}

/** Share of the expansion words from the one passage, less the share from the other. */
function moreFrom(word: string, other: string, asked: readonly SearchQuery[]): number {
  const related = asked.at(-1)?.expansionWords ?? new Map<string, number>();
  return (related.get(word) ?? 0) - (related.get(other) ?? 0);
}

describe('Ranking passages', () => {
  const agreeing = rankingOf([
    { id: 'meant', score: 0.9 },
    { id: 'said', score: 0.7 },
    { id: 'off', score: 0.1 },
  ]);

  it('asks once with a short question', async () => {
    const { asked } = await rank('When are you open?', 'model', agreeing);
    expect(asked.map(({ expansionWords }) => expansionWords)).toEqual([undefined]);
  });

  it('asks a long one again by words alone, with those of the best passages', async () => {
    const { asked, ranking } = await rank(long, 'model', agreeing);
    expect(asked.map(({ vector }) => vector === null)).toEqual([false, true]);
    expect(asked[1]?.expansionWords?.size).toBeGreaterThan(0);
    expect(ranking.byVector).toEqual(agreeing);
  });

  it('takes them from what a model that agrees with words holds for near', async () => {
    const { asked } = await rank(long, 'model', agreeing);
    expect(moreFrom('=turbulent', '=supper', asked)).toBeGreaterThan(0);
  });

  it.each([
    [
      'a model that does not agree',
      'model',
      rankingOf(agreeing.ids.toReversed().map((id, place) => ({ id, score: 0.9 - place / 3 }))),
    ],
    ['offline embeddings', 'offline', agreeing],
  ] as const)('takes them from the best by words beside %s', async (_what, kind, byVector) => {
    const { asked } = await rank(long, kind, byVector);
    expect(moreFrom('=turbulent', '=supper', asked)).toBeLessThan(0);
  });
});
