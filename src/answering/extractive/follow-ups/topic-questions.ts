import { analyseQuery } from '../../../text/analysis/analyse.ts';
import { inTraditionalChinese } from '../../../text/traditional-chinese.ts';
import { PHRASES } from '../dialogue/phrases.ts';
import { ABOUT_THING, headingAskedFor } from '../dialogue/suggested-questions.ts';
import type { VisitorLanguage } from '../languages/visitor-language.ts';
import { isQuestionStopWord } from '../terms/question-words.ts';
import { termsOf } from '../terms/terms.ts';
import { type ServiceConcept, serviceConceptsOf } from '../thesaurus/synonyms.ts';
import { englishHeadingQuestion } from './english-headings.ts';
import { englishTopicQuestion, thingNamed } from './english-topics.ts';
import {
  languageOfTables,
  questionAboutService,
  questionForHeading,
  topicsOf,
  withoutOwner,
} from './forms/questions.ts';

/** A part of a word of two. */
const ONE_IDEOGRAPH = /^\p{Script=Han}$/u;

/** @param text below the heading, or around it */
export function questionAbout(heading: string, language: VisitorLanguage, text = ''): string {
  const natural = naturalQuestion(heading, language);
  if (natural !== null) return natural;
  const thing = language === 'en' ? thingNamed(heading, text) : null;
  return (thing === null ? PHRASES[language].ask : ABOUT_THING).replace('{}', () => thing ?? heading);
}

/** Returns null for a heading that no rule makes a question of. */
export const naturalQuestion = (heading: string, language: VisitorLanguage): string | null =>
  (language === 'en'
    ? (englishTopicQuestion(heading) ?? englishHeadingQuestion(heading))
    : questionForHeading(heading, language)) ??
  serviceQuestion(language === 'en' ? heading : withoutOwner(heading), language);

/** A suggested question of our own in traditional characters; the content's words stay as they are. */
export function inTraditionalCharacters(question: string): string {
  const heading = headingAskedFor(question);
  if (heading !== null) return PHRASES['zh-Hant'].ask.replace('{}', () => heading);
  const open = PHRASES['zh-Hant'].open[PHRASES.zh.open.indexOf(question)];
  return open ?? (languageOfTables(question) === 'zh' ? inTraditionalChinese(question) : question);
}

/** Returns null when the heading names more than a service. */
export function serviceQuestion(heading: string, language: VisitorLanguage): string | null {
  const concept = serviceOf(heading);
  return concept === null ? null : questionAboutService(concept, language);
}

/** First heading for which the tables give the question. */
export function headingBehind(question: string, headings: () => Iterable<string>): string | null {
  const language = languageOfTables(question);
  if (language === null || language === 'en') return null;
  const asked = question.toLowerCase();
  const isFor = (name: string) => {
    const natural = naturalQuestion(name, language)?.toLowerCase();
    return natural === asked || (language === 'zh' && natural !== undefined && inTraditionalChinese(natural) === asked);
  };
  // "Contact and directions" answers for both of its topics.
  for (const heading of headings()) if (isFor(heading) || topicsOf(heading).some(isFor)) return heading;
  return null;
}

/** The service that the heading names; null when it names more. */
export function serviceOf(heading: string): ServiceConcept | null {
  const words = termsOf(analyseQuery(heading))
    .map(({ stem, exact }) => exact?.slice(1) ?? stem)
    .filter((word) => !isQuestionStopWord(word) && !ONE_IDEOGRAPH.test(word));
  const [first, ...rest] = words;
  if (first === undefined) return null;
  // Checks the first word first: a visitor may paste hundreds.
  const isNamedBy = (concept: ServiceConcept) => rest.every((word) => serviceConceptsOf(word).includes(concept));
  return serviceConceptsOf(first).find(isNamedBy) ?? null;
}
