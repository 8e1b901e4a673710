/** Passages read for answering: their sentences with the words they hold. */
import { analyseText } from '../analysis/analyse.ts';
import { type Statement, statementsOf } from './statements.ts';

export interface ExtractPassage {
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
  /** The parts of it that were found, when it has been widened to what stands around them. */
  readonly found?: readonly string[];
}

type Words = ReadonlySet<string>;

export interface ReadStatement extends Statement {
  readonly words: Words;
  /** Of all headings it stands under, title included. */
  readonly context: Words;
}

export interface ReadPassage {
  readonly statements: readonly ReadStatement[];
  /** What is judged by itself, as places in `statements`: a longer text holds more of any question. */
  readonly parts: readonly (readonly number[])[];
}

/** Reading takes longer than all that is done with it, and the same passages give an answer and what to ask next. */
const known = new WeakMap<readonly ExtractPassage[], readonly ReadPassage[]>();

/** Linear in the text; a few milliseconds for eight passages, once. */
export function readPassages(passages: readonly ExtractPassage[]): readonly ReadPassage[] {
  const read = known.get(passages) ?? passages.map(readPassage);
  known.set(passages, read);
  return read;
}

function readPassage({ title, headings, text, found }: ExtractPassage): ReadPassage {
  const above = [title, ...headings].join('\n');
  const contexts = new Map<string, Words>();
  const statements = statementsOf(text).map((statement) => {
    const { text, heading } = statement;
    const context = contexts.get(heading) ?? new Set(analyseText(`${above}\n${heading}`));
    contexts.set(heading, context);
    return { ...statement, words: new Set(analyseText(text)), context };
  });
  const all = statements.map((_, place) => place);
  const parts = found?.map((part) => {
    const sentences = new Set(statementsOf(part).map(({ text }) => text));
    return all.filter((place) => sentences.has(statements[place]?.text ?? ''));
  });
  return { statements, parts: parts ?? [all] };
}
