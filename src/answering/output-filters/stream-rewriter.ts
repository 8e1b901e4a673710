/**
 * Rewrites a streamed text independently of where its chunks were cut. Removed text must not let its neighbours join into
 * something the rule would remove (`ht[9]tp://`), so a space is put between them. Nor must it move back-ticks to the beginning of their
 * line (`<span>\`\`\``): as a fence, they would open code, and the next block of code would end it.
 */
import { closedGap, MAX_GAP, removableEnd } from './removal-gap.ts';

export type Scanned =
  | { readonly kind: 'plain' }
  /** More text is needed. Not allowed once the text is complete. */
  | { readonly kind: 'undecided' }
  /** Replaces the text before `end`. `reduced` output is kept apart from its neighbours. */
  | { readonly kind: 'kept' | 'reduced'; readonly end: number; readonly output: string };

export interface Candidate {
  /** Input that is not rewritten yet. */
  readonly text: string;
  /** Index in `text`. */
  readonly at: number;
  /** No more text follows. */
  readonly complete: boolean;
  /** The current output line, or its end when it is long. */
  readonly before: string;
}

export interface RewriteRule {
  /** Global: matches begin at the candidates for `scan`. */
  readonly starts: RegExp;
  scan(candidate: Candidate): Scanned;
}

export interface StreamFilter {
  push(piece: string): string;
  /** Returns the held text and ends the filter's use. */
  end(): string;
}

export type OnReduced = (text: string, replacement: string) => void;

export const PLAIN: Scanned = { kind: 'plain' };
export const UNDECIDED: Scanned = { kind: 'undecided' };

/** Characters of the current line that a rule can look back at. */
const MAX_LOOK_BEHIND = 200;
/** Text before a removal that can begin a link, address, tag, code or marker, or escape what follows. */
const COULD_BEGIN = /[\p{L}\p{N}:/[\]<@_=&#!`\\-]$/u;
/** Text after a removal that could continue one. */
const COULD_CONTINUE = /^[\p{L}\p{N}:/([\]<>@_=&#;`\\-]/u;

/** Renderers take it for no indent, so what follows is no fence. */
const NO_FENCE_BEHIND = '\u00a0';
const BEGINS_FENCE = /^[ \t]*[`~]/;

export function streamRewriter(rule: RewriteRule, onReduced: OnReduced = () => {}): StreamFilter {
  return new StreamRewriter(rule, onReduced);
}

class StreamRewriter implements StreamFilter {
  readonly #rule: RewriteRule;
  readonly #onReduced: OnReduced;
  /** Text that is not scanned yet. */
  #held = '';
  /** See `Candidate.before`. */
  #before = '';
  /** The end of `#before`, held because a removal after it may take it away. */
  #unsent = '';
  #afterReduction = false;
  /** Text of the current line was reduced. */
  #isLineReduced = false;

  constructor(rule: RewriteRule, onReduced: OnReduced) {
    this.#rule = rule;
    this.#onReduced = onReduced;
  }

  push(piece: string): string {
    this.#held += piece;
    return this.#advance(false);
  }

  end(): string {
    const output = this.#advance(true) + this.#unsent;
    this.#unsent = '';
    return output;
  }

  #advance(complete: boolean): string {
    const held = this.#held;
    let output = '';
    let at = 0;
    while (at < held.length) {
      const start = this.#nextStart(held, at);
      output += this.#emit(held.slice(at, start));
      at = start;
      if (at === held.length) break;
      const rewritten = this.#rewrite({ text: held, at, complete, before: this.#before });
      if (rewritten === null) break;
      output += rewritten.output;
      at = rewritten.end;
    }
    this.#held = held.slice(at);
    return output;
  }

  /** @returns null when more text is needed */
  #rewrite(candidate: Candidate): { readonly output: string; readonly end: number } | null {
    const { text, at, complete } = candidate;
    const scanned = this.#rule.scan(candidate);
    switch (scanned.kind) {
      case 'undecided':
        return null;
      case 'plain':
        return { output: this.#emit(text.charAt(at)), end: at + 1 };
      case 'kept':
        return { output: this.#emit(scanned.output), end: scanned.end };
      case 'reduced': {
        const { end } = scanned;
        const isRemoved = scanned.output === '';
        if (isRemoved && !complete && text.length - end < MAX_GAP) return null;
        const output = this.#reduce(text.slice(at, end), scanned.output);
        const skipped = isRemoved ? this.#closeGap(text.slice(end, end + MAX_GAP)) : 0;
        return { output, end: end + skipped };
      }
    }
  }

  #nextStart(held: string, from: number): number {
    const { starts } = this.#rule;
    starts.lastIndex = from;
    return starts.exec(held)?.index ?? held.length;
  }

  #reduce(text: string, replacement: string): string {
    this.#onReduced(text, replacement);
    this.#isLineReduced = true;
    this.#afterReduction = true;
    const output = this.#emit(replacement);
    this.#isLineReduced = true;
    this.#afterReduction = true;
    return output;
  }

  #emit(text: string): string {
    if (text === '') return '';
    const emitted = this.#seamBefore(text) + text;
    this.#afterReduction = false;
    if (text.includes('\n')) this.#isLineReduced = false;
    this.#before = currentLine(this.#before + emitted);
    const pending = this.#unsent + emitted;
    this.#unsent = removableEnd(this.#before, pending);
    return pending.slice(0, pending.length - this.#unsent.length);
  }

  #seamBefore(text: string): string {
    if (this.#isLineReduced && this.#before.trim() === '' && BEGINS_FENCE.test(text)) return NO_FENCE_BEHIND;
    return this.#afterReduction && wouldJoin(this.#before, text) ? ' ' : '';
  }

  /** @returns the number of characters of `rest` that go with the removed text */
  #closeGap(rest: string): number {
    const { kept, skipped } = closedGap(this.#unsent, rest, this.#before);
    this.#before = this.#before.slice(0, this.#before.length - this.#unsent.length) + kept;
    this.#unsent = kept;
    return skipped;
  }
}

/** Passes the output of each filter to the next. */
export function chainFilters(filters: readonly StreamFilter[]): StreamFilter {
  return {
    push: (piece) => filters.reduce((text, filter) => (text === '' ? '' : filter.push(text)), piece),
    end: () => filters.reduce((text, filter) => filter.push(text) + filter.end(), ''),
  };
}

export function applyFilter(text: string, filter: StreamFilter): string {
  return filter.push(text) + filter.end();
}

function wouldJoin(before: string, after: string): boolean {
  if (/^\s/.test(after)) return false;
  const word = /\S*$/.exec(before)?.[0] ?? '';
  // Any text would continue an address: `https://ok.example<i>.evil.example`.
  if (/:\/\/|www\.|@/i.test(word) || word.length >= MAX_LOOK_BEHIND) return true;
  if (after.startsWith('@') && /\S$/.test(before)) return true;
  // `<!--` and `<?` hide text, and back-ticks in it.
  if (before.endsWith('<')) return true;
  if (COULD_BEGIN.test(before) && COULD_CONTINUE.test(after)) return true;
  return after.startsWith('.') && /w$/i.test(before);
}

function currentLine(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('\n') + 1, text.length - MAX_LOOK_BEHIND));
}

/** White space, quote marks, bullets, numbering and emphasis may stand before. */
export function atLineStart(before: string): boolean {
  return before.length < MAX_LOOK_BEHIND && /^[\s>*+\-_#.)\d]*$/.test(before);
}
