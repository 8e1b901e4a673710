/** Generates answers without a language model: quotations of the content, or a refusal. */
import { setImmediate } from 'node:timers/promises';
import type { CompletionPart } from '../ports/models.ts';
import type { AnswerGenerator, AnswerRequest } from './answer-generator.ts';
import { overviewLanguage } from './extractive/asked-topic.ts';
import { extractAnswer } from './extractive/extract.ts';
import { followUpQuestions } from './extractive/follow-ups.ts';
import { PHRASES } from './extractive/phrases.ts';
import { standaloneQuestion } from './extractive/standalone.ts';
import { titlesOf, topicsOf } from './extractive/topics.ts';
import { type VisitorLanguage, visitorLanguage } from './extractive/visitor-language.ts';

/** Recorded as the model. */
const EXTRACTIVE = 'extractive';
/** Topics listed for a question about what there is. */
const MAX_TOPICS = 5;

/** Needs no network and no configuration. A call takes a few milliseconds of the calling thread. */
export function extractiveAnswers(): AnswerGenerator {
  return { nameFor: () => EXTRACTIVE, answer, suggest, condense };
}

async function* answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<CompletionPart> {
  await setImmediate();
  signal.throwIfAborted();
  const language = overviewLanguage(request.question);
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

/** Returns null when the passages name no topic. */
function overview({ passages }: AnswerRequest, language: VisitorLanguage): string | null {
  const named = topicsOf(passages);
  const topics = (named.length > 0 ? named : titlesOf(passages)).slice(0, MAX_TOPICS);
  if (topics.length === 0) return null;
  const list = topics.map(({ name, passage }) => `- ${asMarkdownText(name)} [${passage + 1}]`);
  return `${PHRASES[language].overview}\n\n${list.join('\n')}`;
}

function refusal({ question, chatbot }: AnswerRequest): string {
  const { nothingFits, offerHuman } = PHRASES[visitorLanguage(question)];
  return chatbot.humanHandoffEnabled ? `${nothingFits} ${offerHuman}` : nothingFits;
}

/** Escapes a quoted sentence, which must not become a heading, list or quotation. */
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
