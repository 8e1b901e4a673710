/** Contents of few passages: each question of a judged set with the documents of its article, with and without the one that answers it. */
import { readPassages } from '../../src/answering/extractive/passages/read-passages.ts';
import { ranksOf, scoresOfQuestion } from '../../src/answering/extractive/scoring/search-scores.ts';
import type { SearchStatistics } from '../../src/ports/search-index.ts';
import { analysePassage } from '../../src/text/analysis/analyse.ts';
import { askedOf, type FoundDocument } from './asked-questions.ts';
import type { JudgedSet } from './judged-set.ts';

type Question = JudgedSet['queries'][number];

export interface SmallContent {
  readonly question: Question;
  /** Number of the article in the set. */
  readonly article: number;
  readonly isAnswerable: boolean;
  /** Those that hold most of the question first, as search gives them. */
  readonly documents: readonly FoundDocument[];
  readonly statistics: SearchStatistics;
}

/** Documents that follow each other are of one article. */
const documentsAnArticle = 5;
const documentsAContent = 4;

/** Questions whose answer stands in several documents of the article are asked with it alone. */
export function* smallContents(set: JudgedSet, questions: number): Generator<SmallContent> {
  const places = new Map(set.documents.map(({ id }, place) => [id, place]));
  for (const question of askedOf(set.queries, questions)) {
    const answering = [...question.relevant.keys()].find((id) => places.has(id)) ?? '';
    const article = Math.floor((places.get(answering) ?? 0) / documentsAnArticle);
    const documents = set.documents
      .slice(article * documentsAnArticle, (article + 1) * documentsAnArticle)
      .map((document) => ({ ...document, headings: [] }));
    const others = documents.filter(({ id }) => !question.relevant.has(id)).slice(0, documentsAContent);
    const kept = documents.filter(({ id }) => id === answering || others.slice(1).some((other) => other.id === id));
    yield contentOf(question, article, kept, true);
    const isToldTwice = others.some(({ text }) => question.answers.some((answer) => text.includes(answer)));
    if (!isToldTwice) yield contentOf(question, article, others, false);
  }
}

function contentOf(
  question: Question,
  article: number,
  documents: readonly FoundDocument[],
  isAnswerable: boolean,
): SmallContent {
  const statistics = statisticsOf(documents);
  const ranks = ranksOf(scoresOfQuestion(question.text, readPassages(documents), statistics));
  const ranked = [...documents.keys()].sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
  return { question, article, isAnswerable, statistics, documents: ranked.flatMap((at) => documents[at] ?? []) };
}

const analysed = new WeakMap<FoundDocument, ReadonlySet<string>>();

function statisticsOf(documents: readonly FoundDocument[]): SearchStatistics {
  const frequencies = new Map<string, number>();
  for (const document of documents) {
    const words = analysed.get(document) ?? new Set(analysePassage(document));
    analysed.set(document, words);
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  return { passages: documents.length, frequencies };
}
