/** Asks a chatbot: recorded for visitors, unrecorded in the owner's test chat. */
import { type CommandResult, done, rejected } from '../commands/command-result.ts';
import { type ConversationCommands, questionIdOf, type SessionRef } from '../commands/conversations.ts';
import type { MessageQuotaCommands } from '../commands/message-quota.ts';
import type { ChatbotConfiguration } from '../domain/chatbot/configuration.ts';
import type { LeadDetails } from '../domain/conversation/lead.ts';
import type { Result } from '../domain/result.ts';
import type { CommandContext } from '../event-log/event-store.ts';
import { LinkedController } from '../lib/linked-controller.ts';
import type { Queries } from '../projections/queries.ts';
import { type AnswerEvent, answerEvents } from './answer-events.ts';
import type { AnsweringDeps } from './answer-pipeline.ts';
import { AnswerRecorder, type AnswerRecorderDeps, type ChatEvent } from './answer-recorder.ts';
import type { ConversationTurn } from './generators/answer-generator.ts';
import { PreparationQueue } from './preparation-queue.ts';
import {
  answeringChatbot,
  memoryFromPage,
  memoryOf,
  type QuestionInContext,
  type QuestionMemory,
} from './question-in-context.ts';
import { requestedLeadDetails } from './requested-lead-details.ts';
import { answerTestChat, type TestChatEvent, type TestChatQuestion } from './test-chat-answers.ts';

export interface VisitorQuestion extends SessionRef {
  /** The account whose message quota is charged. */
  readonly ownerId: string;
  readonly keyId: string;
  readonly message: string;
  /** From the page; used only for an unknown session. */
  readonly history: readonly ConversationTurn[];
  /** From the page; fields that the chatbot does not request are dropped. */
  readonly leadData: LeadDetails | null;
}

export interface AskingOptions {
  readonly context: CommandContext;
  /** True when the command may have been recorded before. */
  readonly isRepeated: boolean;
  /** Rate limit, awaited before any model call, also of repeats. Its error rejects the question. */
  readonly admit: () => Promise<void>;
  /** Aborted when the visitor disconnects. */
  readonly signal: AbortSignal;
}

type AskingRejection =
  | 'ChatbotNotFound'
  | 'ConversationNotFound'
  | 'QuestionWithdrawn'
  | 'TooManyAttempts'
  | 'MessageLimitReached';

export interface ChatDeps extends AnsweringDeps, AnswerRecorderDeps {
  readonly conversations: ConversationCommands;
  readonly messageQuota: Pick<MessageQuotaCommands, 'reserve' | 'usage' | 'withReservation'>;
  readonly queries: Pick<Queries, 'chatbots' | 'conversations' | 'dataSources' | 'messages'>;
}

export interface AcceptedQuestion {
  readonly conversationId: string;
  readonly events: AsyncIterable<ChatEvent>;
}

interface AnswerAttempt {
  readonly question: VisitorQuestion;
  readonly session: SessionRef;
  readonly context: CommandContext;
  /** True when the complete answer has been recorded. */
  readonly isAnswered: boolean;
  /** Aborted when the visitor disconnects. */
  readonly signal: AbortSignal;
  /** Stops retrieval and the model. */
  readonly stop: LinkedController;
  /** Lets the next question be prepared. */
  readonly endPreparation: () => void;
}

interface PreparedQuestion {
  readonly messageId: string;
  readonly lead: LeadDetails | null;
  readonly events: AsyncGenerator<AnswerEvent>;
  /** Recorded with the answer. */
  readonly model: string;
}

export class Chat {
  readonly #deps: ChatDeps;
  readonly #recorder: AnswerRecorder;
  readonly #preparationQueue = new PreparationQueue();

  constructor(deps: ChatDeps) {
    this.#deps = deps;
    this.#recorder = new AnswerRecorder(deps);
  }

  /** Does what the first question would wait for, in time slices. */
  async warmUp(): Promise<void> {
    await this.#deps.answerGenerator.warmUp?.();
  }

  /**
   * Records the question, then streams the answer. A repeated command is recorded and charged once: its recorded answer is streamed again, a
   * missing one generated. The stream ends with `done` once the answer is recorded, or with `error`. When the signal aborts or the iteration
   * ends early, the model call is aborted and the partial answer recorded.
   * @throws StoreUnavailable, SubjectErased, and errors of `admit`, before the stream begins
   */
  async askAsVisitor(
    question: VisitorQuestion,
    { context: given, isRepeated, admit, signal }: AskingOptions,
  ): Promise<CommandResult<AcceptedQuestion, AskingRejection>> {
    const session = { chatbotId: question.chatbotId, sessionId: question.sessionId };
    const firstTime = { context: given, isAsked: false, isAnswered: false };
    const { context, isAsked, isAnswered } = isRepeated
      ? await this.#deps.conversations.resumeQuestion(session, given)
      : firstTime;
    if (!isAnswered) await admit();
    const endPreparation = await this.#preparationQueue.acquire(question.ownerId, signal);
    const stop = new LinkedController(signal);
    const attempt: AnswerAttempt = { question, session, context, isAnswered, signal, stop, endPreparation };
    let isAccepted = false;
    try {
      const answer = isAsked ? await this.#answerAgain(attempt) : await this.#answerFirst(attempt);
      isAccepted = answer.ok;
      return answer;
    } finally {
      if (!isAccepted) {
        stop.abort();
        endPreparation();
      }
    }
  }

