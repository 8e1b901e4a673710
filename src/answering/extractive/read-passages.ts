/** Splits passages into sentences with their analysed words. */
import { analyseText } from '../../text/analysis/analyse.ts';
import { type Statement, statementsOf } from './statements.ts';

export interface ExtractPassage {
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
  /** The parts of the text that were found, when context expansion added to them. */
  readonly found?: readonly string[];
}

type Words = ReadonlySet<string>;

export interface ReadStatement extends Statement {
  readonly words: Words;
  /** Words of all headings above it, title included. */
  readonly context: Words;
}

export interface ReadPassage {
  readonly statements: readonly ReadStatement[];
  /** Parts that are scored by themselves, as indexes of `statements`, since a longer text holds more of any question. */
  readonly parts: readonly (readonly number[])[];
}

/** Cache: an answer and its follow-up questions read the same passages, and reading dominates their cost. */
const READ_PASSAGES = new WeakMap<readonly ExtractPassage[], readonly ReadPassage[]>();

/** Linear in the text; a few milliseconds for eight passages, once. */
export function readPassages(passages: readonly ExtractPassage[]): readonly ReadPassage[] {
  const read = READ_PASSAGES.get(passages) ?? passages.map(readPassage);
  READ_PASSAGES.set(passages, read);
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
