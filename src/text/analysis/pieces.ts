/** Splits normalised text into the pieces that words are made from: runs of one kind of script, and compounds as a whole. */

export type PieceKind =
  /** A word between spaces. */
  | 'word'
  /** Arabic or Hebrew, where articles and prepositions are written onto the word. */
  | 'prefixing'
  /** Chinese and Japanese: no spaces. */
  | 'ideographs'
  /** Korean: spaces, but particles are written onto the word. */
  | 'hangul'
  /** Thai, Lao, Khmer, Burmese: no spaces, marks above and below the letters. */
  | 'clusters'
  /** What a writer joined by a hyphen, a dot, an at sign or the like: a code, a number, an e-mail address, a domain. */
  | 'compound'
  /** A name such as `c++`, `c#`. */
  | 'symbolic';

export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

/** Letters, marks and digits, joined by single connectors; linear, because connectors and the rest never overlap. */
const tokens = /[\p{L}\p{N}\p{M}]+(?:[-_.,:/@&'][\p{L}\p{N}\p{M}]+)*(?:\+\+|#)?/gu;
const parts = /[\p{L}\p{N}\p{M}]+/gu;
const scriptRuns =
  /(?<ideographs>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)|(?<hangul>\p{Script=Hangul}+)|(?<clusters>[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)|(?<prefixing>[\p{Script=Arabic}\p{Script=Hebrew}\u064b-\u065f\u0670]+)|(?<word>(?:(?![ー])[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Arabic}\p{Script=Hebrew}\u064b-\u065f\u0670])+)/gu;
const spaced = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]+$/u;

/** A compound is a word of its own beyond its parts only when people look for it as such. */
const connectors = /[-_.,:/@&']/;
const apostrophe = /'/;

/** Longest piece kept whole, in UTF-16 units; a longer run is cut. Longer "words" are data, not language. */
export const longestWord = 64;

/** A word that is most of any text: nothing about it needs a closer look. */
const plainWord = /^[a-z0-9]+$/;

/** What stands together in a normalised text. */
export const tokensOf = (normalised: string): readonly string[] => normalised.match(tokens) ?? [];

export function piecesOf(token: string): Piece[] {
  if (plainWord.test(token)) return [{ kind: 'word', text: token }];
  const pieces: Piece[] = [];
  addPieces(token, pieces);
  return pieces;
}

function addPieces(token: string, pieces: Piece[]): void {
  const name = token.endsWith('#') || token.endsWith('++') ? token.replace(/(?:\+\+|#)$/, '') : token;
  if (name !== token && name.length <= longestWord) pieces.push({ kind: 'symbolic', text: token });
  const joined = connectors.test(name);
  for (const part of joined ? (name.match(parts) ?? []) : [name]) addRuns(part, pieces);
  if (joined && name.length <= longestWord && !apostrophe.test(name)) pieces.push({ kind: 'compound', text: name });
}

function addRuns(part: string, pieces: Piece[]): void {
  if (spaced.test(part)) {
    pieces.push({ kind: 'word', text: part });
    return;
  }
  for (const match of part.matchAll(scriptRuns)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    if (kind !== undefined) pieces.push({ kind: kind as PieceKind, text: match[0] });
  }
}
