/**
 * Fits the weights of `answerProbability` (src/answering/extractive/scoring/answer-probability.ts) on the judged sets: logistic regressions on
 * three of four articles, for contents that are searched and for contents of four passages. Prints the weights, and for each set what they do on
 * the fourth. Run by `node bench/retrieval/fit-answer-probability.ts`.
 */
import { createOfflineEmbedder } from '../../src/adapters/offline/embedder.ts';
import { openSqliteSearchIndex } from '../../src/adapters/sqlite/search-index/search-index.ts';
import { candidateFor } from '../../src/answering/extractive/extract-answer.ts';
import { excerptsOf } from '../../src/answering/extractive/quotation/excerpt.ts';
import { OF_SEARCH, OF_UNITS } from '../../src/answering/extractive/scoring/answer-probability.ts';
import { searchEvidence, unitEvidence } from '../../src/answering/extractive/scoring/answerability.ts';
import { finish } from '../../src/lib/steps.ts';
import type { SearchStatistics } from '../../src/ports/search-index.ts';
import { withDirectory } from '../harness/timing.ts';
import { askedOf, type FoundDocument, holdsAnswer, searchOf } from './asked-questions.ts';
import { type JudgedSet, readJudgedSet } from './judged-set.ts';
import { fittedWeights, logitOf, type Sample, sigmoid } from './logistic-regression.ts';
import { fillWith, setsDirectory } from './retrieval-quality.ts';
import { smallContents } from './small-contents.ts';

const sets = ['squad-it-test', 'xquad-es', 'xquad-zh', 'xquad-th', 'xquad-ar', 'stackfaq-dev'];
const questionsASet = 400;
const namesOfSearch = ['share', 'rarity', 'bm25', 'rival'] as const;
const namesOfUnits = ['share', 'score', 'rival'] as const;
/** Documents that follow each other are of one article. */
const documentsAnArticle = 5;

interface JudgedSample extends Sample {
  /** Asked with the paragraph that answers it. */
  readonly isAnswerable: boolean;
  readonly isSetAside: boolean;
}

type Question = JudgedSet['queries'][number];

type Asked = readonly [documents: readonly FoundDocument[], statistics: SearchStatistics | null];

function candidateOf({ text, relevant, answers }: Question, [documents, statistics]: Asked) {
  const candidate = finish(candidateFor(text, documents, { statistics }));
  if (candidate === null) return null;
  const { best, scored, read, terms } = candidate;
  const quoted = excerptsOf(best, scored, read, { terms, question: text });
  const isRight =
    answers.length > 0 ? holdsAnswer(quoted, answers) : relevant.has(documents[quoted[0]?.passage ?? -1]?.id ?? '');
  return { held: { passages: documents, ...candidate }, topic: candidate.topic, isRight };
}

function sampleOfSearch(question: Question, asked: Asked): Sample | null {
  const candidate = candidateOf(question, asked);
  const evidence = candidate === null ? null : searchEvidence(candidate.held, candidate.topic, asked[1]);
  if (candidate === null || evidence === null) return null;
  const given = OF_SEARCH.regressors(evidence);
  return { given: namesOfSearch.map((name) => given[name]), isRight: candidate.isRight };
}

function sampleOfUnits(question: Question, asked: Asked): Sample | null {
  const candidate = candidateOf(question, asked);
  const evidence = candidate === null ? null : unitEvidence(candidate.held, candidate.topic, asked[1]);
  if (candidate === null || evidence === null) return null;
  const given = OF_UNITS.regressors(evidence);
  return { given: namesOfUnits.map((name) => given[name]), isRight: candidate.isRight };
}

const isSetAside = (article: number): boolean => article % 4 === 3;

