/** Generates answers without a language model: quotations of the content, small talk, or a refusal that names what is closest. */

import { setImmediate } from 'node:timers/promises';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import { pattern } from '../../lib/patterns.ts';
import { comparedAnswer, comparisonIn, UNKNOWN } from '../extractive/comparisons.ts';
import {
  asksForPlace,
  contactAnswer,
  otherContact,
  PLACE_WORDS,
  unlistedNumber,
} from '../extractive/contact-answer.ts';
import {
  conversationLanguage,
  languageName,
  otherContentLanguage,
} from '../extractive/dialogue/conversation-language.ts';
import { PHRASES } from '../extractive/dialogue/phrases.ts';
import { answerableQuestion, standalone } from '../extractive/dialogue/plain-question.ts';
import { PLACES, shippingDestination } from '../extractive/dialogue/shipping-destination.ts';
import { canReplyTo, type SmallTalk, smallTalkIn } from '../extractive/dialogue/small-talk.ts';
import { SMALL_TALK_REPLIES } from '../extractive/dialogue/small-talk-replies.ts';
import { continuedWith, goesOn, isWhole, namesNothing } from '../extractive/dialogue/standalone-question.ts';
import { tellsFactAskedFor } from '../extractive/expected-answer-type.ts';
import {
  closestSection,
  extractAnswer,
  isUnknown,
  unknownWords,
  unlistedHoliday,
  withoutUnknownThing,
} from '../extractive/extract-answer.ts';
import { overviewOf, overviewSearch } from '../extractive/overview.ts';
import { readPassages } from '../extractive/passages/read-passages.ts';
import { tellingWords, termsFor } from '../extractive/question-terms.ts';
import type { Quotation } from '../extractive/quotation/quotation.ts';
import type { AnswerGenerator, AnswerPart, AnswerRequest } from './answer-generator.ts';

/** Recorded as the model. */
const EXTRACTIVE = 'extractive';
/** Characters of a message that may hold two questions. */
const MAX_TWO_QUESTIONS = 200;
/** Characters of words that the content lacks. */
const MAX_UNKNOWN = 60;
const NEXT_QUESTION = pattern(
  'iu',
  /[?？]\s+(?=[\p{L}\p{N}])|\s+(?:and|und|y|et|ve)\s+(?=(?:how|what|when|where|can|do|does|is|are|wie|was|wann|wo|kann|gibt|cuánto|cómo|qué|dónde|hay|combien|comment|quand|où|ne zaman|nasıl)(?![\p{L}]))/u,
);
/** "How can I reach him?" asks for the contact of whom the question before named. */
const PERSON = pattern(
  'iu',
  /(?<!\p{L})(?:him|her|ihn|ihm|hem|haar|lui|lei|nim|nią|niego|niej|ним|ней|ему|него|неё|нее)(?!\p{L})|arl[oa](?!\p{L})/u,
);
const CODE_BLOCK = /(^```[^\n]*\n[\s\S]*?\n```$)/m;

/** Needs no network and no configuration. A call takes a few milliseconds of the calling thread. */
export function extractiveAnswers(): AnswerGenerator {
  return { nameFor: () => EXTRACTIVE, citesAll: true, answer, condense };
}

async function* answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<AnswerPart> {
  await setImmediate();
  signal.throwIfAborted();
  const budget = new EventLoopBudget();
  const talk = smallTalkIn(request.question);
  await budget.yieldIfUsedUp();
  if (talk?.kind === 'overview') {
    yield* overviewAnswer(talk, request);
    return;
  }
  if (talk !== null && canReplyTo(talk, request.chatbot)) {
    yield { kind: 'text', text: smallTalkAnswer({ ...talk, kind: talk.kind }, request) };
    return;
  }
  const question = answerableQuestion(request);
  await readInSlices(question, request.passages, budget);
  signal.throwIfAborted();
  const quotations = quotationsFor(question, request);
  await budget.yieldIfUsedUp();
  if (quotations === null) {
    yield { kind: 'text', text: refusal(request, question) };
    return;
  }
  const caveat = caveatFor(question, request);
  if (caveat !== null) yield { kind: 'text', text: `${caveat}\n\n` };
  for (const [index, quotation] of quotations.entries()) {
    signal.throwIfAborted();
    if (index > 0) yield { kind: 'text', text: '\n\n' };
    yield* quotedParts(quotation, request.passages[quotation.passage]?.url === null);
  }
}

