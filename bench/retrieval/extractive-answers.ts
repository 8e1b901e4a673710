/**
 * Measures answers without a model: how many questions are answered, for how many the quotation holds the expected answer, and
 * how many are refused when the document that answers them is missing. Run alone by `node bench/retrieval/extractive-answers.ts`.
 */
import { existsSync } from 'node:fs';
import { createOfflineEmbedder } from '../../src/adapters/offline/embedder.ts';
import { openSqliteSearchIndex } from '../../src/adapters/sqlite/search-index/search-index.ts';
import { extractAnswer } from '../../src/answering/extractive/extract-answer.ts';
import { type BenchResult, type Measurement, printMeasurements } from '../harness/measurement.ts';
import { withDirectory } from '../harness/timing.ts';
import { askedOf, holdsAnswer, searchOf } from './asked-questions.ts';
import { type JudgedSet, readJudgedSet } from './judged-set.ts';
import { fillWith, setsDirectory } from './retrieval-quality.ts';
import { smallContents } from './small-contents.ts';

const sets = ['squad-it-test', 'xquad-es', 'xquad-zh', 'xquad-th', 'xquad-ar'];
const questionsASet = 400;
/** As answering takes. */
const passagesTaken = 8;

export async function benchExtracts(): Promise<BenchResult> {
  if (!existsSync(setsDirectory)) return { measurements: [], leftOut: ['answers without a model: no judged sets'] };
  const embedder = createOfflineEmbedder();
  const measurements: Measurement[] = [];
  await withDirectory(async (directory) => {
    const index = await openSqliteSearchIndex({ directory, embedderId: embedder.id, dimensions: embedder.dimensions });
    try {
      for (const name of sets) {
        const set = readJudgedSet(new URL(`${name}/`, setsDirectory));
        await fillWith(set, name, { searchIndex: index, embedder });
        const best = searchOf(set, name, { searchIndex: index, embedder });
        measurements.push(...(await worth(name, set, best)), ...worthOfFour(name, set));
      }
    } finally {
      await index.close();
    }
  });
  return { measurements };
}

async function worth(
  name: string,
  { queries }: JudgedSet,
  best: ReturnType<typeof searchOf>,
): Promise<readonly Measurement[]> {
  const answerable = queries.filter(({ answers }) => answers.length > 0);
  const asked = askedOf(answerable, questionsASet);
  let [answered, rightly, characters, refused] = [0, 0, 0, 0];
  for (const question of asked) {
    const { found, statistics } = await best(question);
    const answer = extractAnswer(question.text, found.slice(0, passagesTaken), { statistics });
    if (answer !== null) {
      answered += 1;
      characters += answer.map(({ markdown }) => markdown).join(' ').length;
      if (holdsAnswer(answer, question.answers)) rightly += 1;
    }
    const without = found.filter(({ id }) => !question.relevant.has(id)).slice(0, passagesTaken);
    if (extractAnswer(question.text, without, { statistics }) === null) refused += 1;
  }
  const share = (count: number) => count / asked.length;
  const better = 'higher';
  return [
    { name: `${name}: answered without a model`, value: share(answered), unit: '', better },
    { name: `${name}: answered rightly`, value: share(rightly), unit: '', better },
    { name: `${name}: refused when it is not there`, value: share(refused), unit: '', better },
    { name: `${name}: characters of an answer`, value: characters / Math.max(1, answered), unit: '', better: 'lower' },
  ];
}

/** The same of four passages of an article. */
function worthOfFour(name: string, set: JudgedSet): readonly Measurement[] {
  const answerable = { ...set, queries: set.queries.filter(({ answers }) => answers.length > 0) };
  const [asked, others] = [
    { count: 0, rightly: 0 },
    { count: 0, refused: 0 },
  ];
  for (const { question, isAnswerable, documents, statistics } of smallContents(answerable, questionsASet)) {
    const answer = extractAnswer(question.text, documents, { statistics });
    if (isAnswerable) {
      asked.count += 1;
      if (answer !== null && holdsAnswer(answer, question.answers)) asked.rightly += 1;
    } else {
      others.count += 1;
      if (answer === null) others.refused += 1;
    }
  }
  const [unit, better] = ['', 'higher'] as const;
  return [
    { name: `${name}, four passages: answered rightly`, value: asked.rightly / asked.count, unit, better },
    { name: `${name}, four passages: refused`, value: others.refused / others.count, unit, better },
  ];
}

if (import.meta.main) printMeasurements('Answers without a model', (await benchExtracts()).measurements);
