/**
 * Fits the weights of `answerProbability` (src/answering/extractive/scoring/answer-probability.ts) on the judged sets: a logistic regression on
 * three of four articles. Prints the weights, and for each set what they do on the fourth. Run by `node bench/retrieval/fit-answer-probability.ts`.
 */
import { createOfflineEmbedder } from '../../src/adapters/offline/embedder.ts';
import { openSqliteSearchIndex } from '../../src/adapters/sqlite/search-index/search-index.ts';
import { candidateFor } from '../../src/answering/extractive/extract-answer.ts';
import { excerptsOf } from '../../src/answering/extractive/quotation/excerpt.ts';
import { type AnswerEvidence, regressors } from '../../src/answering/extractive/scoring/answer-probability.ts';
import { evidenceFor } from '../../src/answering/extractive/scoring/answerability.ts';
import { finish } from '../../src/lib/steps.ts';
import { withDirectory } from '../harness/timing.ts';
import { askedOf, type FoundDocument, holdsAnswer, searchOf } from './asked-questions.ts';
import { type JudgedSet, readJudgedSet } from './judged-set.ts';
import { fillWith, setsDirectory } from './retrieval-quality.ts';

const sets = ['squad-it-test', 'xquad-es', 'xquad-zh', 'xquad-th', 'xquad-ar', 'stackfaq-dev'];
const questionsASet = 400;
const names = ['share', 'rarity', 'bm25', 'rival'] as const satisfies readonly (keyof AnswerEvidence)[];
/** Documents that follow each other are of one article. */
const documentsAnArticle = 5;
const smallestProbability = 0.19;

interface Sample {
  readonly given: readonly number[];
  readonly isRight: boolean;
  /** Asked with the paragraph that answers it. */
  readonly isAnswerable: boolean;
  readonly isSetAside: boolean;
}

type Question = JudgedSet['queries'][number];

function sampleOf(
  { text, relevant, answers }: Question,
  documents: readonly FoundDocument[],
  statistics: Parameters<typeof evidenceFor>[2],
): Omit<Sample, 'isSetAside' | 'isAnswerable'> | null {
  const candidate = finish(candidateFor(text, documents, { statistics }));
  const evidence =
    candidate === null ? null : evidenceFor({ passages: documents, ...candidate }, candidate.topic, statistics);
  if (candidate === null || evidence === null) return null;
  const { best, scored, read, terms } = candidate;
  const quoted = excerptsOf(best, scored, read, { terms, question: text });
  const isRight =
    answers.length > 0 ? holdsAnswer(quoted, answers) : relevant.has(documents[quoted[0]?.passage ?? -1]?.id ?? '');
  const given = regressors(evidence);
  return { given: names.map((name) => given[name]), isRight };
}

async function samplesOf(name: string): Promise<readonly Sample[]> {
  const embedder = createOfflineEmbedder();
  return withDirectory(async (directory) => {
    const index = await openSqliteSearchIndex({ directory, embedderId: embedder.id, dimensions: embedder.dimensions });
    try {
      const set = readJudgedSet(new URL(`${name}/`, setsDirectory));
      await fillWith(set, name, { searchIndex: index, embedder });
      const find = searchOf(set, name, { searchIndex: index, embedder });
      const places = new Map(set.documents.map(({ id }, place) => [id, place]));
      const samples: Sample[] = [];
      for (const question of askedOf(set.queries, questionsASet)) {
        const { found, statistics } = await find(question);
        const [about = ''] = question.relevant.keys();
        const isSetAside = Math.floor((places.get(about) ?? 0) / documentsAnArticle) % 4 === 3;
        for (const isAnswerable of [true, false]) {
          const documents = found.filter(({ id }) => isAnswerable || !question.relevant.has(id)).slice(0, 8);
          const sample = sampleOf(question, documents, statistics);
          if (sample !== null)
            samples.push({ ...sample, isRight: sample.isRight && isAnswerable, isAnswerable, isSetAside });
        }
      }
      return samples;
    } finally {
      await index.close();
    }
  });
}

const logitOf = (weights: readonly number[], given: readonly number[]): number =>
  [...given, 1].reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

const rounds = 30;
const ridge = 1e-3;

/** Newton's method. Each set weighs the same. */
function fittedWeights(bySet: readonly (readonly Sample[])[]): readonly number[] {
  let weights: readonly number[] = [...names.map(() => 0), 0];
  for (let round = 0; round < rounds; round += 1) {
    const gradient = weights.map((weight) => ridge * weight);
    const hessian = weights.map((_, row) => weights.map((_, column) => (row === column ? ridge : 0)));
    for (const samples of bySet)
      for (const sample of samples) addSample(sample, weights, 1 / samples.length, { gradient, hessian });
    const step = solve(hessian, gradient);
    weights = weights.map((weight, at) => weight - (step[at] ?? 0));
  }
  return weights;
}

function addSample(
  { given, isRight }: Sample,
  weights: readonly number[],
  importance: number,
  { gradient, hessian }: { readonly gradient: number[]; readonly hessian: readonly number[][] },
): void {
  const probability = sigmoid(logitOf(weights, given));
  const error = importance * (probability - (isRight ? 1 : 0));
  const curvature = importance * probability * (1 - probability);
  const values = [...given, 1];
  for (const [row, value] of values.entries()) {
    gradient[row] = (gradient[row] ?? 0) + error * value;
    const cells = hessian[row] ?? [];
    for (const [column, other] of values.entries()) cells[column] = (cells[column] ?? 0) + curvature * value * other;
  }
}

/** Gauss-Jordan elimination. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, values[at] ?? 0]);
  for (const [at, row] of rows.entries()) {
    const pivot = row[at] ?? 1;
    for (const [column, value] of row.entries()) row[column] = value / pivot;
    for (const other of rows) {
      const factor = other === row ? 0 : (other[at] ?? 0);
      for (const [column, value] of row.entries()) other[column] = (other[column] ?? 0) - factor * value;
    }
  }
  return rows.map((row) => row.at(-1) ?? 0);
}

function report(name: string, samples: readonly Sample[], weights: readonly number[]): string {
  const aside = samples.filter(({ isSetAside }) => isSetAside);
  const isAnswered = ({ given }: Sample) => sigmoid(logitOf(weights, given)) >= smallestProbability;
  const share = (part: readonly Sample[], test: (sample: Sample) => boolean) =>
    (part.filter(test).length / Math.max(1, part.length)).toFixed(3);
  const [answerable, others] = [true, false].map((is) => aside.filter(({ isAnswerable }) => isAnswerable === is));
  const right = share(answerable ?? [], (sample) => sample.isRight && isAnswered(sample));
  return `${name}: ${aside.length} set aside, ${right} right, ${share(others ?? [], (one) => !isAnswered(one))} refused`;
}

const bySet: (readonly Sample[])[] = [];
for (const name of sets) bySet.push(await samplesOf(name));
const fitted = (samples: readonly (readonly Sample[])[]) =>
  fittedWeights(samples.map((part) => part.filter(({ isSetAside }) => !isSetAside)));
const weights = fitted(bySet);
console.log([...names, 'bias'].map((name, at) => `${name}: ${weights[at]?.toFixed(2)}`).join(', '));
for (const [at, name] of sets.entries()) {
  const samples = bySet[at] ?? [];
  console.log(report(name, samples, weights));
  console.log(`  fitted on the other sets: ${report(name, samples, fitted(bySet.filter((_, other) => other !== at)))}`);
}
