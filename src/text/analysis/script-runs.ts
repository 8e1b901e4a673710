/** Runs of one script; compounds stay whole. */

export type ScriptRunKind =
  | 'word'
  /** Arabic, Hebrew: articles and prepositions are prefixes */
  | 'prefixing'
  /** Chinese, Japanese: no spaces */
  | 'ideographs'
  /** Korean: particles are suffixes */
  | 'hangul'
  /** Thai, Lao, Khmer, Burmese: no spaces, combining vowels and tones */
  | 'clusters'
  /** a code, a number, an e-mail address, a domain */
  | 'compound'
  /** `c++`, `c#` */
  | 'symbolic';

export interface ScriptRun {
  readonly kind: ScriptRunKind;
  readonly text: string;
}

/** Linear: connectors and the rest never overlap. */
const TOKENS = /[\p{L}\p{N}\p{M}]+(?:[-_.,:/@&'][\p{L}\p{N}\p{M}]+)*(?:\+\+|#)?/gu;
const PARTS = /[\p{L}\p{N}\p{M}]+/gu;
const IDEOGRAPHS = /\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}/u.source;
const CLUSTERS = /\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}/u.source;
const PREFIXING = /\p{Script=Arabic}\p{Script=Hebrew}\u064b-\u065f\u0670/u.source;
const SCRIPT_RUNS = new RegExp(
  [
    `(?<ideographs>[${IDEOGRAPHS}ー]+)`,
    `(?<hangul>\\p{Script=Hangul}+)`,
    `(?<clusters>[${CLUSTERS}]+)`,
    `(?<prefixing>[${PREFIXING}]+)`,
    `(?<word>(?:(?!ー)[^${IDEOGRAPHS}\\p{Script=Hangul}${CLUSTERS}${PREFIXING}])+)`,
  ].join('|'),
  'gu',
);
const SPACED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]+$/u;

const CONNECTORS = /[-_.,:/@&']/;
const APOSTROPHE = /'/;

/** UTF-16 units. Longer runs are data and are cut. */
export const MAX_WORD_LENGTH = 64;

/** Fast path: plain ASCII words make up most text. */
const PLAIN_WORD = /^[a-z0-9]+$/;

export const tokensOf = (normalised: string): readonly string[] => normalised.match(TOKENS) ?? [];

export function scriptRunsOf(token: string): ScriptRun[] {
  if (PLAIN_WORD.test(token)) return [{ kind: 'word', text: token }];
  const runs: ScriptRun[] = [];
  addPieces(token, runs);
  return runs;
}

function addPieces(token: string, runs: ScriptRun[]): void {
  const name = token.endsWith('#') || token.endsWith('++') ? token.replace(/(?:\+\+|#)$/, '') : token;
  if (name !== token && name.length <= MAX_WORD_LENGTH) runs.push({ kind: 'symbolic', text: token });
  const joined = CONNECTORS.test(name);
  for (const part of joined ? (name.match(PARTS) ?? []) : [name]) addRuns(part, runs);
  if (joined && name.length <= MAX_WORD_LENGTH && !APOSTROPHE.test(name)) runs.push({ kind: 'compound', text: name });
}

function addRuns(part: string, runs: ScriptRun[]): void {
  if (SPACED.test(part)) {
    runs.push({ kind: 'word', text: part });
    return;
  }
  for (const match of part.matchAll(SCRIPT_RUNS)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    if (kind !== undefined) runs.push({ kind: kind as ScriptRunKind, text: match[0] });
  }
}
