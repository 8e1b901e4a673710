/** Asks a chatbot: as a visitor, recorded in the log, or in its owner's test chat, not recorded. */
import { type CommandResult, done, rejected } from '../commands/command-result.ts';
import { answerIdOf, type ConversationCommands, questionIdOf, type SessionRef } from '../commands/conversations.ts';
import type { MessageQuotaCommands } from '../commands/message-quota.ts';
import type { ChatbotConfiguration } from '../domain/chatbot/configuration.ts';
import type { LeadDetails } from '../domain/conversation/lead.ts';
import type { Result } from '../domain/result.ts';
import type { CommandContext } from '../event-log/event-store.ts';
import { LinkedController } from '../lib/linked-controller.ts';
import type { Ids } from '../ports/clock.ts';
import type { Queries } from '../projections/queries.ts';
import type { ConversationTurn } from './answer-generator.ts';
import {
  AnswerRecorder,
  type AnswerRecorderDeps,
  type AnswerUnderWay,
  type ChatEvent,
  type FinishedAnswer,
} from './answer-recorder.ts';
import { type AnswerEvent, type AnsweringDeps, answerQuestion, type QuestionToAnswer } from './answer-stream.ts';
import { PreparationTurns } from './preparation-turns.ts';
import { chatbotToAnswer, memoryOf, type QuestionMemory, toldMemory } from './question-to-answer.ts';
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
  /** An earlier attempt of the same command may have been recorded. */
  readonly isRepeated: boolean;
  /** Rate limit, called before any model call, repeats included. Its error rejects the question. */
  readonly admit: () => Promise<void>;
  /** Aborted when the visitor disconnects. */
  readonly signal: AbortSignal;
}

type AskingRejection = 'ChatbotNotFound' | 'QuestionWithdrawn' | 'TooManyAttempts' | 'MessageLimitReached';

export interface ChatDeps extends AnsweringDeps, AnswerRecorderDeps {
  readonly conversations: ConversationCommands;
  readonly messageQuota: Pick<MessageQuotaCommands, 'reserve' | 'usage' | 'withReservation'>;
  readonly queries: Pick<Queries, 'chatbots' | 'conversations' | 'dataSources' | 'messages'>;
  readonly ids: Ids;
}

/** A question whose passages are being retrieved. */
interface PreparedQuestion {
  readonly messageId: string;
  readonly lead: LeadDetails | null;
  readonly events: AsyncGenerator<AnswerEvent>;
  /** As recorded with the answer. */
  readonly model: string;
}

export class Chat {
  readonly #deps: ChatDeps;
  readonly #recorder: AnswerRecorder;
  readonly #turns = new PreparationTurns();

  constructor(deps: ChatDeps) {
    this.#deps = deps;
    this.#recorder = new AnswerRecorder(deps);
  }

  /**
   * Records the question, then streams the answer. A repeated command is recorded and charged once: a recorded answer is
   * streamed again, a missing one is generated again. The stream ends with `done` once the answer is recorded, or with `error`.
   * When the signal aborts or the iteration ends early, the model call is aborted and its partial answer is recorded.
   * @throws StoreUnavailable, SubjectErased, and errors of `admit`, before the stream begins
   */
  async askAsVisitor(
    question: VisitorQuestion,
    { context: given, isRepeated, admit, signal }: AskingOptions,
  ): Promise<CommandResult<AsyncIterable<ChatEvent>, AskingRejection>> {
    const { conversations, messageQuota } = this.#deps;
    const { chatbotId, sessionId, ownerId } = question;
    const session = { chatbotId, sessionId };
    const first = { context: given, isAsked: false, isAnswered: false };
    const { context, isAsked, isAnswered } = isRepeated ? await conversations.resumeQuestion(session, given) : first;
    if (!isAnswered) await admit();
    const endTurn = await this.#turns.take(ownerId, signal);
    const stop = new LinkedController(signal);
    const prepare = () => this.#prepare(question, questionIdOf(context), stop.signal, endTurn);
    const ask = (preparing: Promise<PreparedQuestion | null>) =>
      this.#ask(question, preparing, { context, signal, stop });
    const outcome = async () => {
      if (isAsked) {
        const retried = isAnswered ? null : await conversations.retryAnswer(session, context);
        return retried?.ok === false ? retried : ask(prepare());
      }
      // Retrieval costs the account a model call, so an exhausted one has to wait for its reservation.
      const { used, limit } = await messageQuota.usage(ownerId, context.at);
      const early = used < limit ? prepare() : null;
      early?.catch(() => undefined);
      const reserved = await messageQuota.reserve(ownerId, session, context);
      return reserved.ok ? messageQuota.withReservation(reserved.value, () => ask(early ?? prepare())) : reserved;
    };
    let isPreparing = false;
    try {
      const asked = await outcome();
      isPreparing = asked.ok;
      return asked;
    } finally {
      if (!isPreparing) {
        stop.abort();
        endTurn();
      }
    }
  }

