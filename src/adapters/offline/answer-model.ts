/** Answers without any language model: in the words of the content itself, or not at all. */
import { setImmediate } from 'node:timers/promises';
import type { AnswerModel, AnswerPart, AnswerRequest } from '../../ports/models.ts';
import { overviewAskedIn } from '../../text/extractive/asked-topic.ts';
import { extractAnswer } from '../../text/extractive/extract.ts';
import { followUpQuestions } from '../../text/extractive/follow-ups.ts';
import { PHRASES } from '../../text/extractive/phrases.ts';
import { standaloneQuestion } from '../../text/extractive/standalone.ts';
import { titlesOf, topicsOf } from '../../text/extractive/topics.ts';
import { type VisitorLanguage, visitorLanguage } from '../../text/extractive/visitor-language.ts';

/** As it is recorded. */
const OFFLINE_MODEL_NAME = 'extractive';
/** Named to who asks what there is. */
const MOST_TOPICS = 5;

/** Needs no network and no configuration; every call takes a few milliseconds of the calling thread. */
export function openOfflineModels(): AnswerModel {
  return { nameFor: () => OFFLINE_MODEL_NAME, answer, suggest, condense };
}

async function* answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<AnswerPart> {
  await setImmediate();
  signal.throwIfAborted();
  const language = overviewAskedIn(request.question);
  if (language !== null) {
    yield { kind: 'text', text: overview(request, language) ?? refusal(request) };
    return;
  }
  const quotations = extractAnswer(standalone(request.question, request.memory), request.passages);
  if (quotations === null) {
    yield { kind: 'text', text: refusal(request) };
    return;
  }
  for (const [index, { passage, sentences }] of quotations.entries()) {
    signal.throwIfAborted();
    const gap = index === 0 ? '' : '\n\n';
    yield { kind: 'text', text: `${gap}${sentences.map(asMarkdownText).join(' ')} [${passage + 1}]` };
  }
}

/** Null when the passages name no topic. */
function overview({ passages }: AnswerRequest, language: VisitorLanguage): string | null {
  const named = topicsOf(passages);
  const topics = (named.length > 0 ? named : titlesOf(passages)).slice(0, MOST_TOPICS);
  if (topics.length === 0) return null;
  const list = topics.map(({ name, passage }) => `- ${asMarkdownText(name)} [${passage + 1}]`);
  return `${PHRASES[language].overview}\n\n${list.join('\n')}`;
}

function refusal({ question, chatbot }: AnswerRequest): string {
  const { nothingFits, offerHuman } = PHRASES[visitorLanguage(question)];
  return chatbot.humanHandoffEnabled ? `${nothingFits} ${offerHuman}` : nothingFits;
}

/** A quoted sentence must not turn into a heading, a list or a quotation of the answer. */
function asMarkdownText(sentence: string): string {
  return sentence.replace(/^(?:#{1,6}|>|[-+*]|\d{1,9}[.)])(?=\s)/, '\\$&');
}

async function suggest(request: AnswerRequest, answerText: string): Promise<readonly string[]> {
  await setImmediate();
  const { question, passages } = request;
  return followUpQuestions({ question, answer: answerText, passages });
}

async function condense(question: string, memory: AnswerRequest['memory']): Promise<string> {
  return standalone(question, memory);
}

function standalone(question: string, memory: AnswerRequest['memory']): string {
  const earlier = memory.filter(({ role }) => role === 'user').map(({ content }) => content);
  return standaloneQuestion(question, earlier);
}
