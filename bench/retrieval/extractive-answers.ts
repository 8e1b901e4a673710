/**
 * Measures answers without a model: how many questions are answered, for how many the quotation holds the expected answer, and
 * how many are refused when the document that answers them is missing. Run alone by `node bench/retrieval/extractive-answers.ts`.
 */
import { existsSync } from 'node:fs';
import { createOfflineEmbedder } from '../../src/adapters/offline/embedder.ts';
import { openSqliteSearchIndex } from '../../src/adapters/sqlite/search-index/search-index.ts';
import { extractAnswer } from '../../src/answering/extractive/extract-answer.ts';
import { rankPassages } from '../../src/answering/retrieval/rank-passages.ts';
import type { SearchStatistics } from '../../src/ports/search-index.ts';
import { type BenchResult, type Measurement, printMeasurements } from '../harness/measurement.ts';
import { withDirectory } from '../harness/timing.ts';
import { type JudgedSet, readJudgedSet } from './judged-set.ts';
import { fillWith, setsDirectory } from './retrieval-quality.ts';

const sets = ['squad-it-test', 'xquad-es', 'xquad-zh', 'xquad-th', 'xquad-ar'];
const questionsASet = 400;
/** As answering takes. */
const passagesTaken = 8;
const never = new AbortController().signal;

type Question = JudgedSet['queries'][number];

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
        const documents = new Map(set.documents.map((document) => [document.id, document]));
        const best = async ({ text: question }: Question) => {
          const asked = { chatbotId: name, generations: [name], question };
          const { fused, statistics } = await rankPassages(asked, { searchIndex: index, embedder }, never);
          return { found: fused.ids.flatMap((id) => documents.get(id) ?? []), statistics };
        };
        measurements.push(...(await worth(name, set, best)));
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
  best: (question: Question) => Promise<{
    readonly found: readonly { id: string; title: string; text: string }[];
    readonly statistics: SearchStatistics | null;
  }>,
): Promise<readonly Measurement[]> {
  const answerable = queries.filter(({ answers }) => answers.length > 0);
  const step = Math.max(1, Math.floor(answerable.length / questionsASet));
  const asked = answerable.filter((_, place) => place % step === 0);
  let [answered, rightly, characters, refused] = [0, 0, 0, 0];
  for (const question of asked) {
    const { found: ranked, statistics } = await best(question);
    const found = ranked.map((document) => ({ ...document, headings: [] }));
    const answer = extractAnswer(question.text, found.slice(0, passagesTaken), { statistics });
    if (answer !== null) {
      const said = answer.map(({ markdown }) => markdown).join(' ');
      answered += 1;
      characters += said.length;
      if (question.answers.some((wanted) => plain(said).includes(plain(wanted)))) rightly += 1;
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

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');

if (import.meta.main) printMeasurements('Answers without a model', (await benchExtracts()).measurements);
