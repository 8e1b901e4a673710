const COMMON_HAN = new Set(
  '的一是不了在人有我他这個个们們中来來上大为為和国國地到以说說時时要就出会會可也你对對生能而子那得于於着著下自之年过過发發后後作里用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從想实實日月年時市区町村会社商品株式東京電話产產品价價格称稱数數量址务務客服业業营營号號店北海路街元件保信息网網站费費付款订訂单單送货貨问問题題',
);

const COMMON_HANGUL = new Set(
  '이다는에의을를가은로하고지기사인시도한대자어서리그아해있수나정스일부니장보전주라상구원제만요안영여세국성',
);

/**
 * About 0 to 1 per non-ASCII character. A wrong encoding gives control characters, rare ideographs, half-width kana or mixed scripts within
 * words.
 */
export function plausibility(text: string): number {
  let beyond = 0;
  let points = 0;
  let previous = '';
  let opened = '';
  for (const character of text) {
    const before = previous;
    if (before > '\u007f' && tearsWord(opened, before, character)) points -= TORN_WORD;
    [opened, previous] = [before, character];
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) {
      if (code < 0x20 && code !== 9 && code !== 10 && code !== 13 && code !== 12) points -= 1;
      continue;
    }
    beyond += 1;
    points += plausibilityOf(code, character, before);
  }
  return beyond === 0 ? 0 : points / beyond;
}

/** Costs more than any mark is worth. */
const TORN_WORD = 1.4;
/** Signs that no language writes within a word. It may hold dashes, apostrophes, middle dots, accents and soft hyphens. */
const OUTSIDE_OF_WORDS =
  /[\u00a0-\u00ac\u00ae-\u00b3\u00b5\u00b6\u00b8-\u00bf\u00d7\u00f7\u0192\u2018\u201a-\u2122\u2190-\u2bff]/;
/** Low quotation marks and bullets. */
const BEFORE_WORDS = /[\u201a\u201e\u2022]/;
const LETTER = /\p{L}/u;

const tearsWord = (before: string, mark: string, after: string): boolean =>
  OUTSIDE_OF_WORDS.test(mark) && LETTER.test(before) && (LETTER.test(after) || BEFORE_WORDS.test(mark));

function plausibilityOf(code: number, character: string, before: string): number {
  const range = RANGES.find(({ from, to }) => code >= from && code <= to);
  if (range !== undefined) return range.points;
  if (code >= 0xac00 && code <= 0xd7a3) return COMMON_HANGUL.has(character) ? 1.2 : 0.4;
  if (code >= 0x0e00 && code <= 0x0e7f) return thaiPlausibility(code, before);
  if (code >= 0x4e00 && code <= 0x9fff) return COMMON_HAN.has(character) ? 1.2 : 0.35;
  if (code >= 0x3400) return RARE_IDEOGRAPH;
  return /\p{L}/u.test(character) ? letterPlausibility(character, before) : MARK;
}

const RARE_IDEOGRAPH = -1;
const MARK = 0.35;
/** Code points whose plausibility depends on nothing else. */
const RANGES: readonly { readonly from: number; readonly to: number; readonly points: number }[] = [
  // The replacement character: the encoding cannot spell it.
  { from: 0xfffd, to: 0xfffd, points: -8 },
  // Control characters, private use.
  { from: 0x80, to: 0x9f, points: -3 },
  { from: 0xe000, to: 0xf8ff, points: -3 },
  // Hiragana and katakana.
  { from: 0x3040, to: 0x30ff, points: 1 },
  // Marks of East Asian text, full-width and half-width forms.
  { from: 0x3000, to: 0x303f, points: 0.7 },
  { from: 0xff01, to: 0xff60, points: 0.6 },
  { from: 0xff61, to: 0xff9f, points: -0.2 },
  // Quotation marks and currency signs; arrows and box drawing.
  { from: 0x2018, to: 0x20ac, points: 0.8 },
  { from: 0x2190, to: 0x2bff, points: -0.5 },
];

/** Letters follow letters of their own script, and capitals start words. */
function letterPlausibility(character: string, before: string): number {
  if (/\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)) return -0.6;
  const opensWord = !/\p{L}/u.test(before);
  if (/\p{Script=Latin}/u.test(character)) {
    if (opensWord) return 0.5;
    return /\p{Script=Latin}/u.test(before) ? (before < '\u0080' ? 0.8 : 0.4) : -0.6;
  }
  if (opensWord) return 0.45;
  return /\p{Script=Latin}/u.test(before) ? -0.6 : 0.8;
}

/** Vowel signs and tone marks follow a consonant. */
function thaiPlausibility(code: number, before: string): number {
  const mark = code === 0x0e31 || (code >= 0x0e34 && code <= 0x0e3a) || (code >= 0x0e47 && code <= 0x0e4e);
  if (mark) return before >= '\u0e01' && before <= '\u0e4e' ? 1 : -1.5;
  if (/\p{Script=Latin}/u.test(before)) return -0.6;
  return before >= '\u0e01' && before <= '\u0e4e' ? 0.8 : 0.4;
}
