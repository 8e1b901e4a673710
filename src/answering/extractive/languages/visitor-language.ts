/** Detects the visitor's language among those that have phrases: by script, then by the commonest words. */

import { pattern } from '../../../lib/patterns.ts';
import { isBulgarian, isSouthSlavic } from '../../../text/analysis/bulgarian.ts';
import { isSerbianCyrillic } from '../../../text/analysis/serbian-cyrillic.ts';
import { normalForm } from '../../../text/normal-form.ts';
import { COMMON_WORDS, words } from './common-words.ts';

export const VISITOR_LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'tr',
  'sv',
  'cs',
  'sk',
  'hu',
  'hr',
  'ro',
  'da',
  'no',
  'fi',
  'lt',
  'sl',
  'lv',
  'et',
  'ca',
  'ru',
  'uk',
  'bg',
  'el',
  'ar',
  'he',
  'hi',
  'th',
  'vi',
  'id',
  'fa',
  'zh',
  'ja',
  'ko',
] as const;
export type VisitorLanguage = (typeof VISITOR_LANGUAGES)[number];

const MAX_READ_CHARACTERS = 1000;

/** Share of a text's letters that tell its script, and fewer that tell one language of a script. */
const SCRIPT_SHARE = 0.3;
const LETTER_SHARE = 0.04;

/** Tried in order. A short question may lack the letters that tell languages of one script apart. */
const SCRIPTS: readonly (readonly [readonly VisitorLanguage[], RegExp, number])[] = [
  [['ja'], /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, LETTER_SHARE],
  [['ko'], /\p{Script=Hangul}/gu, SCRIPT_SHARE],
  [['zh', 'ja'], /\p{Script=Han}/gu, SCRIPT_SHARE],
  [['th'], /\p{Script=Thai}/gu, SCRIPT_SHARE],
  // Urdu and Icelandic, which have no sentences here, and pass for no neighbour.
  [[], /[ٹڈڑںےہðþ]/giu, LETTER_SHARE],
  [['fa'], /[پچژگکی]/gu, LETTER_SHARE],
  [['ar'], /[ةأإؤى]/gu, LETTER_SHARE],
  [['ar', 'fa'], /\p{Script=Arabic}/gu, SCRIPT_SHARE],
  [['he'], /\p{Script=Hebrew}/gu, SCRIPT_SHARE],
  [['hi'], /\p{Script=Devanagari}/gu, SCRIPT_SHARE],
  [['el'], /\p{Script=Greek}/gu, SCRIPT_SHARE],
  // Kazakh, Belarusian and others, whose speakers read Russian.
  [['ru'], /[әғқңөұүһў]/giu, LETTER_SHARE],
  [['uk'], /[іїєґ]|(?<!\p{L})(?:чи|який|яка|яке|яку|якого|якої|яким|можна|можу|що|щоб|дуже)(?!\p{L})/giu, LETTER_SHARE],
  [['ru'], /[ыэё]|ъ(?=[еёюя])/giu, LETTER_SHARE],
  [['ru', 'uk', 'bg'], /[йщьюяЙЩЬЮЯ]/gu, LETTER_SHARE],
  [['ru', 'uk', 'bg', 'hr'], /\p{Script=Cyrillic}/gu, SCRIPT_SHARE],
];

const NOT_ASCII = /[^\0-\x7f]/;

/** Letters that tell a language, or a few, without a common word. The first match counts. */
const OWN_LETTERS: readonly (readonly [readonly VisitorLanguage[], RegExp])[] = [
  [['vi'], /[ơư\u1ea0-\u1ef9]/iu],
  [['tr'], /[ğışİ]/u],
  [['lt'], /[ėįų]/iu],
  [['lv'], /[āēļķģņ]/iu],
  [['lt', 'lv'], /ū/iu],
  [['ca'], /l·l/iu],
  [['pl'], /[łżźśń]/iu],
  [['pl', 'lt'], /[ęą]/iu],
  [['es'], /[ñ¿¡]/iu],
  [['pt', 'et'], /[ãõ]/iu],
  [['cs'], /[ěřů]/iu],
  [['sk'], /[ľĺŕ]/iu],
  [['hu'], /[őű]/iu],
  [['cs', 'sk'], /[ďňť]/iu],
  [['vi', 'hr'], /đ/iu],
  [['pl', 'hr'], /ć/iu],
  [['cs', 'sk', 'hr', 'sl', 'lt', 'lv'], /[čšž]/iu],
  [['ro'], /[șță]/iu],
  [['da', 'no'], /[æø]/iu],
  [['sv', 'da', 'no'], /å/iu],
  [['de'], /ß/iu],
  [['de', 'sv', 'fi', 'et'], /ä/iu],
  [['de', 'hu', 'sv', 'tr', 'fi', 'et'], /ö/iu],
  [['de', 'hu', 'tr', 'et'], /ü/iu],
  [['fr'], /[œêèâîû]/iu],
  [['fr', 'pt', 'tr', 'ca'], /ç/iu],
  [['fr', 'it', 'ca'], /[àèò]/iu],
];

/** Doubled letters, and the ending of a place and of a question. */
const FINNISH_LETTERS = /ää|öö|yö|(?:[sl]{2}ä|tteko|ttekö)(?!\p{L})/iu;

