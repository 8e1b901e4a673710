/** Answer generator without a language model: small talk, quotations, or a refusal. */
import { setImmediate } from 'node:timers/promises';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import { finishInSlices, type Steps } from '../../lib/steps.ts';
import type { AnswerGenerator, AnswerPart, AnswerRequest } from '../generators/answer-generator.ts';
import { caveatFor } from './caveat.ts';
import { asksForPlace, MAILBOX_WORDS, mailboxAskedFor, PLACE_WORDS } from './contact/contact-question.ts';
import { lostPropertyWords } from './dialogue/lost-things.ts';
import { PHRASES } from './dialogue/phrases.ts';
import { canReplyTo, type SmallTalk, smallTalkIn } from './dialogue/small-talk.ts';
import { smallTalkAnswer } from './dialogue/small-talk-answer.ts';
import { headingAskedFor } from './dialogue/suggested-questions.ts';
import { findQuotations } from './find-quotations.ts';
import { headingWordsFor } from './follow-ups/forms/questions.ts';
import { conversationLanguage, spokenLanguage } from './languages/conversation-language.ts';
import { overviewOf, overviewSearch } from './overview.ts';
import { readInSteps } from './passages/read-passages.ts';
import { answerableQuestion, condensedQuestion, suggestedHeading } from './plain-question.ts';
import { contentWords, termsInSteps } from './question/question-terms.ts';
import { isSelfContained } from './question/standalone-question.ts';
import type { Quotation } from './quotation/quotation.ts';
import { sanitiseQuotation } from './quotation/sanitise-quotation.ts';
import { refusal } from './refusal.ts';
import { asksAboutSite, ownName } from './site-question.ts';
import { warmUp } from './warm-up.ts';

/** Recorded as the model. */
const EXTRACTIVE = 'extractive';
const NEVER_ABORTED = new AbortController().signal;
/** A back-tick behind the first three makes it text (CommonMark, 4.5). */
const CODE_BLOCK = /(^```[^`\n]*\n[\s\S]*?\n```$)/m;

/** Works on the calling thread, in time slices. */
export function extractiveAnswers(): AnswerGenerator {
  return { nameFor: () => EXTRACTIVE, citesAll: true, answer, condense, warmUp: () => warm(NEVER_ABORTED) };
}

async function* answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<AnswerPart> {
  await setImmediate();
  signal.throwIfAborted();
  const budget = new EventLoopBudget();
  const inSlices: InSlices = (steps) => finishInSlices(steps, budget, signal);
  const talk = smallTalkIn(request.question);
  await budget.yieldIfUsedUp();
  if (talk?.kind === 'overview') {
    yield* overviewAnswer(talk, request, inSlices);
  } else if (talk === null && introducesSite(request)) {
    yield* overviewAnswer({ kind: 'overview', languages: [] }, request, inSlices);
  } else if (talk !== null && canReplyTo(talk, request.chatbot)) {
    yield { kind: 'text', text: smallTalkAnswer(talk, request) };
  } else {
    const question = answerableQuestion(request);
    await inSlices(readFirst(question, request.passages));
    const quotations = withVisibleText(await inSlices(findQuotations(question, request)), request.passages);
    yield* quotations === null
      ? answerBelowHeading(question, request, inSlices)
      : quotedAnswer(question, quotations, request, inSlices);
  }
}

type InSlices = <Result>(steps: Steps<Result>) => Promise<Result>;

/** Does first what takes longest and is cached: new passages and the question's terms. */
function* readFirst(question: string, passages: AnswerRequest['passages']): Steps<void> {
  for (const passage of passages) {
    yield* readInSteps(passage);
    yield;
  }
  yield* termsInSteps(question, passages);
}

async function* quotedAnswer(
  question: string,
  quotations: readonly Quotation[],
  request: AnswerRequest,
  inSlices: InSlices,
): AsyncIterable<AnswerPart> {
  const caveat = await inSlices(caveatFor(question, request));
  if (caveat !== null) yield { kind: 'text', text: `${caveat}\n\n` };
  for (const [index, quotation] of quotations.entries()) {
    if (index > 0) yield { kind: 'text', text: '\n\n' };
    yield* quotedParts(quotation, request.passages);
  }
}

/** Leaves out quotations that show nothing, such as an owner's `<picture>`. Null when none is left. */
function withVisibleText(
  quotations: readonly Quotation[] | null,
  passages: AnswerRequest['passages'],
): readonly Quotation[] | null {
  const left = quotations?.filter(({ passage, markdown }) => {
    const isOwnText = passages[passage]?.url === null;
    return !isOwnText || CODE_BLOCK.test(markdown) || sanitiseQuotation(markdown).trim() !== '';
  });
  return left === undefined || left.length === 0 ? null : left;
}

/** Quotes the owner's text and code, which no renderer links, letter for letter. */
function* quotedParts({ passage, markdown }: Quotation, passages: AnswerRequest['passages']): Iterable<AnswerPart> {
  const isOwnText = passages[passage]?.url === null;
  for (const text of markdown.split(CODE_BLOCK)) {
    if (text === '') continue;
    if (CODE_BLOCK.test(text)) yield { kind: 'quotation', text };
    else yield isOwnText ? { kind: 'quotation', text: sanitiseQuotation(text) } : { kind: 'text', text };
  }
  // A citation cannot stand on the last line of code and tables.
  yield { kind: 'text', text: `${/(?:```|\|)$/.test(markdown) ? '\n\n' : ' '}[${passage + 1}]` };
}

