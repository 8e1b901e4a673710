/** Finds the sentence, row or item that best supports a statement, by shared words and their rarity. */
import { memoizedByText } from '../../lib/expiring-cache.ts';
import { analyseText } from '../../text/analysis/analyse.ts';
import { continueHash, finishHash, NO_TEXT } from '../../text/feature-hashing/feature-hash.ts';
import { type PassageBlock, sectionsOf, type Unit } from '../extractive/passages/sections.ts';
import { cellsOf } from '../extractive/passages/table-rows.ts';
import { MAX_SNIPPET_LENGTH, plainText } from './source-text.ts';

export interface SupportedStatement {
  readonly statement: string;
  /** Decides between sentences that match the statement equally. */
  readonly question: string;
}

interface Support {
  readonly text: string;
  /** True in a list, table or address, whose next lines may follow. */
  readonly isLine: boolean;
  readonly block: number;
}

/** A passage, with its words as hashes in one list: sets would cost the garbage collector too much. */
interface ReadPassage {
  readonly supports: readonly Support[];
  /** The words of all supports, each once a support. */
  readonly words: Int32Array;
  /** End of each support's words. */
  readonly ends: Uint32Array;
}

const QUESTION_WEIGHT = 0.5;
/** Exponent of the length: long sentences share more words by chance. */
const LENGTH_DISCOUNT = 0.3;
/** Share of a sentence's words in a statement that quotes it. */
const QUOTED_SHARE = 0.95;
/** Analysis gives three forms of a word. */
const MIN_SHARED_FORMS = 3;
const QUOTED_RANK = 1_000_000;
const MAX_STATEMENT_LENGTH = 1_200;

/** Plain text, at most about a snippet; the first sentence when next to nothing is shared. */
export function supportingText(passageTexts: readonly string[], { statement, question }: SupportedStatement): string {
  const passages = passageTexts.map(readPassageOf);
  const wanted = new WantedWords(statement, question);
  for (const { words } of passages) wanted.count(words);
  const supports = passages.reduce((sum, passage) => sum + passage.supports.length, 0);
  let best: { rank: number; at: number; of: ReadPassage } | null = null;
  for (const of of passages) {
    for (let at = 0; at < of.supports.length; at += 1) {
      const rank = wanted.rankOf(of, at, supports);
      if (rank !== null && (best === null || rank > best.rank)) best = { rank, at, of };
    }
  }
  if (best !== null) return withAnnouncedBlock(best.of, best.at, wanted);
  return passages.find((passage) => passage.supports.length > 0)?.supports[0]?.text ?? '';
}

/** Words of a statement and a question, with their numbers of sentences. */
class WantedWords {
  readonly #places = new Map<number, number>();
  readonly #isSaid: boolean[] = [];
  readonly #isAsked: boolean[] = [];
  readonly #sentences: number[] = [];

  constructor(statement: string, question: string) {
    for (const word of wordsIn(statement.slice(0, MAX_STATEMENT_LENGTH))) this.#isSaid[this.#placeFor(word)] = true;
    for (const word of wordsIn(question.slice(0, MAX_STATEMENT_LENGTH))) this.#isAsked[this.#placeFor(word)] = true;
  }

  count(words: Int32Array): void {
    for (let at = 0; at < words.length; at += 1) {
      const place = this.#places.get(words[at] ?? 0);
      if (place !== undefined) this.#sentences[place] = (this.#sentences[place] ?? 0) + 1;
    }
  }

  /**
   * @returns null when next to nothing is shared
   * @param supports number of those counted
   */
  rankOf({ words, ends }: ReadPassage, support: number, supports: number): number | null {
    const start = ends[support - 1] ?? 0;
    const end = ends[support] ?? 0;
    let [shared, quoted, stated, wanted] = [0, 0, 0, 0];
    for (let at = start; at < end; at += 1) {
      const place = this.#places.get(words[at] ?? 0);
      if (place === undefined) continue;
      const rarity = Math.log(1 + supports / (this.#sentences[place] ?? 1));
      shared += 1;
      if (this.#isSaid[place] === true) [quoted, stated] = [quoted + 1, stated + rarity];
      if (this.#isAsked[place] === true) wanted += rarity;
    }
    if (shared < MIN_SHARED_FORMS) return null;
    // The question decides among quoted sentences.
    if (quoted >= (end - start) * QUOTED_SHARE) return QUOTED_RANK + wanted;
    return (stated + QUESTION_WEIGHT * wanted) / (end - start) ** LENGTH_DISCOUNT;
  }

  /** True when the statement holds nearly all of its words. */
  quotes({ words, ends }: ReadPassage, support: number): boolean {
    const all = words.subarray(ends[support - 1] ?? 0, ends[support] ?? 0);
    const said = all.filter((word) => this.#isSaid[this.#places.get(word) ?? -1] === true);
    return said.length >= all.length * QUOTED_SHARE;
  }

  #placeFor(word: number): number {
    const known = this.#places.get(word);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#places.set(word, place);
    this.#isSaid.push(false);
    this.#isAsked.push(false);
    this.#sentences.push(0);
    return place;
  }
}

/** A quoted line with the quoted lines after it; a sentence alone. */
function withAnnouncedBlock(passage: ReadPassage, at: number, wanted: WantedWords): string {
  const { supports } = passage;
  const first = supports[at];
  let text = first?.text ?? '';
  if (first?.isLine !== true) return text;
  for (let after = at + 1; after < supports.length; after += 1) {
    const next = supports[after];
    if (next?.block !== first.block || !wanted.quotes(passage, after)) break;
    if (text.length + next.text.length + 3 > MAX_SNIPPET_LENGTH) break;
    text += ` · ${next.text}`;
  }
  return text;
}

/** Recent passages. */
const readPassageOf = memoizedByText(readPassage, {
  maxBytes: 8 * 1024 * 1024,
  bytesOf: (_passage, text) => text.length * 6,
});

function readPassage(passageText: string): ReadPassage {
  const supports: Support[] = [];
  const words: number[] = [];
  const ends: number[] = [];
  const blocks = sectionsOf(passageText, []).flatMap((section) => section.blocks);
  for (const [number, block] of blocks.entries()) {
    for (const unit of block.units) {
      const text = unitText(unit, block);
      supports.push({ text, isLine: isLines(block), block: number });
      for (const word of wordsIn(text)) words.push(word);
      ends.push(words.length);
    }
  }
  return { supports, words: Int32Array.from(words), ends: Uint32Array.from(ends) };
}

const wordsIn = (text: string): ReadonlySet<number> => new Set(analyseText(text).map(signedHash));

/** A signed 32-bit integer, which V8 stores without an allocation. */
const signedHash = (word: string): number => finishHash(continueHash(NO_TEXT, word)) | 0;

const isLines = ({ kind }: PassageBlock) => kind === 'lines' || kind === 'list' || kind === 'steps' || kind === 'table';

/** A row as "header: value", or "name: value" without a header. */
function unitText({ text, markdown }: Unit, { kind, header }: PassageBlock): string {
  if (kind === 'code') return text.replace(/\s+/g, ' ');
  if (kind !== 'table') return plainText(text);
  const cells = cellsOf(markdown).map(plainText);
  const named = cells.map((cell, at) => {
    const name = header?.[at] ?? '';
    return name === '' || cell === '' || at === 0 ? cell : `${plainText(name)}: ${cell}`;
  });
  const filled = named.filter((cell) => cell !== '');
  const [first = '', ...rest] = filled;
  return rest.length === 0 ? first : `${first}${header === null ? ':' : ' –'} ${rest.join(', ')}`;
}
