/** Which sources an answer names, and under which numbers. */
import type { AnswerSource } from '../../domain/conversation/events.ts';
import type { AnswerPassage } from '../../ports/models.ts';
import { analyseQuery, analyseText } from '../../text/analysis/analyse.ts';
import { strengthOf, termsOf } from '../../text/extractive/terms.ts';
import { cleanTitle, snippetOf } from './source-text.ts';

const MOST_SOURCES = 5;
/** An answer that cites nothing rests on a passage that holds this share of its words ... */
const RESTS_ON = 0.6;
/** ... when it says enough to tell. */
const FEWEST_TERMS = 4;

/** Passages of one page are one source. Numbers follow the order in which the answer cites. */
export class AnswerSources {
  readonly #passages: readonly AnswerPassage[];
  readonly #numbers = new Map<string, number>();
  readonly #sources: AnswerSource[] = [];

  constructor(passages: readonly AnswerPassage[]) {
    this.#passages = passages;
  }

  /** The visitor's number for a cited passage's; null for an invented one and beyond the fifth source. */
  numberOf(passageNumber: number): number | null {
    const passage = this.#passages[passageNumber - 1];
    if (passage === undefined) return null;
    const key = passage.url ?? `title:${passage.title}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#sources.length >= MOST_SOURCES) return null;
    this.#sources.push({
      title: cleanTitle(passage),
      url: passage.url,
      snippet: snippetOf(passage.found?.[0] ?? passage.text),
    });
    this.#numbers.set(key, this.#sources.length);
    return this.#sources.length;
  }

  /** For an answer that cited nothing: names the passages that its words are found in. */
  nameUncited(answer: string): void {
    if (this.#sources.length > 0) return;
    const terms = termsOf(analyseQuery(answer.slice(0, 4_000)));
    if (terms.length < FEWEST_TERMS) return;
    this.#passages.forEach(({ text, title, headings }, index) => {
      const words = new Set(analyseText([title, ...headings, text].join('\n')));
      const held = terms.reduce((sum, term) => sum + strengthOf(term, words), 0);
      if (held >= terms.length * RESTS_ON) this.numberOf(index + 1);
    });
  }

  /** So far, at most five, in the order of their numbers. */
  get named(): readonly AnswerSource[] {
    return [...this.#sources];
  }
}
