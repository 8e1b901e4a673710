/** Answers the owner's test chat, unrecorded and uncharged. */
import type { ChatbotConfiguration } from '../domain/chatbot/configuration.ts';
import type { AnswerSource } from '../domain/conversation/events.ts';
import { LinkedController } from '../lib/linked-controller.ts';
import type { Report } from '../ports/report.ts';
import { type AnswerEvent, answerEvents } from './answer-events.ts';
import type { AnswerInputs, AnsweringDeps, AuditRecord } from './answer-pipeline.ts';
import type { ConversationTurn } from './generators/answer-generator.ts';
import type { QuestionInContext } from './question-in-context.ts';

export interface TestChatQuestion {
  readonly chatbotId: string;
  readonly message: string;
  /** Earlier turns, oldest first, as the owner's page tells them. */
  readonly history: readonly ConversationTurn[];
}

/** Evidence of an unrecorded answer, for its explanation. */
export interface TestChatEvidence extends AuditRecord, AnswerInputs {
  readonly question: string;
  readonly memory: readonly ConversationTurn[];
  readonly configuration: ChatbotConfiguration & { readonly revision: number };
}

export interface TestChatAnswer {
  /** Without the suggestions line. */
  readonly response: string;
  readonly sources: readonly AnswerSource[];
  readonly suggestions: readonly string[];
  readonly evidence: TestChatEvidence;
}

/** Ends with `complete` or `failed`. */
export type TestChatEvent =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'complete'; readonly answer: TestChatAnswer }
  | { readonly kind: 'failed' };

export interface TestChatDeps extends AnsweringDeps {
  readonly report: Report;
}

/** @throws StoreUnavailable, while the events are read */
export async function* answerTestChat(
  asked: QuestionInContext,
  configuration: ChatbotConfiguration,
  deps: TestChatDeps,
  signal: AbortSignal,
): AsyncGenerator<TestChatEvent> {
  const stop = new LinkedController(signal);
  try {
    for await (const event of answerEvents(asked, deps, stop.signal)) {
      if (event.kind === 'interrupted' && event.reason === 'failed')
        deps.report({ message: 'Failed to answer a test chat', error: event.error });
      const shown = testChatEvent(event, asked, configuration);
      if (shown !== null) yield shown;
    }
  } finally {
    // Aborts the model call when the events are not read to their end.
    stop.abort();
  }
}

/** Returns null for the suggestions line, which `complete` has as a list. */
function testChatEvent(
  event: AnswerEvent,
  asked: QuestionInContext,
  configuration: ChatbotConfiguration,
): TestChatEvent | null {
  if (event.kind === 'token') return event.isSuggestionsLine === true ? null : { kind: 'token', token: event.token };
  if (event.kind === 'interrupted') return { kind: 'failed' };
  const { content: response, sources, suggestions, record, inputs } = event;
  const { question, memory, configurationRevision: revision } = asked;
  const evidence = { ...record, ...inputs, question, memory, configuration: { ...configuration, revision } };
  return { kind: 'complete', answer: { response, sources, suggestions, evidence } };
}
