/** Candidates for follow-up questions: the content's questions, headings and services. */
import { analyseQuery } from '../../../text/analysis/analyse.ts';
import { isQuestion } from '../../../text/is-question.ts';
import { headingAskedFor } from '../dialogue/suggested-questions.ts';
import type { VisitorLanguage } from '../languages/visitor-language.ts';
import { isLegalPage } from '../passages/legal-pages.ts';
import { type ExtractPassage, isQuotedIn, outlineOf } from '../passages/outline.ts';
import { pageName } from '../passages/page-name.ts';
import { readPassages } from '../passages/read-passages.ts';
import { isGenericWord, isQuestionStopWord } from '../terms/question-words.ts';
import { isHeldIn, type Term, termsOf, wordOf } from '../terms/terms.ts';
import { faqQuestion, PERSONAL } from './faq-questions.ts';
import { questionAboutService } from './forms/questions.ts';
import { toldServices } from './told-services.ts';
import { naturalQuestion, questionAbout, serviceQuestion } from './topic-questions.ts';
import { topicName } from './topics.ts';

/** Lower-ranked passages are too far from the topic. */
const MAX_PASSAGES = 5;

/** "Who is behind it": depends on what stands above. English. */
const NEEDS_CONTEXT = /^(?:who|what|why|how|when|where|which)\s.*\s(?:it|they|them|this|these|those)(?!\p{L})/iu;

/** A question, and the words that tell whether it is new. */
export interface FollowUpCandidate {
  readonly question: string;
  readonly about: string;
}

interface SectionName {
  readonly heading: string;
  /** True for a page, too large for an answer. */
  readonly isPage: boolean;
  /** True for a group of questions, which are suggested instead. */
  readonly dividesQuestions: boolean;
  /** False for a heading of sections alone. */
  readonly hasText: boolean;
  readonly passage: number;
}

export interface AnsweredQuestion {
  readonly question: string;
  readonly passages: readonly ExtractPassage[];
  readonly answer: string;
  readonly language: VisitorLanguage;
  /** The chatbot's name; may be empty. */
  readonly siteName: string;
}

/** Sections of quoted pages first, then passages near the question; questions before other headings. */
export function* candidatesFor(asked: AnsweredQuestion): Generator<FollowUpCandidate> {
  const { beside, near, others, pages } = sectionsToSuggest(asked);
  yield* questionsIn(beside);
  // The same topic comes before another one.
  yield* topicsIn(beside.slice(0, 1), asked);
  yield* questionsIn(near);
  yield* topicsIn(beside, asked);
  yield* topicsIn(near, asked);
  yield* topicsIn(pages, asked);
  yield* questionsIn(others);
  yield* topicsIn(others, asked);
  yield* servicesIn(asked);
}

/** Sections that were not quoted, in the order of the passages. */
interface SectionsToSuggest {
  /** Sections of quoted pages. */
  readonly beside: readonly SectionName[];
  readonly others: readonly SectionName[];
  /** Sections of `others` that share a word with the question. */
  readonly near: readonly SectionName[];
  /** Titles of other pages. */
  readonly pages: readonly SectionName[];
}

function sectionsToSuggest(asked: AnsweredQuestion): SectionsToSuggest {
  const { passages } = asked;
  const read = passages.map((passage, place) => ({ passage, place, quoted: quotedSections(passage, asked.answer) }));
  const spoken = read.filter(({ passage }) => isSpoken(passage, asked));
  const siteName = asked.siteName.toLowerCase();
  const sections = spoken.flatMap(({ passage, place, quoted }) => sectionNames(passage, place, quoted, siteName));
  const quotedPages = new Set(read.flatMap(({ passage, quoted }) => (quoted.size > 0 ? [passage.title] : [])));
  const isBeside = ({ passage }: SectionName) => quotedPages.has(passages[passage]?.title ?? '');
  const others = sections.filter((name) => !isBeside(name) && !isLegalPage(passages[name.passage]?.title ?? ''));
  const isNear = nearnessTo(asked, quotedPages.size === 0);
  const pages = spoken.map(({ passage, place }): SectionName => {
    return { heading: pageName(passage.title), passage: place, isPage: true, dividesQuestions: false, hasText: true };
  });
  return {
    beside: sections.filter(isBeside),
    others,
    near: others.filter(({ passage }) => isNear(passage)),
    pages: pages.filter((page) => !isBeside(page)),
  };
}