/** New passages and the terms of a question take longest. Both are remembered. */
async function readInSlices(
  question: string,
  passages: AnswerRequest['passages'],
  budget: EventLoopBudget,
): Promise<void> {
  for (const passage of passages) {
    await budget.yieldIfUsedUp();
    readPassages([passage]);
  }
  await budget.yieldIfUsedUp();
  termsFor(question, passages);
  await budget.yieldIfUsedUp();
}

/** Says what the content lacks of a question, when what is left may be about something else. */
function caveatFor(question: string, request: AnswerRequest): string | null {
  const unknown =
    unlistedHoliday(question, request.passages) ??
    unlistedNumber(tellingWords(question), request.passages) ??
    unknownPart(question, request);
  if (unknown === '' || unknown.length > MAX_UNKNOWN) return null;
  return PHRASES[conversationLanguage(request)].nothingAbout.replace('{}', () => unknown);
}

function unknownPart(question: string, { memory, passages, chatbot }: AnswerRequest): string {
  const place = unknownDestination(question, passages);
  if (place !== null) return place;
  if (standalone(question, memory) === question) return unknownWords(question, passages, chatbot.name).join(' ');
  return unknownCase(question, passages) ?? '';
}

/** "Norway" of "Do you ship to Norway?", where the content does not name it. */
function unknownDestination(question: string, passages: AnswerRequest['passages']): string | null {
  const place = shippingDestination(question)?.place;
  return place !== undefined && isUnknown(place, passages) ? place : null;
}

/** "And to the USA?" after a question for shipping, where the content does not name them. */
function unknownCase(question: string, passages: AnswerRequest['passages']): string | null {
  const other = continuedWith(question);
  return other !== null && isUnknown(other, passages) ? other : null;
}

/** A question that stands by itself is answered by itself first; the visitor may have changed the topic. */
function quotationsFor(question: string, request: AnswerRequest): readonly Quotation[] | null {
  const comparison = comparisonIn(question);
  const compared = comparison === null ? null : comparedAnswer(comparison, request.passages, optionsOf(request));
  if (compared !== null) return compared === UNKNOWN ? null : compared;
  const whole = quotationsOf(question, request);
  const split = question.length > MAX_TWO_QUESTIONS ? [] : question.split(NEXT_QUESTION);
  const parts = split.length < 2 ? [] : split.filter((part) => tellingWords(part).length > 0);
  if (parts.length !== 2) return whole;
  // "… and how long do they take?" refers to the first question.
  const memory = [[], [{ role: 'user' as const, content: parts[0] ?? '' }]];
  const answers = parts.map((part, at) => quotationsOf(part, { ...request, memory: memory[at] ?? [] })?.[0]);
  const both = answers.filter((quotation) => quotation !== undefined);
  const [first, second] = both;
  if (first === undefined || second === undefined) return whole ?? (first === undefined ? null : both);
  if (first.passage === second.passage && first.markdown.includes(second.markdown)) return [first];
  const [, next = ''] = parts;
  return namesNothing(next) && tellsFactAskedFor(next, first.markdown) ? [first] : both;
}

const optionsOf = (request: AnswerRequest) => ({
  statistics: request.statistics ?? null,
  language: conversationLanguage(request),
  siteName: request.chatbot.name,
});

function quotationsOf(question: string, request: AnswerRequest): readonly Quotation[] | null {
  const { memory, passages } = request;
  const options = optionsOf(request);
  const joined = standalone(question, memory);
  const owner = PERSON.test(question.slice(0, MAX_TWO_QUESTIONS)) ? joined : question;
  const contact = contactAnswer(owner, tellingWords(owner), passages, options.language);
  if (contact !== null) return [contact];
  if (unlistedNumber(tellingWords(question), passages) !== null) {
    const other = otherContact(passages, options.language);
    return other === null ? null : [other];
  }
  const alone = joined !== question && goesOn(question) ? null : extractAnswer(question, passages, options);
  if (alone !== null) return alone;
  const forOtherPlaces = answerForOtherPlaces(question, request);
  if (forOtherPlaces !== null) return forOtherPlaces;
  if (joined === question) return answerWithoutUnknown(question, request);
  const together = extractAnswer(joined, passages, { ...options, present: question });
  if (together !== null) return together;
  if (namesNothing(question)) return extractAnswer(question, passages, options);
  // The answer to the question before tells what is nearest.
  const before = joined.slice(0, -question.length).trim();
  return unknownCase(question, passages) === null ? null : extractAnswer(before, passages, options);
}