async function samplesOfSearch(name: string): Promise<readonly JudgedSample[]> {
  const embedder = createOfflineEmbedder();
  return withDirectory(async (directory) => {
    const index = await openSqliteSearchIndex({ directory, embedderId: embedder.id, dimensions: embedder.dimensions });
    try {
      const set = readJudgedSet(new URL(`${name}/`, setsDirectory));
      await fillWith(set, name, { searchIndex: index, embedder });
      const find = searchOf(set, name, { searchIndex: index, embedder });
      const places = new Map(set.documents.map(({ id }, place) => [id, place]));
      const samples: JudgedSample[] = [];
      for (const question of askedOf(set.queries, questionsASet)) {
        const { found, statistics } = await find(question);
        const [about = ''] = question.relevant.keys();
        const article = Math.floor((places.get(about) ?? 0) / documentsAnArticle);
        for (const isAnswerable of [true, false]) {
          const documents = found.filter(({ id }) => isAnswerable || !question.relevant.has(id)).slice(0, 8);
          const sample = sampleOfSearch(question, [documents, statistics]);
          if (sample !== null) samples.push(judged(sample, article, isAnswerable));
        }
      }
      return samples;
    } finally {
      await index.close();
    }
  });
}

const judged = (sample: Sample, article: number, isAnswerable: boolean): JudgedSample => ({
  ...sample,
  isRight: sample.isRight && isAnswerable,
  isAnswerable,
  isSetAside: isSetAside(article),
});

/** One answer of each frequently asked question, whose title the answers share. */
function withOneOfEachTitle(set: JudgedSet): JudgedSet {
  const first = new Map(set.documents.toReversed().map((document) => [document.title, document.id]));
  return { ...set, documents: set.documents.filter(({ title, id }) => first.get(title) === id) };
}

function samplesOfUnits(name: string): readonly JudgedSample[] {
  const set = readJudgedSet(new URL(`${name}/`, setsDirectory));
  const contents = smallContents(name === 'stackfaq-dev' ? withOneOfEachTitle(set) : set, questionsASet);
  return [...contents].flatMap(({ question, article, isAnswerable, documents, statistics }) => {
    const sample = sampleOfUnits(question, [documents, statistics]);
    return sample === null ? [] : [judged(sample, article, isAnswerable)];
  });
}

function report(name: string, samples: readonly JudgedSample[], weights: readonly number[], smallest: number): string {
  const aside = samples.filter((sample) => sample.isSetAside);
  const isAnswered = ({ given }: Sample) => sigmoid(logitOf(weights, given)) >= smallest;
  const share = (part: readonly JudgedSample[], test: (sample: JudgedSample) => boolean) =>
    (part.filter(test).length / Math.max(1, part.length)).toFixed(3);
  const [answerable, others] = [true, false].map((is) => aside.filter(({ isAnswerable }) => isAnswerable === is));
  const right = share(answerable ?? [], (sample) => sample.isRight && isAnswered(sample));
  return `${name}: ${aside.length} set aside, ${right} right, ${share(others ?? [], (one) => !isAnswered(one))} refused`;
}

/** @param smallest probability that answers */
function fitAndReport(names: readonly string[], bySet: readonly (readonly JudgedSample[])[], smallest: number): void {
  const fitted = (parts: readonly (readonly JudgedSample[])[]) =>
    fittedWeights(
      parts.map((part) => part.filter((sample) => !sample.isSetAside)),
      names.length,
    );
  const weights = fitted(bySet);
  console.log([...names, 'bias'].map((name, at) => `${name}: ${weights[at]?.toFixed(2)}`).join(', '));
  for (const [at, name] of sets.entries()) {
    const samples = bySet[at] ?? [];
    console.log(report(name, samples, weights, smallest));
    const others = fitted(bySet.filter((_, other) => other !== at));
    console.log(`  fitted on the other sets: ${report(name, samples, others, smallest)}`);
  }
}

const searched: (readonly JudgedSample[])[] = [];
for (const name of sets) searched.push(await samplesOfSearch(name));
fitAndReport(namesOfSearch, searched, 0.19);
fitAndReport(namesOfUnits, sets.map(samplesOfUnits), 0.19);
