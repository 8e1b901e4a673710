/** Chats with a chatbot: a visitor's, recorded in the log, and the owner's trial, which leaves no trace. */
import { answerIdOf, type ConversationCommands, type SessionRef } from '../../commands/conversations.ts';
import { done, type Outcome, rejected } from '../../commands/outcome.ts';
import type { ChatbotConfiguration } from '../../domain/chatbot/configuration.ts';
import type { LeadDetails } from '../../domain/conversation/conversation.ts';
import type { AnswerSource } from '../../domain/conversation/events.ts';
import type { CommandContext } from '../../log/event-store.ts';
import type { Ids } from '../../ports/clock.ts';
import type { Position } from '../../ports/event-log.ts';
import type { ConversationTurn } from '../../ports/models.ts';
import type { ReadProgress } from '../../ports/read-progress.ts';
import type { Queries } from '../../queries/queries.ts';
import { type AnswerEvent, type AnsweringDeps, answerQuestion, type QuestionToAnswer } from './answer-stream.ts';
import { suggestionsLine } from './suggestions-line.ts';

/** Earlier messages that an answer may refer to. */
const MEMORY_MESSAGES = 10;

export interface VisitorQuestion extends SessionRef {
  /** Under which it is recorded. */
  readonly messageId: string;
  readonly keyId: string;
  readonly message: string;
  /** As the page tells it: used only for a session that was never seen. */
  readonly history: readonly ConversationTurn[];
  /** As the page sent it; what the chatbot does not ask for is dropped. */
  readonly leadData: LeadDetails | null;
}

export type ChatEvent =
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'done';
      readonly sources: readonly AnswerSource[];
      readonly sessionId: string;
      readonly messageId: string;
    }
  /** Nothing follows. */
  | { readonly kind: 'error' };

export interface TrialAnswer {
  readonly response: string;
  readonly sources: readonly AnswerSource[];
  readonly suggestions: readonly string[];
}

export interface ChatDeps extends AnsweringDeps {
  readonly conversations: ConversationCommands;
  readonly queries: Pick<Queries, 'chatbots' | 'conversations' | 'dataSources' | 'messages'>;
  readonly progress: ReadProgress;
  readonly ids: Ids;
  readonly report: (problem: { message: string; error?: unknown }) => void;
}

export class Chat {
  readonly #deps: ChatDeps;

  constructor(deps: ChatDeps) {
    this.#deps = deps;
  }

