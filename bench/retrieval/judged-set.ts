/** Collections of documents and queries with judgements of which documents answer which query. */
import { existsSync, readFileSync } from 'node:fs';

export interface JudgedSet {
  readonly documents: readonly { readonly id: string; readonly title: string; readonly text: string }[];
  /** Only those with judgements; `relevant` gives each document's grade. */
  readonly queries: readonly {
    readonly text: string;
    readonly relevant: ReadonlyMap<string, number>;
    /** Expected answers, in the words of the relevant document; empty when nobody wrote them down. */
    readonly answers: readonly string[];
  }[];
}

/** @param directory with corpus.jsonl, queries.jsonl, qrels.tsv and maybe answers.jsonl, its URL ending in `/` */
export function readJudgedSet(directory: URL): JudgedSet {
  const judgements = new Map<string, Map<string, number>>();
  for (const line of lines(directory, 'qrels.tsv').slice(1)) {
    const [query = '', document = '', grade = '0'] = line.split('\t');
    const relevant = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, relevant.set(document, Number(grade)));
  }
  const answers = new Map<string, readonly string[]>();
  for (const line of existsSync(new URL('answers.jsonl', directory)) ? lines(directory, 'answers.jsonl') : []) {
    const answer = JSON.parse(line);
    if (answer.answerable) answers.set(String(answer.id), answer.answers);
  }
  return {
    documents: lines(directory, 'corpus.jsonl').map((line) => {
      const { id, title, text } = JSON.parse(line);
      return { id: String(id), title: String(title ?? ''), text: String(text ?? '') };
    }),
    queries: lines(directory, 'queries.jsonl').flatMap((line) => {
      const { id, text } = JSON.parse(line);
      const relevant = judgements.get(String(id));
      return relevant === undefined ? [] : [{ text: String(text), relevant, answers: answers.get(String(id)) ?? [] }];
    }),
  };
}

/** Linear gain, log2 discount, as trec_eval counts it; 0 to 1. */
export function ndcgAt10(ids: readonly string[], relevant: ReadonlyMap<string, number>): number {
  const ideal = gain([...relevant.values()].sort((one, other) => other - one));
  return ideal === 0 ? 0 : gain(ids.map((id) => relevant.get(id) ?? 0)) / ideal;
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, place) => sum + grade / Math.log2(place + 2), 0);
}

function lines(directory: URL, file: string): string[] {
  return readFileSync(new URL(file, directory), 'utf8').trim().split('\n');
}
