/** Follow-up questions that the content answers: its own questions first, then its headings as questions, then services that it tells about. */

import { analyseQuery, analyseText } from '../../../text/analysis/analyse.ts';
import { cutText } from '../../../text/cut-text.ts';
import { isQuestion } from '../../../text/is-question.ts';
import type { AnswerRequest } from '../../generators/answer-generator.ts';
import { conversationLanguage } from '../dialogue/conversation-language.ts';
import { PHRASES } from '../dialogue/phrases.ts';
import { smallTalkIn } from '../dialogue/small-talk.ts';
import { type VisitorLanguage, visitorLanguagesOf } from '../dialogue/visitor-language.ts';
import { isLegalPage } from '../passages/legal-pages.ts';
import { type ExtractPassage, type OutlineUnit, outlineOf, type PassageOutline } from '../passages/outline.ts';
import { pageName } from '../passages/page-name.ts';
import { readPassages } from '../passages/read-passages.ts';
import { cellsOf } from '../passages/table-rows.ts';
import { isFiller, isLight } from '../terms/question-words.ts';
import { strengthOf, type Term, termsOf, wordOf } from '../terms/terms.ts';
import { ownQuestion, PERSONAL } from './faq-questions.ts';
import { toldServices } from './told-services.ts';
import {
  headingAskedFor,
  naturalQuestion,
  questionAbout,
  questionAboutService,
  serviceOf,
  serviceQuestion,
} from './topic-questions.ts';
import { topicName } from './topics.ts';

interface Conversation extends Pick<AnswerRequest, 'question' | 'memory' | 'passages'> {
  readonly chatbot?: Pick<AnswerRequest['chatbot'], 'quickPrompts'>;
}

const MAX_QUESTIONS = 3;
/** Largest share of a candidate's words that an earlier question may hold already. */
const MAX_KNOWN_SHARE = 0.75;
/** Characters of a unit that tell that its section was quoted. */
const MIN_QUOTATION_LENGTH = 12;
/** Characters of an earlier question that candidates are compared with. A pasted text tells its topic in these. */
const MAX_QUESTION_LENGTH = 500;
/** Passages ranked behind these are too far from the topic. */
const MAX_PASSAGES = 5;

/**
 * Returns three different questions, in the language of the conversation or the content's own words. None was asked before
 * in the session, as far as its memory reaches, and none offered while there are others.
 * @param answer its quoted sections are not suggested
 */
export function followUpQuestions(conversation: Conversation, answer: string): readonly string[] {
  const { memory, passages, chatbot } = conversation;
  const question = cutText(conversation.question, MAX_QUESTION_LENGTH);
  const talk = smallTalkIn(question);
  const known = memory
    .flatMap(({ role, content, suggestions = [] }) => (role === 'user' ? [content] : suggestions))
    .map((text) => cutText(text, MAX_QUESTION_LENGTH));
  const earlier = [question, ...known].map((text) => new Set(analyseText(headingAskedFor(text) ?? text)));
  const language = conversationLanguage(conversation, talk?.languages);
  const asked = new Set([question, ...known].map((text) => text.toLowerCase()));
  const services = new Set([question, ...known].map(serviceOf));
  const chosen: string[] = [];
  // Small talk has no topic, so the passages found for it have none either.
  const ownersOwn = talk === null ? [] : ownersQuestions(chatbot?.quickPrompts ?? [], language);
  for (const candidate of chained(ownersOwn, candidatesFor(question, passages, answer, language))) {
    const terms = termsOf(analyseText(candidate.about));
    if (terms.length === 0 || areKnown(terms, earlier) || answer.includes(candidate.about)) continue;
    const service = serviceOf(candidate.about);
    if (service !== null && services.has(service)) continue;
    if (chosen.includes(candidate.question) || asked.has(candidate.question.toLowerCase())) continue;
    services.add(service);
    chosen.push(candidate.question);
    earlier.push(new Set(analyseText(candidate.about)));
    if (chosen.length === MAX_QUESTIONS) return chosen;
  }
  const rest = [...offeredBefore(conversation, language), ...PHRASES[language].open];
  return [...new Set([...chosen, ...rest])].slice(0, MAX_QUESTIONS);
}

/** Questions that an earlier answer than the last offered, and nobody asked: where no others are left, they tell more than general ones. */
function offeredBefore({ question, memory }: Conversation, language: VisitorLanguage): readonly string[] {
  const asked = [question, ...memory.flatMap(({ role, content }) => (role === 'user' ? [content] : []))].map(
    (text) => new Set(analyseText(cutText(text, MAX_QUESTION_LENGTH))),
  );
  const general: readonly string[] = PHRASES[language].open;
  const last = memory.findLastIndex(({ role }) => role === 'assistant');
  return memory
    .slice(0, Math.max(0, last))
    .flatMap(({ suggestions = [] }) => suggestions)
    .filter((text) => !general.includes(text) && visitorLanguagesOf(text)[0] === language)
    .filter((text) => !areKnown(termsOf(analyseText(text)), asked));
}

/** An earlier question holds most of the words. */
const areKnown = (terms: readonly Term[], earlier: readonly ReadonlySet<string>[]): boolean =>
  earlier.some((words) => {
    const held = terms.reduce((sum, term) => sum + strengthOf(term, words), 0);
    return held > terms.length * MAX_KNOWN_SHARE;
  });

/** A question, and the words that tell whether it was asked or offered before. */
interface Candidate {
  readonly question: string;
  readonly about: string;
}