/** Answers a suggested question with its heading, since they may share no word. */
async function* answerBelowHeading(
  question: string,
  request: AnswerRequest,
  inSlices: InSlices,
): AsyncIterable<AnswerPart> {
  const heading = suggestedHeading(request);
  const quotations = heading === null ? null : await inSlices(findQuotations(heading, request));
  yield* heading === null || quotations === null
    ? refusalAnswer(question, request, inSlices)
    : quotedAnswer(heading, quotations, request, inSlices);
}

async function* refusalAnswer(question: string, request: AnswerRequest, inSlices: InSlices): AsyncIterable<AnswerPart> {
  yield { kind: 'text', text: await inSlices(refusal(question, request)) };
}

async function* overviewAnswer(
  { languages }: SmallTalk,
  request: AnswerRequest,
  inSlices: InSlices,
): AsyncIterable<AnswerPart> {
  const { passages, chatbot } = request;
  const language = conversationLanguage(request, languages);
  const overview = overviewOf(passages, language, ownName(chatbot.name));
  if (overview === null) {
    yield* refusalAnswer(answerableQuestion(request), request, inSlices);
    return;
  }
  const { introduction, topics } = overview;
  if (introduction !== null) yield* quotedParts(introduction, passages);
  if (topics.length === 0) return;
  const list = topics.map(({ name, passage }) => `- ${name} [${passage + 1}]`);
  const apart = introduction === null ? '' : '\n\n';
  const { overview: introduces } = PHRASES[spokenLanguage(request, languages)];
  yield { kind: 'text', text: `${apart}${introduces}\n\n${list.join('\n')}` };
}

/** True for "What is Plotline?" when the content has an introduction. */
function introducesSite(request: AnswerRequest): boolean {
  const { question, passages, chatbot } = request;
  if (!asksAboutSite(question, chatbot.name)) return false;
  const overview = overviewOf(passages, conversationLanguage(request), ownName(chatbot.name));
  return overview !== null && overview.introduction !== null;
}

let isWarm = false;

/** Once a process, with a turn of the event loop for each step. Ends early when the visitor leaves. */
async function warm(signal: AbortSignal): Promise<void> {
  if (isWarm) return;
  const steps = warmUp();
  while (steps.next().done !== true) {
    if (signal.aborted) return;
    await setImmediate();
  }
  isWarm = true;
}

async function condense(question: string, memory: AnswerRequest['memory'], signal: AbortSignal): Promise<string> {
  await warm(signal);
  const budget = new EventLoopBudget();
  const talk = smallTalkIn(question);
  await budget.yieldIfUsedUp();
  if (talk?.kind === 'overview')
    return overviewSearch(question, conversationLanguage({ question, memory, passages: [] }, talk.languages));
  const asked = answerableQuestion({ question, memory, passages: [] });
  const headings = headingWordsFor(asked);
  // "Where are you?" has no word to search for.
  if (asksForPlace(asked)) return [asked, PLACE_WORDS, ...headings].join(' ');
  if (mailboxAskedFor(contentWords(asked)) !== null) return `${asked} ${MAILBOX_WORDS}`;
  const lostProperty = lostPropertyWords(asked, conversationLanguage({ question, memory, passages: [] }));
  if (lostProperty !== null) return `${asked} ${lostProperty}`;
  if (headings.length > 0) return `${asked} ${headings.join(' ')}`;
  await budget.yieldIfUsedUp();
  return isSelfContained(asked) || headingAskedFor(question) !== null ? asked : condensedQuestion(asked, memory);
}
