/**
 * Showdown as on GitHub takes everything from `\<` to the next `>` for an escaped tag. That may be the `>` of a tag within, which then goes
 * on: `\< <b> onclick=alert(1)>` runs. So a space follows the back-slash unless the `>` is near and of the same text.
 */
import type { Candidate, Scanned } from './stream-rewriter.ts';
import { PLAIN, UNDECIDED } from './stream-rewriter.ts';

const MAX_LENGTH = 200;
/** Brackets may belong to a link, whose address can lose its `>`. */
const NEAR = /^\\<[^<>[\]()]{0,200}/;
const NOT_CLOSED = /\\(?=<(?![^<>[\]()]{0,200}>))/g;
const APART = '\\ ';

export function scanEscapedAngle({ text, at, complete }: Candidate): Scanned {
  const near = NEAR.exec(text.slice(at, at + MAX_LENGTH + 2))?.[0];
  if (near === undefined) return complete || at + 1 < text.length ? PLAIN : UNDECIDED;
  const end = at + near.length;
  if (end === text.length && !complete && near.length < MAX_LENGTH + 2) return UNDECIDED;
  return text[end] === '>' ? PLAIN : { kind: 'kept', end: at + 1, output: APART };
}

export const withoutOpenEscapes = (text: string): string => text.replace(NOT_CLOSED, APART);
