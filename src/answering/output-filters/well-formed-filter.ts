import type { StreamFilter } from './stream-rewriter.ts';

/** Replaces lone surrogates by U+FFFD. The two halves of a pair may come in two pieces. */
export function wellFormedFilter(): StreamFilter {
  let held = '';
  return {
    push(piece) {
      const text = held + piece;
      const whole = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(0, -1) : text;
      held = text.slice(whole.length);
      return whole.toWellFormed();
    },
    end: () => held.toWellFormed(),
  };
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