/** The caveat before it names the place: "Do you ship to Norway?" */
function answerForOtherPlaces(question: string, request: AnswerRequest): readonly Quotation[] | null {
  const destination = shippingDestination(question);
  if (destination === null || !isUnknown(destination.place, request.passages)) return null;
  const options = optionsOf(request);
  const places = PLACES[options.language];
  const listed =
    places === undefined ? null : extractAnswer(`${destination.asked} ${places}`, request.passages, options);
  return listed ?? extractAnswer(destination.asked, request.passages, options);
}

/** The caveat before it names the thing that the content lacks: "Can I hire the hall for a wedding?" */
function answerWithoutUnknown(question: string, request: AnswerRequest): readonly Quotation[] | null {
  const rest = withoutUnknownThing(question, request.passages, request.chatbot.name);
  return rest === null ? null : extractAnswer(rest, request.passages, optionsOf(request));
}

/** Text that the owner wrote, and code, which no renderer links, are quoted letter for letter. */
function* quotedParts({ passage, markdown }: Quotation, isOwnText: boolean): Iterable<AnswerPart> {
  for (const text of markdown.split(CODE_BLOCK)) {
    if (text !== '') yield { kind: isOwnText || text.startsWith('```') ? 'quotation' : 'text', text };
  }
  // Code and tables leave no place for the citation on their last line.
  yield { kind: 'text', text: `${/(?:```|\|)$/.test(markdown) ? '\n\n' : ' '}[${passage + 1}]` };
}

type Reply = SmallTalk & { readonly kind: Exclude<SmallTalk['kind'], 'overview'> };

function smallTalkAnswer({ kind, languages }: Reply, request: AnswerRequest): string {
  const language = conversationLanguage(request, languages);
  const replies = SMALL_TALK_REPLIES[language];
  const { humanHandoffEnabled } = request.chatbot;
  switch (kind) {
    case 'hello':
    case 'thanks':
    case 'goodbye':
      return replies[kind];
    case 'who':
      return replies.who.replace('{}', () => request.chatbot.name);
    case 'human':
      return replies.humanOnRequest;
    case 'complaint':
      return humanHandoffEnabled ? `${replies.sorry} ${PHRASES[language].offerHuman}` : replies.sorry;
    case 'yes':
      return humanHandoffEnabled && wasOfferedHuman(request) ? replies.humanOnRequest : replies.askAgain;
    case 'nothingAsked':
      return replies.askAgain;
  }
}

/** The answer before offered to talk to a human. */
function wasOfferedHuman({ memory }: AnswerRequest): boolean {
  const before = memory.findLast(({ role }) => role === 'assistant')?.content ?? '';
  return Object.values(PHRASES).some(({ offerHuman }) => before.includes(offerHuman));
}

function* overviewAnswer({ languages }: SmallTalk, request: AnswerRequest): Iterable<AnswerPart> {
  const { passages, chatbot } = request;
  const language = conversationLanguage(request, languages);
  const overview = overviewOf(passages, language, chatbot.name);
  if (overview === null) {
    yield { kind: 'text', text: refusal(request) };
    return;
  }
  const { introduction, topics } = overview;
  if (introduction !== null) yield* quotedParts(introduction, passages[introduction.passage]?.url === null);
  if (topics.length === 0) return;
  const list = topics.map(({ name, passage }) => `- ${name} [${passage + 1}]`);
  const apart = introduction === null ? '' : '\n\n';
  yield { kind: 'text', text: `${apart}${PHRASES[language].overview}\n\n${list.join('\n')}` };
}

function refusal(request: AnswerRequest, question = answerableQuestion(request)): string {
  const language = conversationLanguage(request);
  const { nothingFits, otherLanguage, closest, offerHuman } = PHRASES[language];
  const other = otherContentLanguage(request);
  const near = closestSection(question, request.passages, request.chatbot.name);
  const parts = [
    nothingFits,
    ...(other === null ? [] : [otherLanguage.replace('{}', () => languageName(other, language))]),
    ...(near === null ? [] : [closest.replace('{}', () => near)]),
    ...(request.chatbot.humanHandoffEnabled ? [offerHuman] : []),
  ];
  return parts.join(' ');
}

async function condense(question: string, memory: AnswerRequest['memory']): Promise<string> {
  const budget = new EventLoopBudget();
  const talk = smallTalkIn(question);
  await budget.yieldIfUsedUp();
  if (talk?.kind === 'overview')
    return overviewSearch(question, conversationLanguage({ question, memory, passages: [] }, talk.languages));
  const asked = answerableQuestion({ question, memory, passages: [] });
  // A question such as "Where are you?" has no word to search for.
  if (asksForPlace(asked)) return `${asked} ${PLACE_WORDS}`;
  await budget.yieldIfUsedUp();
  return isWhole(asked) ? asked : standalone(asked, memory);
}
