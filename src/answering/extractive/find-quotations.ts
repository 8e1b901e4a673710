/** Finds the quotations that answer a question, trying each way to answer in turn. */

import { pattern } from '../../lib/patterns.ts';
import type { Steps } from '../../lib/steps.ts';
import { foldDiacritics } from '../../text/analysis/normalise.ts';
import type { AnswerRequest } from '../generators/answer-generator.ts';
import { comparedAnswer, comparisonIn, UNKNOWN } from './comparisons.ts';
import { contactAnswer, otherContact, unlistedContact } from './contact/contact-answer.ts';
import { directionsAnswer } from './contact/directions-answer.ts';
import { asksForOwnPlace } from './contact/own-place.ts';
import { lostPropertyWords } from './dialogue/lost-things.ts';
import { PLACES } from './dialogue/shipping-destination.ts';
import { extractInSteps } from './extract-answer.ts';
import { conversationLanguage } from './languages/conversation-language.ts';
import { listedSections } from './listed-sections.ts';
import { unknownCase, unknownDestination, withoutUnknownThing } from './missing-content/unknown-words.ts';
import { condensedQuestion } from './plain-question.ts';
import { asksForFact, tellsFactAskedFor } from './question/expected-answer-type.ts';
import { contentWords } from './question/question-terms.ts';
import { asksWhichKind, isFollowUp, isSelfContained, namesNoTopic } from './question/standalone-question.ts';
import type { Quotation } from './quotation/quotation.ts';

/** Characters of a message that may hold two questions. */
const MAX_TWO_QUESTIONS = 200;
const NEXT_QUESTION = pattern(
  'iu',
  /[?？]\s+(?=[\p{L}\p{N}])|\s+(?:and|und|y|et|ve)\s+(?=(?:how|what|when|where|can|do|does|is|are|wie|was|wann|wo|kann|gibt|cuánto|cómo|qué|dónde|hay|combien|comment|quand|où|ne zaman|nasıl)(?![\p{L}]))/u,
);
/** "How can I reach him?" needs the person named before. */
const PERSON = pattern(
  'iu',
  /(?<!\p{L})(?:him|her|ihn|ihm|hem|haar|lui|lei|nim|nią|niego|niej|ним|ней|ему|него|неё|нее)(?!\p{L})|arl[oa](?!\p{L})/u,
);

/** "Where is the clinic?" on the site of a clinic. */
const OWN_PLACE = 'where are you';

/** @param question in words that the content can hold */
export function* findQuotations(question: string, request: AnswerRequest): Steps<readonly Quotation[] | null> {
  const comparison = comparisonIn(question);
  const compared = comparison === null ? null : yield* comparedAnswer(comparison, request.passages, optionsOf(request));
  if (compared !== null) return compared === UNKNOWN ? null : compared;
  const listed = listedSections(question, request.passages);
  if (listed !== null) return [listed];
  const two = twoQuestionsIn(question);
  if (two === null) return yield* quotationsOf(question, request);
  const found = yield* quotationsOfTwo(two, request);
  if (found.length === 2) return withoutRepetition(found, two);
  return (yield* quotationsOf(question, request)) ?? (found.length === 0 ? null : found);
}

type TwoQuestions = readonly [first: string, second: string];

/** Returns null unless the message asks two questions. */
function twoQuestionsIn(message: string): TwoQuestions | null {
  const parts = message.length > MAX_TWO_QUESTIONS ? [] : message.split(NEXT_QUESTION);
  if (parts.length < 2) return null;
  const [first, second, third] = parts.filter((part) => contentWords(part).length > 0);
  return first === undefined || second === undefined || third !== undefined ? null : [first, second];
}

/** The second may refer to the first: "… and how long do they take?" */
function* quotationsOfTwo([first, second]: TwoQuestions, request: AnswerRequest): Steps<readonly Quotation[]> {
  const toFirst = yield* quotationsOf(first, { ...request, memory: [] });
  const toSecond = yield* quotationsOf(second, { ...request, memory: [{ role: 'user', content: first }] });
  return [toFirst?.[0], toSecond?.[0]].filter((quotation) => quotation !== undefined);
}

/** Drops the second quotation when the first answers both questions. */
function withoutRepetition(found: readonly Quotation[], [, next]: TwoQuestions): readonly Quotation[] {
  const [first, second] = found;
  if (first === undefined || second === undefined) return found;
  if (first.passage === second.passage && first.markdown.includes(second.markdown)) return [first];
  return isAboutNoMore(next, first) && tellsFactAskedFor(next, first.markdown) ? [first] : found;
}

/** True for "… and is there a fee?" when the first answer tells it. */
function isAboutNoMore(question: string, { markdown }: Quotation): boolean {
  const told = foldDiacritics(markdown.toLowerCase());
  return namesNoTopic(question) || contentWords(question).every((word) => told.includes(word));
}

