/** Questions of visitors for headings in other languages than English, from a table of topics for each language. */

import { lazily } from '../../../../lib/lazily.ts';
import { inTraditionalChinese } from '../../../../text/traditional-chinese.ts';
import { VISITOR_LANGUAGES, type VisitorLanguage } from '../../languages/visitor-language.ts';
import type { ServiceConcept } from '../../thesaurus/synonyms.ts';
import { FRENCH } from './french.ts';
import { DANISH, DUTCH, GERMAN, NORWEGIAN, SWEDISH } from './germanic.ts';
import { PORTUGUESE, SPANISH } from './iberian.ts';
import { ITALIAN, ROMANIAN } from './italian-and-romanian.ts';
import { BULGARIAN, CATALAN, ESTONIAN, FINNISH, LATVIAN, LITHUANIAN, SLOVENIAN } from './languages-of-fewer-sites.ts';
import {
  ARABIC,
  CHINESE,
  ENGLISH,
  GREEK,
  HUNGARIAN,
  INDONESIAN,
  JAPANESE,
  KOREAN,
  TURKISH,
} from './other-languages.ts';
import type { QuestionForms } from './question-forms.ts';
import { CROATIAN, CZECH, POLISH, RUSSIAN, SLOVAK, UKRAINIAN } from './slavic.ts';

export const FORMS: Readonly<Partial<Record<VisitorLanguage, QuestionForms>>> = {
  ...{ en: ENGLISH, de: GERMAN, nl: DUTCH, sv: SWEDISH, da: DANISH, no: NORWEGIAN },
  ...{ fr: FRENCH, es: SPANISH, it: ITALIAN, pt: PORTUGUESE, ro: ROMANIAN },
  ...{ pl: POLISH, cs: CZECH, sk: SLOVAK, hr: CROATIAN, ru: RUSSIAN, uk: UKRAINIAN },
  ...{ tr: TURKISH, el: GREEK, hu: HUNGARIAN },
  ...{ bg: BULGARIAN, fi: FINNISH, lt: LITHUANIAN, sl: SLOVENIAN, lv: LATVIAN, et: ESTONIAN, ca: CATALAN },
  ...{ zh: CHINESE, ja: JAPANESE, ko: KOREAN, id: INDONESIAN, ar: ARABIC },
};

/** Returns null for languages without such questions. */
export const questionAboutService = (service: ServiceConcept, language: VisitorLanguage): string | null =>
  FORMS[language]?.services[service] ?? null;

const OWNERS =
  /^(?:unsere?|onze|ons|våra|vores|nos|notre|nuestr[oa]s?|(?:i |le |il |la )nostr[oaie]|(?:os |as |o |a )?noss[oa]s?|nasze|nasza|nasz|naše|naša|naši|naš|наши|наша|наш|наші) /iu;
/** Between topics of one heading: "Anfahrt und Parken". */
const JOINED = /,? (?:und|et|y|e|en|och|og|și|i|a|и|та|και|ve|és|&) |, | ?\/ ?/u;
const JOINED_AS_WRITTEN = new RegExp(JOINED, 'iu');
const CONJUNCTION = /^(?:und|et|y|e|en|och|og|și|i|oraz|a|и|та|και|ve|és|&) /iu;
const MARKS = /[?？;¿.!\s]+/gu;

const plain = (text: string): string => text.toLowerCase().replaceAll('’', "'").replace(MARKS, ' ').trim();

interface Questions {
  /** Questions by their headings, for each language. */
  readonly byHeading: ReadonlyMap<VisitorLanguage, ReadonlyMap<string, string>>;
  /** Headings by their question. */
  readonly byQuestion: ReadonlyMap<
    string,
    { readonly language: VisitorLanguage; readonly headings: readonly string[] }
  >;
}

const tables = lazily((): Questions => {
  const byHeading = new Map<VisitorLanguage, ReadonlyMap<string, string>>();
  const byQuestion = new Map<string, { readonly language: VisitorLanguage; readonly headings: readonly string[] }>();
  for (const language of VISITOR_LANGUAGES) {
    const questions = new Map<string, string>();
    const { services, topics = [] } = FORMS[language] ?? {};
    for (const question of Object.values<string>(services ?? {})) {
      byQuestion.set(plain(question), { language, headings: [] });
      if (language === 'zh') byQuestion.set(plain(inTraditionalChinese(question)), { language, headings: [] });
    }
    for (const [names, question] of topics) {
      const headings = names.split('|').map(plain);
      for (const heading of headings) questions.set(heading, question);
      byQuestion.set(plain(question), { language, headings });
    }
    byHeading.set(language, questions);
  }
  return { byHeading, byQuestion };
});

/** "Our prices" become the prices. */
export const withoutOwner = (heading: string): string => {
  const name = heading.replace(OWNERS, '');
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** Returns null for a heading of an unknown kind. */
export function questionForHeading(heading: string, language: VisitorLanguage): string | null {
  const forms = FORMS[language];
  if (forms === undefined) return null;
  const name = withoutOwner(heading);
  return topicQuestion(name, language) ?? taskQuestion(heading, forms) ?? nounQuestion(name, forms);
}

/** Empty for a heading of one topic. */
export function topicsOf(heading: string): readonly string[] {
  const parts = heading.split(JOINED_AS_WRITTEN).map((part) => part.trim());
  return parts.length > 1 ? parts : [];
}

/** Asks for the first topic of a heading. */
function topicQuestion(heading: string, language: VisitorLanguage): string | null {
  const questions = tables().byHeading.get(language);
  const name = plain(heading);
  const whole = questions?.get(name);
  if (whole !== undefined) return whole;
  const [first, ...others] = name.split(JOINED).map((part) => questions?.get(part));
  return others.length === 0 || others.includes(undefined) ? null : (first ?? null);
}

function taskQuestion(heading: string, forms: QuestionForms): string | null {
  const question = forms.tasks?.find(([task]) => task.test(heading))?.[1];
  return question === undefined ? null : framed(question, heading, forms);
}

/** "Versand nach Österreich" */
function nounQuestion(heading: string, forms: QuestionForms): string | null {
  const [, noun = '', rest = ''] = /^(\p{L}+) (.+)$/u.exec(heading) ?? [];
  if (CONJUNCTION.test(rest) || forms.linking?.test(rest) === false) return null;
  const question = forms.nouns?.find(([nouns]) => nouns.split('|').includes(noun.toLowerCase()))?.[1];
  return question === undefined ? null : framed(question, heading, forms);
}

function framed(question: string, heading: string, { asVisitor = [], unclear, lowered }: QuestionForms): string | null {
  const said = asVisitor.reduce((text, [owners, visitors]) => text.replace(owners, visitors), heading);
  if (unclear?.test(said) === true) return null;
  const isLowered = lowered === undefined || lowered.test(said);
  const within = isLowered ? said.charAt(0).toLowerCase() + said.slice(1) : said;
  const asked = question.replace('{}', () => within);
  return asked.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}

/** The headings of a question of the tables; empty for any other question. */
export const headingWordsFor = (question: string): readonly string[] =>
  tables().byQuestion.get(plain(question))?.headings ?? [];

/** The language of a question of the tables; null for any other question. */
export const languageOfTables = (question: string): VisitorLanguage | null =>
  tables().byQuestion.get(plain(question))?.language ?? null;
