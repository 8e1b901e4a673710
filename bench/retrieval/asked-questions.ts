/** Questions of a judged set with the documents that search finds, as answering takes them. */
import { rankPassages } from '../../src/answering/retrieval/rank-passages.ts';
import type { Embedder } from '../../src/ports/models.ts';
import type { SearchIndex, SearchStatistics } from '../../src/ports/search-index.ts';
import type { JudgedSet } from './judged-set.ts';

const never = new AbortController().signal;

type Question = JudgedSet['queries'][number];

export interface FoundDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly headings: readonly string[];
  readonly bm25?: number;
}

interface Found {
  /** Best first. */
  readonly found: readonly FoundDocument[];
  readonly statistics: SearchStatistics | null;
}

/** @param name of the chatbot and of the generation that hold the set */
export function searchOf(
  set: JudgedSet,
  name: string,
  deps: { readonly searchIndex: SearchIndex; readonly embedder: Embedder },
): (question: Question) => Promise<Found> {
  const documents = new Map(set.documents.map((document) => [document.id, document]));
  return async ({ text: question }) => {
    const { fused, byWords, statistics } = await rankPassages(
      { chatbotId: name, generations: [name], question },
      deps,
      never,
    );
    const scores = new Map(byWords.ids.map((id, place) => [id, byWords.scores[place]]));
    const found = fused.ids.flatMap((id) => {
      const [document, bm25] = [documents.get(id), scores.get(id)];
      return document === undefined ? [] : [{ ...document, headings: [], ...(bm25 === undefined ? {} : { bm25 }) }];
    });
    return { found, statistics };
  };
}

/** Evenly over the set. */
export function askedOf(questions: readonly Question[], count: number): readonly Question[] {
  const step = Math.max(1, Math.floor(questions.length / count));
  return questions.filter((_, place) => place % step === 0);
}

export const holdsAnswer = (quoted: readonly { readonly markdown: string }[], answers: readonly string[]): boolean => {
  const said = plain(quoted.map(({ markdown }) => markdown).join(' '));
  return answers.some((wanted) => said.includes(plain(wanted)));
};

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
