/**
 * Rewrites a text that arrives in pieces so that the result never depends on where the pieces were cut.
 *
 * A rule looks at one place of the text and either decides with what it sees, or says that more text is needed; what is
 * undecided is held back, never emitted. What a rule takes away never lets its two neighbours grow together into something the
 * rule would have taken away as well (`ht[9]tp://`): a space is put between them.
 */

export type Scanned =
  /** The character stands for itself. */
  | { readonly kind: 'plain' }
  /** It depends on text that has not arrived. Never an answer when the text is complete. */
  | { readonly kind: 'undecided' }
  /** Everything before `end` is replaced. `kept` output joins its neighbours as it is, `reduced` output is kept apart from them. */
  | { readonly kind: 'kept' | 'reduced'; readonly end: number; readonly output: string };

export interface RewriteRule {
  /** Global: finds where the rule has to look at all. */
  readonly starts: RegExp;
  /** `before` is what was emitted last: the current line, or the end of it when it is long. */
  scan(text: string, at: number, complete: boolean, before: string): Scanned;
}

export interface StreamFilter {
  /** What can be shown after this piece. */
  push(piece: string): string;
  /** What was held back; the filter is not used again. */
  end(): string;
}

export const PLAIN: Scanned = { kind: 'plain' };
export const UNDECIDED: Scanned = { kind: 'undecided' };

/** Characters of the current line a rule can look back at. */
const LOOK_BEHIND = 200;
/** What, to the left of something taken away, can have begun a link, an address, a tag or a marker ... */
const COULD_BEGIN = /[\p{L}\p{N}:/[\]<@_=&#\\-]$/u;
/** ... that this, to the right of it, would go on with. */
const COULD_GO_ON = /^[\p{L}\p{N}:/([\]<>@_=&#;\\-]/u;

export function streamRewriter(rule: RewriteRule): StreamFilter {
  let held = '';
  let before = '';
  let afterReduction = false;

  const emit = (text: string): string => {
    if (text === '') return '';
    const seam = afterReduction && growsTogether(before, text) ? ' ' : '';
    afterReduction = false;
    const emitted = seam + text;
    before = currentLine(before + emitted);
    return emitted;
  };

  const advance = (complete: boolean): string => {
    let shown = '';
    let at = 0;
    while (at < held.length) {
      rule.starts.lastIndex = at;
      const start = rule.starts.exec(held)?.index ?? held.length;
      shown += emit(held.slice(at, start));
      at = start;
      if (at === held.length) break;
      const scanned = rule.scan(held, at, complete, before);
      if (scanned.kind === 'undecided') break;
      if (scanned.kind === 'plain') {
        shown += emit(held.charAt(at));
        at += 1;
        continue;
      }
      if (scanned.kind === 'reduced') afterReduction = true;
      shown += emit(scanned.output);
      if (scanned.kind === 'reduced') afterReduction = true;
      at = scanned.end;
    }
    held = held.slice(at);
    return shown;
  };

  return {
    push: (piece) => {
      held += piece;
      return advance(false);
    },
    end: () => advance(true),
  };
}

/** The filters one after the other, as one. */
export function chained(filters: readonly StreamFilter[]): StreamFilter {
  return {
    push: (piece) => filters.reduce((text, filter) => (text === '' ? '' : filter.push(text)), piece),
    end: () => filters.reduce((text, filter) => filter.push(text) + filter.end(), ''),
  };
}

/** A text that is there as a whole, through a filter made for it. */
export function rewritten(text: string, filter: StreamFilter): string {
  return filter.push(text) + filter.end();
}

function growsTogether(before: string, after: string): boolean {
  if (COULD_BEGIN.test(before) && COULD_GO_ON.test(after)) return true;
  return after.startsWith('.') && /w$/i.test(before);
}

function currentLine(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('\n') + 1, text.length - LOOK_BEHIND));
}

/** Whether a line has only begun: nothing yet but white space, quote marks, bullets, numbering and emphasis. */
export function atLineStart(before: string): boolean {
  return before.length < LOOK_BEHIND && /^[\s>*+\-_#.)\d]*$/.test(before);
}