/** The second is not begun where the first suffices. */
function* chained(first: Iterable<Candidate>, second: Iterable<Candidate>): Generator<Candidate> {
  yield* first;
  yield* second;
}

function ownersQuestions(quickPrompts: readonly string[], language: VisitorLanguage): readonly Candidate[] {
  const isSpoken = (languages: readonly VisitorLanguage[]) => languages.length === 0 || languages.includes(language);
  return quickPrompts
    .filter((prompt) => isSpoken(visitorLanguagesOf(prompt)))
    .map((prompt) => ({ question: prompt, about: prompt }));
}

interface SectionName {
  readonly heading: string;
  /** It names a whole page, which no answer can tell about. */
  readonly isPage: boolean;
  /** It only divides a list of questions, which are suggested themselves. */
  readonly dividesQuestions: boolean;
  readonly passage: number;
}

/**
 * Sections beside the quoted ones first, then those of the next passages that share a word with the question; questions before other
 * headings.
 */
function* candidatesFor(
  question: string,
  passages: readonly ExtractPassage[],
  answer: string,
  language: VisitorLanguage,
): Generator<Candidate> {
  const read = passages.map(outlineOf);
  // Also true for passages whose language cannot be told.
  const spoken = read.map((passage) => (passage.language ?? language) === language);
  const quoted = read.map(
    ({ units }) => new Set(units.filter((unit) => isQuoted(unit, answer)).map(({ section }) => section)),
  );
  const sections = read.flatMap((outline, passage) =>
    outline.sections.flatMap(({ heading, isInline, isPage }, place): SectionName[] =>
      heading === '' ||
      heading === passages[passage]?.title ||
      (isInline && PERSONAL.test(heading)) ||
      quoted[passage]?.has(place) === true ||
      spoken[passage] === false
        ? []
        : [{ heading, passage, isPage, dividesQuestions: dividesQuestions(outline, place) }],
    ),
  );
  const pages = new Set(passages.filter((_, passage) => (quoted[passage]?.size ?? 0) > 0).map(({ title }) => title));
  const isBeside = ({ passage }: SectionName) => pages.has(passages[passage]?.title ?? '');
  const beside = sections.filter(isBeside);
  const others = sections.filter(
    (section) => !isBeside(section) && !isLegalPage(passages[section.passage]?.title ?? ''),
  );
  const asked = tellingTerms(question);
  const isOnTopic = passages.map(
    (passage, place) =>
      place < MAX_PASSAGES &&
      (pages.size === 0 ||
        readPassages([passage]).some(({ words }) => asked.some((term) => strengthOf(term, words) > 0))),
  );
  const near = others.filter(({ passage }) => isOnTopic[passage] === true);
  yield* questionsIn(beside);
  // The topic goes on before another one is offered.
  yield* topicsIn(beside.slice(0, 1), language);
  yield* questionsIn(near);
  yield* topicsIn(beside, language);
  yield* topicsIn(near, language);
  const titles = passages.flatMap(({ title }, passage) =>
    spoken[passage] === false ? [] : [{ heading: pageName(title), passage, isPage: true, dividesQuestions: false }],
  );
  yield* topicsIn(
    titles.filter((title) => !isBeside(title)),
    language,
  );
  yield* questionsIn(others);
  yield* topicsIn(others, language);
  yield* servicesIn(
    passages.slice(0, MAX_PASSAGES).filter(({ title }, place) => spoken[place] !== false && !isLegalPage(title)),
    answer,
    language,
  );
}

function dividesQuestions({ sections, units }: PassageOutline, place: number): boolean {
  return isQuestion(sections[place + 1]?.heading ?? '') && !units.some(({ section }) => section === place);
}

const tellingTerms = (question: string): readonly Term[] =>
  termsOf(analyseQuery(headingAskedFor(question) ?? question)).filter((term) => {
    const word = wordOf(term);
    return !isFiller(word) && !isLight(word);
  });

function* questionsIn(sections: readonly SectionName[]): Generator<Candidate> {
  for (const { heading } of sections) {
    const own = isQuestion(heading) ? ownQuestion(heading) : null;
    if (own !== null) yield { question: own, about: own };
  }
}

/** Headings that are natural questions before those that can only be named. */
function* topicsIn(sections: readonly SectionName[], language: VisitorLanguage): Generator<Candidate> {
  const named = sections.flatMap(({ heading, isPage, dividesQuestions }) => {
    const name = isQuestion(heading) || dividesQuestions ? null : topicName(heading);
    return name === null ? [] : [{ name, isPage }];
  });
  const others: Candidate[] = [];
  for (const { name, isPage } of named) {
    const natural = isPage ? serviceQuestion(name, language) : naturalQuestion(name, language);
    if (natural !== null) yield { question: natural, about: name };
    else if (!isPage) others.push({ question: questionAbout(name, language), about: name });
  }
  yield* others;
}

function* servicesIn(
  passages: readonly ExtractPassage[],
  answer: string,
  language: VisitorLanguage,
): Generator<Candidate> {
  for (const { service, text } of passages.flatMap(toldServices)) {
    const question = questionAboutService(service, language);
    if (question !== null && !answer.includes(text)) yield { question, about: question };
  }
}

function isQuoted({ kind, text, markdown }: OutlineUnit, answer: string): boolean {
  if (kind === 'table') return cellsOf(markdown).every((cell) => answer.includes(cell));
  return text.length >= MIN_QUOTATION_LENGTH && answer.includes(text.slice(0, 60));
}