/** Answers an independent question alone first: the topic may have changed. */
function* quotationsOf(question: string, request: AnswerRequest): Steps<readonly Quotation[] | null> {
  const { memory, passages } = request;
  const options = optionsOf(request);
  yield;
  const joined = condensedQuestion(question, memory);
  yield;
  const withPerson = PERSON.test(question.slice(0, MAX_TWO_QUESTIONS)) ? joined : question;
  const directions = directionsAnswer(question, passages);
  if (directions !== null) return [directions];
  yield;
  const words = contentWords(withPerson);
  const isOwnPlace = asksForOwnPlace(withPerson, words, passages, options.siteName);
  const contact = isOwnPlace
    ? contactAnswer(OWN_PLACE, [], passages, options.language)
    : contactAnswer(withPerson, words, passages, options.language, options.siteName);
  if (contact !== null) return [contact];
  yield;
  if (unlistedContact(contentWords(question), passages) !== null) {
    const other = otherContact(passages, options.language);
    return other === null ? null : [other];
  }
  const isJoined = joined !== question;
  const answerBefore = isJoined ? memory.findLast(({ role }) => role === 'assistant')?.content : undefined;
  const isFoundWithMore = isJoined && !isSelfContained(question);
  const alone =
    isJoined && isFollowUp(question)
      ? null
      : yield* extractInSteps(question, passages, { ...options, answerBefore, isFoundWithMore });
  if (alone !== null) return alone;
  const ofLostProperty = yield* answerOfLostProperty(question, request);
  if (ofLostProperty !== null) return ofLostProperty;
  const ofOtherPlaces = yield* answerForOtherPlaces(question, request);
  if (ofOtherPlaces !== null) return ofOtherPlaces;
  return yield* isJoined ? answerToFollowUp(question, joined, request) : answerWithoutUnknown(question, request);
}

/** @param joined the question with the one before */
function* answerToFollowUp(
  question: string,
  joinedWithAll: string,
  request: AnswerRequest,
): Steps<readonly Quotation[] | null> {
  const { memory, passages } = request;
  const options = optionsOf(request);
  const earlier = joinedWithAll.slice(0, -question.length).trim();
  // After "Do you ship to Norway?" without an answer, "How long does it take?" is about shipping.
  const destination = unknownDestination(earlier, passages);
  const joined = destination === null ? joinedWithAll : `${destination.asked} ${question}`;
  const answerBefore = memory.findLast(({ role }) => role === 'assistant')?.content;
  const together = yield* extractInSteps(joined, passages, { ...options, present: question, answerBefore });
  if (together !== null) return yield* withFactAskedFor(together, question, request);
  // Answers the question before, the nearest to "And to the USA?", below a caveat.
  const before = () => quotationsOf(earlier, { ...request, memory: [] });
  if (namesNoTopic(question) || asksWhichKind(question)) {
    const beside = asksForFact(question) ? yield* before() : null;
    return isToldIn(beside, question) ? beside : yield* extractInSteps(question, passages, options);
  }
  // "How do I embed it?" after another topic: "it" is what the whole content is about.
  const isKnown = unknownCase(question, joined, passages) === null;
  return yield* isKnown ? extractInSteps(question, passages, options) : before();
}

const isToldIn = (quotations: readonly Quotation[] | null, question: string): boolean =>
  quotations?.some(({ markdown }) => tellsFactAskedFor(question, markdown)) === true;

/** "What does it cost to run?" after another topic is about the site, if only that tells a price. */
function* withFactAskedFor(
  joined: readonly Quotation[],
  question: string,
  request: AnswerRequest,
): Steps<readonly Quotation[]> {
  if (!asksForFact(question) || isToldIn(joined, question)) return joined;
  const alone = yield* extractInSteps(question, request.passages, optionsOf(request));
  return alone !== null && isToldIn(alone, question) ? alone : joined;
}

/** "I lost a scarf" gets where found things are kept. */
function* answerOfLostProperty(question: string, request: AnswerRequest): Steps<readonly Quotation[] | null> {
  const options = optionsOf(request);
  const words = lostPropertyWords(question, options.language);
  return words === null ? null : yield* extractInSteps(words, request.passages, { ...options, isFoundWithMore: true });
}

/** "Do you ship to Norway?" gets other places, below a caveat. */
function* answerForOtherPlaces(question: string, request: AnswerRequest): Steps<readonly Quotation[] | null> {
  const destination = unknownDestination(question, request.passages);
  if (destination === null) return null;
  const options = optionsOf(request);
  const places = PLACES[options.language];
  const listed =
    places === undefined ? null : yield* extractInSteps(`${destination.asked} ${places}`, request.passages, options);
  return listed ?? (yield* extractInSteps(destination.asked, request.passages, options));
}

/** "Can I hire the hall for a wedding?" gets what is told of the hall, below a caveat. */
function* answerWithoutUnknown(question: string, request: AnswerRequest): Steps<readonly Quotation[] | null> {
  const rest = withoutUnknownThing(question, request.passages, request.chatbot.name);
  return rest === null ? null : yield* extractInSteps(rest, request.passages, optionsOf(request));
}

const optionsOf = (request: AnswerRequest) => ({
  statistics: request.statistics ?? null,
  language: conversationLanguage(request),
  siteName: request.chatbot.name,
});
