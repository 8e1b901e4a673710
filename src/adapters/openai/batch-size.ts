import { cutText } from '../../text/cut-text.ts';
import type { EndpointFailure } from './failures.ts';

/** Characters. Every model embeds such a text. */
const MIN_TEXT_LENGTH = 200;

/** Halves refused batches. A smaller size is kept when it was their number of texts, and not one of the texts, that was refused. */
export class BatchSize {
  #size: number | null = null;
  #refusedUpTo = 0;
  #hasShortened = false;

  within(maxTexts: number): number {
    return Math.min(maxTexts, this.#size ?? maxTexts);
  }

  refused(from: number, count: number): void {
    if (this.#size === null) this.#hasShortened = false;
    this.#size = Math.ceil(count / 2);
    this.#refusedUpTo = Math.max(this.#refusedUpTo, from + count);
  }

  /** Returns the new maximum. */
  accepted(upTo: number, maxTexts: number): number {
    if (this.#size === null) return maxTexts;
    if (upTo < this.#refusedUpTo) {
      if (this.#hasShortened) this.#size *= 2;
      return maxTexts;
    }
    const learnt = this.#hasShortened ? maxTexts : this.within(maxTexts);
    this.#size = null;
    return learnt;
  }

  /** Half of a text that a model of few tokens refuses. @throws the error of the failure for a short text */
  shorter(text: string, { error }: EndpointFailure): string {
    if (text.length <= MIN_TEXT_LENGTH) throw error;
    this.#hasShortened = true;
    return cutText(text, Math.ceil(text.length / 2));
  }
}
