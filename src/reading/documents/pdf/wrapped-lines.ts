/** Joins the lines of a text, and the halves of the words that line ends divide. */
import type { PdfLine } from './text-lines.ts';

const EAST_ASIAN = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]/;
/** ASCII's, the soft one, or that of typesetting programs. */
const HYPHEN = /[\p{L}\p{N}][-\u00ad\u2010]$/u;
const SOFT_HYPHEN = '\u00ad';
/** A program writes it only where it divides a word. */
const TYPESET_HYPHEN = '\u2010';
/** Follows a part of a word that both have in common, as in "in- and outbound". */
const CONJUNCTION = /^(?:and|or|to|und|oder|bzw|bis|sowie|et|ou|y|o|e|en|of|og|och|i|oraz|lub)\b/iu;

/** Numbers in words keep their hyphen at any line end. */
const TENS = /(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[-\u2010]$/i;
/** English compounds that are never written in one word. */
const COMPOUND =
  /^(?:(?:two|three|four|five|six|seven|eight|nine|self|half|non)-(?!teen|een|ty|fold|ish|sense)\p{L}{3,}|\p{L}{3,}-(?:free|friendly|based|related|specific|owned|sized|term)|no-shows?|check-(?:in|out)s?|pick-ups?|drop-offs?|walk-ins?|add-ons?|opt-(?:in|out)|(?:full|part|real)-time|follow-ups?|e-mails?|wi-fi|x-rays?|third-party)$/u;
const FIRST_HALF = /(?:^|[^\p{L}\p{N}])([\p{L}\p{N}-]*\p{L})[-\u2010]$/u;
const SECOND_HALF = /^\p{Ll}[\p{L}-]*/u;
const WORD = /[\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)*/gu;
/** Bounds memory: longer words are none. */
const MAX_WORD = 60;
/** A shorter second half is a prefix or an ending, and no word of its own. */
const MIN_OWN_WORD = 4;

export type JoinLines = (before: string, line: string) => string;

export const endsWithHyphen = (text: string): boolean => HYPHEN.test(text);

/** @param lines of the whole document, whose other words show whether a divided one has a hyphen */
export function lineJoiner(lines: readonly PdfLine[]): JoinLines {
  const hyphens = new WordHyphens(lines);
  return (before, line) =>
    (HYPHEN.test(before) && !CONJUNCTION.test(line) ? withHyphen(before, line, hyphens) : null) ??
    (EAST_ASIAN.test(before.slice(-1)) && EAST_ASIAN.test(line.charAt(0)) ? before + line : `${before} ${line}`);
}

/** Returns null for a hyphen between words. */
function withHyphen(before: string, line: string, hyphens: WordHyphens): string | null {
  if (before.endsWith(SOFT_HYPHEN)) return before.slice(0, -1) + line;
  if (/^\p{Ll}/u.test(line) && /\p{L}[-\u2010]$/u.test(before) && !TENS.test(before))
    return before.slice(0, -1) + (hyphens.isOwn(before, line) ? '-' : '') + line;
  // A compound, or a range of numbers.
  const isKept = TENS.test(before) || /^[\p{Lu}\p{N}]/u.test(line) || /\p{N}.$/u.test(before);
  return isKept ? before + line : null;
}

class WordHyphens {
  /** Words that line ends may divide, and their halves, as far as they stand elsewhere in the document. */
  readonly #known: ReadonlySet<string>;
  readonly #isTypeset: boolean;

  constructor(lines: readonly PdfLine[]) {
    const wanted = new Set<string>();
    let isTypeset = false;
    for (const [at, { text }] of lines.entries()) {
      isTypeset ||= text.endsWith(TYPESET_HYPHEN);
      const halves = halvesOf(text, lines[at + 1]?.text ?? '');
      if (halves !== null) for (const word of [...halves, halves.join(''), halves.join('-')]) wanted.add(word);
    }
    this.#isTypeset = isTypeset;
    this.#known = wanted.size === 0 ? wanted : wordsAmong(wanted, lines);
  }

  /** True for a hyphen that the word has wherever it stands. */
  isOwn(before: string, line: string): boolean {
    const halves = halvesOf(before, line);
    if (halves === null) return false;
    const [first, second] = halves;
    if (this.#known.has(`${first}-${second}`)) return true;
    if (this.#known.has(first + second)) return false;
    if (this.#isTypeset) return !before.endsWith(TYPESET_HYPHEN);
    if (COMPOUND.test(`${first}-${second}`)) return true;
    return second.length >= MIN_OWN_WORD && this.#known.has(first) && this.#known.has(second);
  }
}

function halvesOf(before: string, line: string): readonly [string, string] | null {
  const first = FIRST_HALF.exec(before.slice(-MAX_WORD - 1))?.[1];
  const second = SECOND_HALF.exec(line.slice(0, MAX_WORD))?.[0];
  return first === undefined || second === undefined ? null : [first.toLowerCase(), second.toLowerCase()];
}

function wordsAmong(wanted: ReadonlySet<string>, lines: readonly PdfLine[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [at, { text }] of lines.entries()) {
    // Halves of a divided word are no words.
    const begun = endsWithHyphen(lines[at - 1]?.text ?? '') ? text.search(/[^\p{L}\p{N}-]|$/u) : 0;
    const end = endsWithHyphen(text) ? text.lastIndexOf(' ') + 1 : text.length;
    for (const [word] of text.slice(begun, Math.max(begun, end)).matchAll(WORD)) {
      const written = word.toLowerCase().replaceAll(TYPESET_HYPHEN, '-');
      if (wanted.has(written)) found.add(written);
    }
  }
  return found;
}
