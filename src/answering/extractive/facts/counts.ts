/** Numbers of things: "480 members" for "how many members". */
import { oneOf, pattern } from '../../../lib/patterns.ts';

const HOW_MANY = pattern(
  'iu',
  /(?<!\p{L})/u,
  oneOf(/how many|wie ?viele|combien d(?:e |['’])|cu[aá]nt[oa]s|quant[ie]|quant[oa]s|hoeveel/u),
  /\s?((?:[\p{L}\p{N}-]+\s){0,2}?)([\p{L}-]{3,})(?=\s+(?:do|does|did|are|is|can|could|have|has|will|may|should|must|were|was|there|fit|in|of|per|at|on|on|habt|haben|gibt|sind|kann|darf|avez|y|sont|tienen?|têm|tem|há|hay|puedo|avete|ci|posso|hebben|zijn|mag)(?!\p{L})|\W*$)/u,
);
const NUMBER =
  '(?:\\p{N}[\\p{N}.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf)';
/** Characters of a question. */
const MAX_CHARACTERS_READ = 500;
/** "The hall seats 120" is a number of people. */
const PEOPLE = /^(?:peopl|person|guest|visitor|attendee)/u;
const ROOM = '(?:seats?|sleeps?|holds?|accommodates?|capacity(?: of)?)';
/** Letters of a noun's ending. */
const ENDING = /(?:ies|es|s|y|en|n)$/u;
const MIN_STEM = 3;

/** `何人`, `몇 명`, `几岁`: the counter names what is counted. */
const WHICH_COUNTER =
  /何(?<ja>[人名歳才分日年枚台個回階]|時間|週間|か月|ヶ月)|몇\s?(?<ko>명|사람|살|세|개|장|층|대|회|번|시간|주|개월)|[几幾](?<zh>[人岁歲天年]|[个個]人|[个個]月|小[时時]|分[钟鐘])/u;
const SAME_COUNTER = [
  '人 名 명 사람 个人 個人 位',
  '歳 才 살 세 岁 歲 周岁 週歲',
  'か月 ヶ月 개월 个月 個月',
  '小时 小時',
  '分钟 分鐘',
].map((counters) => counters.split(' '));

function counterAskedFor(question: string): RegExp | null {
  const { ja, ko, zh } = WHICH_COUNTER.exec(question)?.groups ?? {};
  const counter = ja ?? ko ?? zh;
  if (counter === undefined) return null;
  const same = SAME_COUNTER.find((counters) => counters.includes(counter)) ?? [counter];
  return pattern('u', `\\p{N}\\s?(?:${same.join('|')})`);
}

/** Matches a number of what is counted; null for any other question. */
export function countAskedFor(question: string): RegExp | null {
  const [, , noun = ''] = HOW_MANY.exec(question.slice(0, MAX_CHARACTERS_READ)) ?? [];
  const stem = noun.toLowerCase().replace(ENDING, '');
  if (stem.length < MIN_STEM) return counterAskedFor(question);
  const room = PEOPLE.test(stem) ? `(?<!\\p{L})${ROOM}\\s(?:up to\\s)?${NUMBER}|` : '';
  return pattern(
    'iu',
    `${room}(?<![\\p{L}\\p{N}.,])${NUMBER}\\s(?:[\\p{L}-]+\\s)?${stem.replaceAll(/-+/g, '-*')}\\p{L}{0,3}(?!\\p{L})`,
  );
}

/** True for a number that is not the question's: "3D printing" does not count 3D printers. */
export function otherNumberTest(question: string): (text: string) => boolean {
  const own = new Set(question.match(/\p{N}+/gu));
  if (own.size === 0) return (text) => /\p{N}/u.test(text);
  return (text) => (text.match(/\p{N}+/gu) ?? []).some((number) => !own.has(number));
}
