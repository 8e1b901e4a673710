/** Names of weekdays in several words, or within the words of a script without spaces. */

import { oneOf, pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';

/** From Sunday on. */
const DAYS: readonly string[] = [
  'chu nhat|ראשון|א|อาทิตย์|یک',
  'segunda|hai|2|שני|ב|จันทร์|دو',
  'terca|ba|3|שלישי|ג|อังคาร|سه',
  'quarta|tu|4|רביעי|ד|พุธ|چهار',
  'quinta|nam|5|חמישי|ה|พฤหัส|پنج',
  'sexta|sau|6|שישי|ו|ศุกร์|جمعه',
  'bay|7|שבת|เสาร์|شنبه',
];
const keyOf = (name: string): string => foldDiacritics(name.toLowerCase());
const DAY_OF = new Map(
  DAYS.flatMap((names, day) => names.split('|').map((name): [string, number] => [keyOf(name), day])),
);

const NAME = oneOf(
  /(?<!\p{L})(segunda|ter[çc]a|quarta|quinta|sexta)s?[- ]feiras?(?!\p{L})/u,
  // Without `feira`, the singular also counts things: "a segunda".
  /(?<=(?<!\p{L})(?:[àa]s|nas|todas as) )(segunda|ter[çc]a|quarta|quinta|sexta)s(?!\p{L})/u,
  /(?<!\p{L})th[ứu] (hai|ba|t[ưu]|n[ăa]m|s[áa]u|b[ảa]y|[2-7])(?![\p{L}\p{N}])|(?<!\p{L})(ch[ủu] nh[ậa]t)(?!\p{L})/u,
  /(?<!\p{L})(?:ב|ה|ש)?(?:יום|ימי|ימים) (?:ה)?(ראשון|שני|שלישי|רביעי|חמישי|שישי)(?!\p{L})|(?<=(?:עד|[-–]) (?:יום )?)(שני|שלישי|רביעי|חמישי|שישי)(?!\p{L})|(?<!\p{L})[בהו]?(שבת)(?!\p{L})/u,
  // Letters of days: `א'-ה'`.
  /(?<!\p{L})(?:(?<=(?:יום|ימי|ימים) )|(?=[א-ו]['׳] ?[-–] ?[א-ו]['׳])|(?<=[א-ו]['׳] ?[-–] ?))([א-ו])['׳](?!\p{L})/u,
  /(?:วัน)?(จันทร์|อังคาร|พุธ|พฤหัส|ศุกร์|เสาร์|อาทิตย์)(?:บดี)?/u,
  /(?<!\p{L})(یک|دو|سه|چهار|پنج)[\u200C ]?شنبه(?!\p{L})|(?<!\p{L})(شنبه|جمعه)(?!\p{L})/u,
);
const NAMES = pattern('giu', NAME);
/** "Vocês abrem na quarta?" */
const ASKED = pattern(
  'giu',
  oneOf(
    NAME,
    /(?<!\p{L})(?<!(?:la|una|il|los|las) )(segunda|ter[çc]a|quarta|quinta|sexta)s?(?=\W*$| (?:[àa]s? |de manh|de tarde|que horas|at[ée] |abre|voc[êe]|vcs? |tem |e |ou |est[áa]))/u,
  ),
);

export interface WeekdayPhrase {
  readonly word: string;
  readonly index: number;
  readonly day: number;
}

export const weekdayPhrases = (text: string): readonly WeekdayPhrase[] => phrasesIn(text, NAMES);

export const weekdayPhrasesAsked = (question: string): readonly WeekdayPhrase[] =>
  phrasesIn(boundedQuestion(question), ASKED);

const phrasesIn = (text: string, names: RegExp): readonly WeekdayPhrase[] =>
  [...text.matchAll(names)].flatMap((match) => {
    const [word, ...found] = match;
    const day = DAY_OF.get(keyOf(found.find((name) => name !== undefined) ?? ''));
    return day === undefined ? [] : [{ word, index: match.index, day }];
  });