  /** Starts retrieval, which runs while the message is reserved and the question is recorded. Returns null without a chatbot. */
  async #prepare(
    question: VisitorQuestion,
    messageId: string,
    signal: AbortSignal,
    onPrepared: () => void,
  ): Promise<PreparedQuestion | null> {
    const { chatbotId, message, leadData } = question;
    const configured = await this.#deps.queries.chatbots.configurationWithRevision(chatbotId);
    if (configured === null) return null;
    const memory = memoryOf(question, messageId, this.#deps.queries);
    const toAnswer = await this.#toAnswer(chatbotId, message, memory, configured);
    const lead = requestedDetails(leadData, configured.configuration);
    const events = answerQuestion(toAnswer, this.#deps, signal, onPrepared);
    return { messageId, lead, events, model: this.#deps.answerGenerator.nameFor(toAnswer.chatbot.model) };
  }

  async #ask(
    { chatbotId, sessionId, keyId, message }: VisitorQuestion,
    preparing: Promise<PreparedQuestion | null>,
    { context, signal, stop }: Pick<AskingOptions, 'context' | 'signal'> & { stop: LinkedController },
  ): Promise<CommandResult<AsyncIterable<ChatEvent>, 'ChatbotNotFound' | 'QuestionWithdrawn'>> {
    const prepared = await preparing;
    if (prepared === null) return rejected('ChatbotNotFound');
    const { messageId, lead, events, model } = prepared;
    const session = { chatbotId, sessionId };
    const input = { messageId, keyId, content: message, lead };
    let isStreaming = false;
    try {
      const asked = await this.#deps.conversations.askQuestion(session, input, context);
      if (!asked.ok) return asked;
      const { isAnswered, isLeftToHuman } = asked.value;
      if (isAnswered) return done(this.#recorder.replayAnswer(session, context, asked.position), asked.position);
      if (isLeftToHuman) return done(this.#recorder.leaveToHuman(session, messageId), asked.position);
      isStreaming = true;
      const answer = { session, questionId: messageId, context, signal, model };
      return done(this.#answerVisitor(answer, events, stop), asked.position);
    } finally {
      if (!isStreaming) stop.abort();
    }
  }

  /** Neither recorded nor charged. */
  async askAsOwner(
    { chatbotId, message, history }: TestChatQuestion,
    signal: AbortSignal,
  ): Promise<Result<AsyncGenerator<TestChatEvent>, 'ChatbotNotFound'>> {
    const configured = await this.#deps.queries.chatbots.configurationWithRevision(chatbotId);
    if (configured === null) return rejected('ChatbotNotFound');
    const question = await this.#toAnswer(chatbotId, message, Promise.resolve(toldMemory(history)), configured);
    return { ok: true, value: answerTestChat(question, configured.configuration, this.#deps, signal) };
  }

  async *#answerVisitor(
    answer: AnswerUnderWay,
    events: AsyncGenerator<AnswerEvent>,
    stop: LinkedController,
  ): AsyncGenerator<ChatEvent> {
    const { context } = answer;
    let settled = false;
    const settle = async (event: FinishedAnswer): Promise<ChatEvent> => {
      settled = true;
      const messageId = event.kind === 'complete' ? answerIdOf(context) : this.#deps.ids.next();
      return this.#recorder.record(answer, messageId, event);
    };
    try {
      for (let next = await events.next(); next.done !== true; next = await events.next()) {
        if (next.value.kind === 'token') yield next.value;
        else yield await settle(next.value);
      }
    } catch (error) {
      settled = true;
      yield await this.#recorder.fail(answer, this.#deps.ids.next(), error);
    } finally {
      // Aborts the model call; the partial answer is recorded.
      if (settled) stop.unlink();
      else stop.abort();
      while (!settled) {
        const next = await events.next();
        if (next.done === true) break;
        if (next.value.kind !== 'token') await settle(next.value);
      }
    }
  }

  async #toAnswer(
    chatbotId: string,
    question: string,
    loadingMemory: Promise<QuestionMemory>,
    { configuration, revision }: { configuration: ChatbotConfiguration; revision: number },
  ): Promise<QuestionToAnswer> {
    const loadingGenerations = this.#deps.queries.dataSources.activeGenerations(chatbotId);
    const [memory, generations] = await Promise.all([loadingMemory, loadingGenerations]);
    const chatbot = chatbotToAnswer(configuration);
    return { chatbotId, generations, question, ...memory, chatbot, configurationRevision: revision };
  }
}

/** Returns null when none is left. */
function requestedDetails(given: LeadDetails | null, configuration: ChatbotConfiguration): LeadDetails | null {
  const { allowLeadCapture, leadCaptureFields } = configuration;
  if (given === null || !allowLeadCapture) return null;
  const requested = (['name', 'email', 'phone'] as const).flatMap((field) => {
    const value = leadCaptureFields[field] ? given[field]?.trim() : undefined;
    return value === undefined || value === '' ? [] : [[field, value] as const];
  });
  return requested.length === 0 ? null : Object.fromEntries(requested);
}