/** True also for a passage whose language cannot be told. */
const isSpoken = (passage: ExtractPassage, { language }: AnsweredQuestion): boolean =>
  (outlineOf(passage).language ?? language) === language;

const quotedSections = (passage: ExtractPassage, answer: string): ReadonlySet<number> =>
  new Set(outlineOf(passage).units.flatMap((unit) => (isQuotedIn(unit, answer) ? [unit.section] : [])));

/** Sections after the last quoted one first: the reader goes on there. */
function sectionNames(
  passage: ExtractPassage,
  place: number,
  quoted: ReadonlySet<number>,
  siteName: string,
): readonly SectionName[] {
  const outline = outlineOf(passage);
  const next = Math.max(-1, ...quoted) + 1;
  const sections = [...outline.sections.entries()];
  return [...sections.slice(next), ...sections.slice(0, next)].flatMap(([section, { heading, isInline, ...named }]) => {
    const isPage = named.isPage || (siteName !== '' && heading.toLowerCase().includes(siteName));
    const isNamed = heading !== '' && heading !== passage.title && !(isInline && PERSONAL.test(heading));
    if (!isNamed || quoted.has(section)) return [];
    const hasText = outline.units.some((unit) => unit.section === section);
    const dividesQuestions = !hasText && isQuestion(outline.sections[section + 1]?.heading ?? '');
    return [{ heading, passage: place, isPage, dividesQuestions, hasText }];
  });
}

/** Tells whether a passage shares a word with the question. Without a quotation, all first passages are near. */
function nearnessTo({ question, passages }: AnsweredQuestion, isAnyNear: boolean): (place: number) => boolean {
  const asked = contentTerms(question);
  const near = passages
    .slice(0, MAX_PASSAGES)
    .map((passage) => isAnyNear || asked.some((term) => isHeldIn(readPassages([passage]), term)));
  return (place) => near[place] === true;
}

const contentTerms = (question: string): readonly Term[] =>
  termsOf(analyseQuery(headingAskedFor(question) ?? question)).filter((term) => {
    const word = wordOf(term);
    return !isQuestionStopWord(word) && !isGenericWord(word);
  });

function* questionsIn(sections: readonly SectionName[]): Generator<FollowUpCandidate> {
  for (const { heading } of sections) {
    const own = isQuestion(heading) ? faqQuestion(heading) : null;
    if (own !== null) yield { question: own, about: own };
  }
}

/** Headings with a natural question come first. */
function* topicsIn(
  sections: readonly SectionName[],
  { language, passages }: AnsweredQuestion,
): Generator<FollowUpCandidate> {
  const named = sections.flatMap(({ heading, isPage, dividesQuestions, hasText, passage }) => {
    const isTopic = !isQuestion(heading) && !dividesQuestions && !NEEDS_CONTEXT.test(heading);
    const name = isTopic ? topicName(heading) : null;
    return name === null ? [] : [{ name, isPage, hasText, passage }];
  });
  const others: FollowUpCandidate[] = [];
  for (const { name, isPage, hasText, passage } of named) {
    // Sections below such a heading are suggested instead.
    const natural = isPage || !hasText ? serviceQuestion(name, language) : naturalQuestion(name, language);
    if (natural !== null) yield { question: natural, about: name };
    else if (!isPage && hasText)
      others.push({ question: questionAbout(name, language, passages[passage]?.text ?? ''), about: name });
  }
  yield* others;
}

function* servicesIn(asked: AnsweredQuestion): Generator<FollowUpCandidate> {
  const first = asked.passages.slice(0, MAX_PASSAGES);
  const spoken = first.filter((passage) => isSpoken(passage, asked) && !isLegalPage(passage.title));
  for (const { service, text } of spoken.flatMap(toldServices)) {
    const question = questionAboutService(service, asked.language);
    if (question !== null && !asked.answer.includes(text)) yield { question, about: question };
  }
}
