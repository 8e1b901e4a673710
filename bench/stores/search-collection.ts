/** A chatbot's passages made from a seed: what is searched in the benchmarks of search engines. */
import type { IndexedPassage } from '../../src/ports/search-index.ts';
import { gaussian, seededRandom } from '../../test/support/seeded-random.ts';

export interface SearchCollection {
  readonly chatbotId: string;
  readonly generation: string;
  readonly passages: readonly IndexedPassage[];
  readonly questions: readonly { readonly words: readonly string[]; readonly vector: Float32Array }[];
}

/** Distance of passages on one topic from its middle, as the cosine of about 0.8 that such texts have. */
const SPREAD = 0.75;
const PASSAGES_IN_CLUSTER = 100;
const VOCABULARY = 30_000;
/** A chunk of 200 tokens, analysed. */
const WORDS_IN_PASSAGE = 150;
const WORDS_IN_QUESTION = 12;

/** Vectors in clusters, words by Zipf's law. The same on each run. */
export function makeCollection(size: number, dimensions: number, questions: number): SearchCollection {
  const random = seededRandom(20_000);
  const [chatbotId, generation] = ['bench-chatbot', 'bench-generation'];
  const middles = Array.from({ length: Math.ceil(size / PASSAGES_IN_CLUSTER) }, () => direction(random, dimensions));
  const near = () => scattered(random, middles[Math.floor(random() * middles.length)] ?? new Float32Array(dimensions));
  const words = (count: number) => Array.from({ length: count }, () => zipfWord(random));
  const passages = Array.from({ length: size }, (_, ordinal): IndexedPassage => {
    const held = words(WORDS_IN_PASSAGE);
    const text = held.slice(0, WORDS_IN_PASSAGE / 2).join(' ');
    const where = { id: `${generation}.${ordinal}`, chatbotId, sourceId: 'bench-source', generation, ordinal };
    const shown = { title: 'A page', url: 'https://example.com/page', headings: ['Outer', 'Inner'], text };
    return { ...where, ...shown, words: held.join(' '), vector: near() };
  });
  return {
    chatbotId,
    generation,
    passages,
    questions: Array.from({ length: questions }, () => ({ words: words(WORDS_IN_QUESTION), vector: near() })),
  };
}

/** Rank r is drawn about as often as 1/r. */
function zipfWord(random: () => number): string {
  return `word${Math.floor(VOCABULARY ** random()).toString(36)}`;
}

function scattered(random: () => number, middle: Float32Array): Float32Array {
  const aside = direction(random, middle.length);
  return unit(middle.map((value, place) => value + SPREAD * (aside[place] ?? 0)));
}

function direction(random: () => number, dimensions: number): Float32Array {
  return unit(Float32Array.from({ length: dimensions }, () => gaussian(random)));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
}