  /** Prepares the answer during the reservation, but after it with an exhausted quota, since retrieval costs a model call. */
  async #answerFirst(attempt: AnswerAttempt): Promise<CommandResult<AcceptedQuestion, AskingRejection>> {
    const { messageQuota } = this.#deps;
    const { question, session, context } = attempt;
    const { used, limit } = await messageQuota.usage(question.ownerId, context.at);
    const preparing = used < limit ? this.#prepare(attempt) : null;
    // The failure surfaces later, if at all.
    preparing?.catch(() => undefined);
    const reserved = await messageQuota.reserve(question.ownerId, session, context);
    if (!reserved.ok) return reserved;
    return messageQuota.withReservation(reserved.value, () =>
      this.#recordAndAnswer(attempt, preparing ?? this.#prepare(attempt)),
    );
  }

  /** Answers a question that was recorded and charged before. */
  async #answerAgain(attempt: AnswerAttempt): Promise<CommandResult<AcceptedQuestion, AskingRejection>> {
    if (!attempt.isAnswered) {
      const retried = await this.#deps.conversations.retryAnswer(attempt.session, attempt.context);
      if (!retried.ok) return retried;
    }
    return this.#recordAndAnswer(attempt, this.#prepare(attempt));
  }

  /** Starts retrieval. Returns null without a chatbot. */
  async #prepare({ question, context, stop, endPreparation }: AnswerAttempt): Promise<PreparedQuestion | null> {
    const { chatbotId, message, leadData } = question;
    const messageId = questionIdOf(context);
    const configured = await this.#deps.queries.chatbots.configurationWithRevision(chatbotId);
    if (configured === null) return null;
    const memory = memoryOf(question, messageId, this.#deps.queries);
    const inContext = await this.#questionInContext(chatbotId, message, memory, configured);
    const lead = requestedLeadDetails(leadData, configured.configuration);
    const events = answerEvents(inContext, this.#deps, stop.signal, endPreparation);
    return { messageId, lead, events, model: this.#deps.answerGenerator.nameFor(inContext.chatbot.model) };
  }

  async #recordAndAnswer(
    { question, session, context, signal, stop }: AnswerAttempt,
    preparing: Promise<PreparedQuestion | null>,
  ): Promise<CommandResult<AcceptedQuestion, 'ChatbotNotFound' | 'ConversationNotFound' | 'QuestionWithdrawn'>> {
    const prepared = await preparing;
    if (prepared === null) return rejected('ChatbotNotFound');
    const { messageId, lead, events, model } = prepared;
    const input = { messageId, keyId: question.keyId, content: question.message, lead };
    let isStreaming = false;
    try {
      const asked = await this.#deps.conversations.askQuestion(session, input, context);
      if (!asked.ok) return asked;
      const { conversationId, isAnswered, isLeftToHuman } = asked.value;
      const accepted = (shown: AsyncIterable<ChatEvent>) => done({ conversationId, events: shown }, asked.position);
      if (isAnswered) return accepted(this.#recorder.replayAnswer(session, context, asked.position));
      if (isLeftToHuman) return accepted(this.#recorder.leaveToHuman(session, messageId));
      isStreaming = true;
      const answer = { session, questionId: messageId, context, signal, model };
      return accepted(this.#recorder.streamAnswer(answer, events, stop));
    } finally {
      if (!isStreaming) stop.abort();
    }
  }

  async askAsOwner(
    { chatbotId, message, history }: TestChatQuestion,
    signal: AbortSignal,
  ): Promise<Result<AsyncGenerator<TestChatEvent>, 'ChatbotNotFound'>> {
    const configured = await this.#deps.queries.chatbots.configurationWithRevision(chatbotId);
    if (configured === null) return rejected('ChatbotNotFound');
    const question = await this.#questionInContext(
      chatbotId,
      message,
      Promise.resolve(memoryFromPage(history)),
      configured,
    );
    return { ok: true, value: answerTestChat(question, configured.configuration, this.#deps, signal) };
  }

  async #questionInContext(
    chatbotId: string,
    question: string,
    loadingMemory: Promise<QuestionMemory>,
    { configuration, revision }: { configuration: ChatbotConfiguration; revision: number },
  ): Promise<QuestionInContext> {
    const loadingGenerations = this.#deps.queries.dataSources.activeGenerations(chatbotId);
    const [memory, generations] = await Promise.all([loadingMemory, loadingGenerations]);
    const chatbot = answeringChatbot(configuration);
    return { chatbotId, generations, question, ...memory, chatbot, configurationRevision: revision };
  }
}