/** Letters that hardly any other language of Latin script here has, outside of names. */
const UNIQUE_LETTERS: ReadonlyMap<VisitorLanguage, RegExp> = new Map([
  ['vi', /[ơưđ\u1ea0-\u1ef9]/iu],
  ['tr', /[ğış]/u],
  ['pl', /[łżźśćńęą]/iu],
  // Estonian has õ, too.
  ['pt', /ã|õe[sm](?!\p{L})/u],
  ['et', /õ(?!e[sm](?!\p{L}))/iu],
  ['fi', FINNISH_LETTERS],
  ['lt', /[ėįųūęą]/iu],
  ['lv', /[āēīļķģņū]/iu],
  ['ca', /l·l/iu],
  ['cs', /[ěřů]/iu],
  ['sk', /[ľĺŕ]/iu],
  ['hu', /[őű]|(?:ság|ség|ért|tól|ból|ról|höz|ként)(?!\p{L})/iu],
  ['hr', /[ćđ]/iu],
  // No Vietnamese word ends with ă.
  ['ro', /[șț]|ă(?!\p{L})/iu],
  ['da', /[æø]/iu],
  ['no', /[æø]/iu],
]);

/** Returns English without evidence. */
export function visitorLanguage(text: string): VisitorLanguage {
  return visitorLanguagesOf(text)[0] ?? 'en';
}

/** Least number of common words in a content text, where one may be a name or an abbreviation (`Mon-Fri`). */
const MIN_WRITTEN_WORDS = 3;

/** Language of a text of the content; null without evidence. */
export const writtenLanguage = (text: string): VisitorLanguage | null => languageOf(text, MIN_WRITTEN_WORDS);

/**
 * Languages that a question may be in: none without evidence, several when they share its words (Spanish and Italian `una`) or letters.
 * Linear; reads the beginning of a long text.
 */
export const visitorLanguagesOf = (text: string): readonly VisitorLanguage[] => languageEvidence(text).languages;

export interface LanguageEvidence {
  readonly languages: readonly VisitorLanguage[];
  /** Number of telling words; infinite for a script, 0 for a letter alone. */
  readonly words: number;
}

export const languageEvidence = (text: string): LanguageEvidence => evidenceIn(text, 1);

const languageOf = (text: string, minWords: number): VisitorLanguage | null =>
  evidenceIn(text, minWords).languages[0] ?? null;

/** Letters after an apostrophe are no word: "don't", "Nyong'o". */
const BEHIND_APOSTROPHE = pattern('gu', /(?<=\p{L})['’]\p{L}(?!\p{L})/u);
/** Words, but not the letters of a code: "E8". */
const WORD = pattern('gu', /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}])/u);

/** Its letters are of no language. */
const ADDRESS = /https?:\/\/\S{1,500}/giu;

/** "Do u do takeaways?" */
const SHORT_YOU = /(?<!\p{L})(do|does|did|can|could|will|would|are|r|have) (?:u|ya)(?!\p{L})/gu;

/** Words that are of other languages, too, and count only beside letters of the language alone. */
const SHORT_WORDS: ReadonlyMap<VisitorLanguage, ReadonlySet<string>> = new Map([['hu', words('is de')]]);

function evidenceIn(text: string, minWords: number): LanguageEvidence {
  const read = normalForm(text.slice(0, MAX_READ_CHARACTERS).replace(ADDRESS, ' '), 'NFC');
  if (isBulgarian(read)) return { languages: ['bg'], words: Number.POSITIVE_INFINITY };
  if (isSerbianCyrillic(read)) return { languages: ['hr'], words: Number.POSITIVE_INFINITY };
  if (isSouthSlavic(read)) return { languages: ['bg', 'hr'], words: Number.POSITIVE_INFINITY };
  const isAscii = !NOT_ASCII.test(read);
  const letters = isAscii ? 0 : (read.match(/\p{L}/gu)?.length ?? 0);
  for (const [languages, script, share] of isAscii ? [] : SCRIPTS) {
    const found = read.match(script)?.length ?? 0;
    if (found > 0 && found >= letters * share) return { languages, words: Number.POSITIVE_INFINITY };
  }
  const spoken = read.toLowerCase().replace(BEHIND_APOSTROPHE, '').replace(SHORT_YOU, '$1 you').match(WORD) ?? [];
  const scores = COMMON_WORDS.map(([language, common]) => {
    const letters = isAscii ? undefined : UNIQUE_LETTERS.get(language);
    const isLettered = letters?.test(read) === true;
    const short = isLettered ? SHORT_WORDS.get(language) : undefined;
    const tells = (word: string) =>
      common.has(word) || short?.has(word) === true || (isLettered && letters?.test(word) === true);
    return spoken.filter(tells).length;
  });
  const most = Math.max(...scores);
  if (most >= minWords) {
    const languages = COMMON_WORDS.flatMap(([language], at) => (scores[at] === most ? [language] : []));
    return { languages, words: most };
  }
  const [languages = []] = OWN_LETTERS.find(([, letters]) => letters.test(read)) ?? [];
  const wordsOf = (language: VisitorLanguage) => scores[COMMON_WORDS.findIndex(([other]) => other === language)] ?? 0;
  const mostOfThese = Math.max(0, ...languages.map(wordsOf));
  return { languages: languages.filter((language) => wordsOf(language) === mostOfThese), words: 0 };
}