  /**
   * Records the question, then streams. A command that was tried before asks nothing twice: an answer that was recorded is streamed
   * again, otherwise one is made. The stream ends with `done` once the answer is recorded, or with `error`. When the signal
   * aborts, or the iteration ends early, the model is stopped and what it said so far is recorded as partial.
   * @throws StoreUnavailable, SubjectErased: before the stream begins
   */
  async askAsVisitor(
    question: VisitorQuestion,
    context: CommandContext,
    signal: AbortSignal,
  ): Promise<Outcome<AsyncIterable<ChatEvent>, 'ChatbotNotFound' | 'QuestionWithdrawn'>> {
    const { chatbotId, sessionId, messageId, keyId, message, leadData } = question;
    const configured = await this.#deps.queries.chatbots.configured(chatbotId);
    if (configured === null) return rejected('ChatbotNotFound');
    const toAnswer = await this.#toAnswer(chatbotId, message, this.#memory(question), configured);
    const session = { chatbotId, sessionId };
    const lead = wantedDetails(leadData, configured.configuration);
    const input = { messageId, keyId, content: message, lead };
    const stop = new AbortController();
    // Passages are looked for while the question is being recorded; the model is asked once it is.
    const events = answerQuestion(toAnswer, this.#deps, AbortSignal.any([signal, stop.signal]));
    let isWanted = false;
    try {
      const asked = await this.#deps.conversations.ask(session, input, context);
      if (!asked.ok) return asked;
      if (asked.value.isAnswered) return done(this.#givenAnswer(session, context, asked.position), asked.position);
      isWanted = true;
      return done(this.#answerVisitor(session, asked.value.questionId, events, context, stop), asked.position);
    } finally {
      if (!isWanted) stop.abort();
    }
  }

  /** Not recorded, and counted towards nothing. */
  async askAsOwner(
    chatbotId: string,
    message: string,
    signal: AbortSignal,
  ): Promise<Outcome<TrialAnswer, 'ChatbotNotFound' | 'GenerationFailed'>> {
    const configured = await this.#deps.queries.chatbots.configured(chatbotId);
    if (configured === null) return rejected('ChatbotNotFound');
    const question = await this.#toAnswer(chatbotId, message, Promise.resolve([]), configured);
    for await (const event of answerQuestion(question, this.#deps, signal)) {
      if (event.kind === 'interrupted') {
        this.#deps.report({ message: 'A trial answer failed', error: event.error });
        return rejected('GenerationFailed');
      }
      if (event.kind === 'complete') {
        const { content: response, sources, suggestions } = event;
        return done({ response, sources, suggestions }, null);
      }
    }
    return rejected('GenerationFailed');
  }

  async *#answerVisitor(
    session: SessionRef,
    questionId: string,
    events: AsyncGenerator<AnswerEvent>,
    context: CommandContext,
    stop: AbortController,
  ): AsyncGenerator<ChatEvent> {
    let settled = false;
    const settle = async (event: Exclude<AnswerEvent, { kind: 'token' }>): Promise<ChatEvent> => {
      settled = true;
      const messageId = event.kind === 'complete' ? answerIdOf(context) : this.#deps.ids.next();
      return this.#record(session, { messageId, questionId }, event, context);
    };
    try {
      for (let next = await events.next(); next.done !== true; next = await events.next()) {
        if (next.value.kind === 'token') yield next.value;
        else yield await settle(next.value);
      }
    } catch (error) {
      settled = true;
      this.#deps.report({ message: 'An answer failed', error });
      yield { kind: 'error' };
    } finally {
      // The reader left in the middle: the model is told to stop, and what it said is still recorded.
      stop.abort();
      while (!settled) {
        const next = await events.next();
        if (next.done === true) break;
        if (next.value.kind !== 'token') await settle(next.value);
      }
    }
  }

  /** As it was recorded: where its tokens were divided is no longer known. */
  async *#givenAnswer(
    { sessionId }: SessionRef,
    context: CommandContext,
    position: Position | null,
  ): AsyncGenerator<ChatEvent> {
    await this.#deps.progress.waitFor(position);
    const answer = await this.#deps.queries.messages.find(answerIdOf(context));
    if (answer === null) {
      yield { kind: 'error' };
      return;
    }
    const { messageId, content, sources, suggestions } = answer;
    if (content !== '') yield { kind: 'token', token: content };
    yield { kind: 'token', token: suggestionsLine(suggestions) };
    yield { kind: 'done', sources, sessionId, messageId };
  }

  /** Puts the outcome into the log; what is told to the visitor follows from it. */
  async #record(
    session: SessionRef,
    ids: { messageId: string; questionId: string },
    event: Exclude<AnswerEvent, { kind: 'token' }>,
    context: CommandContext,
  ): Promise<ChatEvent> {
    const { conversations, progress } = this.#deps;
    const { content, sources, record } = event;
    const answer = { ...ids, content, sources, ...record };
    try {
      if (event.kind === 'complete') {
        const { suggestions } = event;
        const given = await conversations.answer(session, { ...answer, suggestions, partial: false }, context);
        if (!given.ok) return { kind: 'error' };
        await progress.waitFor(given.position);
        return { kind: 'done', sources, sessionId: session.sessionId, messageId: ids.messageId };
      }
      if (event.reason === 'failed') {
        this.#deps.report({ message: 'The model failed', error: event.error });
        await conversations.fail(session, { ...ids, model: record.evidence.model }, context);
      } else if (content !== '') {
        await conversations.answer(session, { ...answer, suggestions: [], partial: true }, context);
      }
    } catch (error) {
      this.#deps.report({ message: 'An answer could not be recorded', error });
    }
    return { kind: 'error' };
  }

  async #memory({ chatbotId, sessionId, messageId, history }: VisitorQuestion): Promise<readonly ConversationTurn[]> {
    const { conversations, messages } = this.#deps.queries;
    const conversation = await conversations.bySession(chatbotId, sessionId);
    if (conversation === null) return history.slice(-MEMORY_MESSAGES);
    const newest = await messages.newestOf(conversation.id, MEMORY_MESSAGES);
    // A question that was asked before, by a command that is tried again, is not its own memory.
    const asked = newest.findIndex((message) => message.messageId === messageId);
    const earlier = asked < 0 ? newest : newest.slice(0, asked);
    return earlier.map(({ role, content }) => ({ role, content }));
  }

  async #toAnswer(
    chatbotId: string,
    question: string,
    remembered: Promise<readonly ConversationTurn[]>,
    { configuration, revision }: { configuration: ChatbotConfiguration; revision: number },
  ): Promise<QuestionToAnswer> {
    const known = this.#deps.queries.dataSources.activeGenerations(chatbotId);
    const [memory, generations] = await Promise.all([remembered, known]);
    const { name, chatbotModel: model, persona, tone, systemPrompt, humanHandoffEnabled } = configuration;
    const chatbot = { name, model, persona, tone, systemPrompt, humanHandoffEnabled };
    return { chatbotId, generations, question, memory, chatbot, configurationRevision: revision };
  }
}

/** What the chatbot asks for, and nothing else. Null when nothing is left. */
function wantedDetails(given: LeadDetails | null, configuration: ChatbotConfiguration): LeadDetails | null {
  const { allowLeadCapture, leadCaptureFields } = configuration;
  if (given === null || !allowLeadCapture) return null;
  const wanted = (['name', 'email', 'phone'] as const).flatMap((field) => {
    const value = leadCaptureFields[field] ? given[field]?.trim() : undefined;
    return value === undefined || value === '' ? [] : [[field, value] as const];
  });
  return wanted.length === 0 ? null : Object.fromEntries(wanted);
}
