import type { AnswerSource } from '../../domain/conversation/events.ts';
import { memoizedByText } from '../../lib/expiring-cache.ts';
import { analyseQuery, analyseText } from '../../text/analysis/analyse.ts';
import { searchedText } from '../../text/passage.ts';
import { strengthOf, termsOf } from '../extractive/terms/terms.ts';
import { type AnswerPassage, sourceKey } from '../generators/answer-generator.ts';
import { cleanTitle, snippetOf } from './source-text.ts';
import { supportingText } from './supporting-text.ts';

const MAX_SOURCES = 5;
/** Share of an answer's words in a passage that counts as its uncited source. */
const MIN_OVERLAP = 0.6;
const MIN_TERMS = 4;

export interface Citation {
  readonly number: number;
  readonly source: number;
  /** True when the answer only holds the passage's words. */
  readonly uncited?: true;
}

const CITATIONS = /((?:\s?\[\d\])+)/;

/** Words of recent passages with their names. A set takes some five bytes a character. */
const wordsOf = memoizedByText((text): ReadonlySet<string> => new Set(analyseText(text)), {
  maxBytes: 12 * 1024 * 1024,
  bytesOf: (_words, text) => text.length * 6,
});

/** Numbers sources in the order of citation. Passages of one page or document are one source. */
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

  /** One for each passage. */
  get citations(): readonly Citation[] {
    return [...this.#citations.values()];
  }

  /** At most five sources, each with the text that supports its statement. */
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

/** Text of each source: from the previous citations to its own. */
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
