/** A search index of a handful of passages for tests of what stands above it: exact, in memory. */
import type { IndexedPassage, Passage, SearchIndex } from '../../../src/ports/search-index.ts';
import { analyseText } from '../../../src/text/analysis/analyse.ts';
import { NO_RANKING, rankingOf } from '../../../src/text/ranking/ranking.ts';

export type PassageToFind = Pick<Passage, 'title' | 'url' | 'text'> & Partial<Passage>;

export function tinySearchIndex(
  passages: readonly PassageToFind[],
  vectorOf: (text: string) => Float32Array,
): Pick<SearchIndex, 'search' | 'getPassages'> {
  const all = passages.map((passage, ordinal): IndexedPassage => {
    const { title, text, headings = [] } = passage;
    const content = [title, ...headings, text].join('\n');
    return {
      id: `p${ordinal + 1}`,
      chatbotId: 'bot',
      sourceId: `s${ordinal + 1}`,
      generation: 'g1',
      ordinal,
      headings,
      words: analyseText(content).join(' '),
      vector: vectorOf(content),
      ...passage,
    };
  });
  return {
    async search({ chatbotId, generations, words, vector, limit }) {
      const searched = all.filter((one) => one.chatbotId === chatbotId && generations.includes(one.generation));
      const ranked = (score: (passage: IndexedPassage) => number) =>
        rankingOf(
          searched
            .map((passage) => ({ id: passage.id, score: score(passage) }))
            .filter((hit) => hit.score > 0)
            .sort((one, other) => other.score - one.score)
            .slice(0, limit),
        );
      return {
        byWords: ranked(({ words: held }) => words.filter((word) => held.split(' ').includes(word)).length),
        statistics: null,
        byVector: vector === null ? NO_RANKING : ranked((passage) => cosine(passage.vector, vector)),
      };
    },
    async getPassages(chatbotId, ids) {
      return ids.flatMap((id) => {
        const found = all.find((passage) => passage.id === id && passage.chatbotId === chatbotId);
        if (found === undefined) return [];
        const { words: _words, vector: _vector, ...passage } = found;
        return [passage];
      });
    },
  };
}

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}
