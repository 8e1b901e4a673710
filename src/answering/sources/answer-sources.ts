import type { AnswerSource } from '../../domain/conversation/events.ts';
import { memoizedByText } from '../../lib/expiring-cache.ts';
import { analyseQuery, analyseText } from '../../text/analysis/analyse.ts';
import { searchedText } from '../../text/passage.ts';
import { strengthOf, termsOf } from '../extractive/terms/terms.ts';
import { type AnswerPassage, sourceKey } from '../generators/answer-generator.ts';
import { cleanTitle, snippetOf } from './source-text.ts';
import { supportingText } from './supporting-text.ts';

const MAX_SOURCES = 5;
/** An answer without citations rests on passages that hold this share of its words, if it has at least `MIN_TERMS` terms. */
const MIN_OVERLAP = 0.6;
const MIN_TERMS = 4;

/** Numbers of a passage and of its source, from 1. */
export interface Citation {
  readonly number: number;
  readonly source: number;
  /** The answer holds the passage's words without citing it. */
  readonly uncited?: true;
}

/** One or more citations that follow each other. */
const CITATIONS = /((?:\s?\[\d\])+)/;

/** Words of recent passages with their names. A set takes some five bytes for each character. */
const wordsOf = memoizedByText((text): ReadonlySet<string> => new Set(analyseText(text)), {
  maxBytes: 12 * 1024 * 1024,
  bytesOf: (_words, text) => text.length * 6,
});

/** Passages of one page, or of one document, are one source. Numbers follow the order of citation. */
export class AnswerSources {
  readonly #passages: readonly AnswerPassage[];
  readonly #question: string;
  readonly #numbers = new Map<string, number>();
  readonly #sources: Omit<AnswerSource, 'snippet'>[] = [];
  /** By passage number. */
  readonly #citations = new Map<number, Citation>();

  constructor(passages: readonly AnswerPassage[], question: string) {
    this.#passages = passages;
    this.#question = question;
  }

  /** Returns null for an invented number and beyond the fifth source. */
  numberOf(passageNumber: number): number | null {
    const source = this.#sourceOf(passageNumber);
    if (source !== null) this.#citations.set(passageNumber, { number: passageNumber, source });
    return source;
  }

  #sourceOf(passageNumber: number): number | null {
    const passage = this.#passages[passageNumber - 1];
    if (passage === undefined) return null;
    const key = sourceKey(passage);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#sources.length >= MAX_SOURCES) return null;
    this.#sources.push({ title: cleanTitle(passage), url: passage.url });
    this.#numbers.set(key, this.#sources.length);
    return this.#sources.length;
  }

  addUncited(answer: string): void {
    if (this.#sources.length > 0) return;
    const terms = termsOf(analyseQuery(answer.slice(0, 4_000)));
    if (terms.length < MIN_TERMS) return;
    this.#passages.forEach(({ text, title, headings }, index) => {
      const words = wordsOf(searchedText({ title, headings, text }));
      const held = terms.reduce((sum, term) => sum + strengthOf(term, words), 0);
      const source = held >= terms.length * MIN_OVERLAP ? this.#sourceOf(index + 1) : null;
      if (source !== null) this.#citations.set(index + 1, { number: index + 1, source, uncited: true });
    });
  }

  /** Once for each passage. */
  get citations(): readonly Citation[] {
    return [...this.#citations.values()];
  }

  /** At most five sources, each with the text that supports the statement that cites it. */
  listFor(answer: string): readonly AnswerSource[] {
    const statements = statementsOf(answer);
    return this.#sources.map((source, index) => {
      const number = index + 1;
      const cited = this.citations.filter((citation) => citation.source === number);
      const texts = cited.flatMap((citation) => this.#passages[citation.number - 1]?.text ?? []);
      const statement = statements.get(number) ?? answer;
      return { ...source, snippet: snippetOf(supportingText(texts, { statement, question: this.#question })) };
    });
  }
}

/** Text before the citations of each source, since the citations before those. */
function statementsOf(answer: string): ReadonlyMap<number, string> {
  const statements = new Map<number, string>();
  // Citations stand at the odd places.
  const parts = answer.split(CITATIONS);
  for (let at = 1; at < parts.length; at += 2) {
    for (const [digit] of (parts[at] ?? '').matchAll(/\d/g)) {
      const number = Number(digit);
      statements.set(number, `${statements.get(number) ?? ''}${parts[at - 1]}\n`);
    }
  }
  return statements;
}
