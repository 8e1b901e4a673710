import {
  type ConversationCommand,
  type ConversationRejection,
  conversation,
} from '../domain/conversation/conversation.ts';
import { isLeftToHuman, isRecorded, isWithdrawn, ratingOf } from '../domain/conversation/conversation-state.ts';
import type { EraseConversation, ErasureRejection } from '../domain/conversation/erasure.ts';
import type { Feedback } from '../domain/conversation/events.ts';
import type { LeadDetails } from '../domain/conversation/lead.ts';
import { conversationSubject, leadSubject } from '../domain/key-subjects.ts';
import { resourceId } from '../event-log/event-id.ts';
import { type CommandContext, streamName } from '../event-log/event-store.ts';
import type { KeyedHash } from '../event-log/keyed-hash.ts';
import type { Ids } from '../ports/clock.ts';
import type { Keys } from '../ports/keys.ts';
import { type CommandResult, done, expectRejections, rejected, withoutValue } from './command-result.ts';
import { stepOf } from './command-step.ts';
import type { CommandExecutor } from './execute.ts';

/** `sessionId` is chosen by the page and is never in clear in the log. */
export interface SessionRef {
  readonly chatbotId: string;
  readonly sessionId: string;
}

export interface RecordedQuestion {
  readonly conversationId: string;
  readonly questionId: string;
  /** A complete answer is recorded, under `answerIdOf(context)`. */
  readonly isAnswered: boolean;
  /** A human has the session, or had it since the question was asked. */
  readonly isLeftToHuman: boolean;
}

/** Message ids follow from the command id, so that a repeated command records nothing twice. */
export const questionIdOf = ({ commandId }: CommandContext): string => resourceId(commandId, 'question');
export const answerIdOf = ({ commandId }: CommandContext): string => resourceId(commandId, 'answer');

/** Withdrawn questions that one command may leave behind. */
const MAX_WITHDRAWN = 10;

type RatingRejection =
  | 'ConversationNotFound'
  | 'MessageNotFound'
  | 'OnlyAssistantMessagesCanBeRated'
  | 'RatingLimitReached';

type AnswerCommand = Omit<Extract<ConversationCommand, { type: 'GiveAnswer' }>, 'type' | 'sessionId'>;
type FailureCommand = Omit<Extract<ConversationCommand, { type: 'FailAnswer' }>, 'type'>;

export class ConversationCommands {
  readonly #executor: CommandExecutor;
  readonly #keyedHash: KeyedHash;
  readonly #keys: Keys;
  readonly #ids: Ids;
  /** An answer names the stream of its session three times. */
  readonly #streamIds = new WeakMap<SessionRef, string>();

  constructor(deps: { executor: CommandExecutor; keyedHash: KeyedHash; keys: Keys; ids: Ids }) {
    this.#executor = deps.executor;
    this.#keyedHash = deps.keyedHash;
    this.#keys = deps.keys;
    this.#ids = deps.ids;
  }

  /** A keyed hash, lower-case hex. */
  streamIdOf(session: SessionRef): string {
    const known = this.#streamIds.get(session);
    if (known !== undefined) return known;
    const streamId = this.#keyedHash.hash('conversation', session.chatbotId, session.sessionId);
    this.#streamIds.set(session, streamId);
    return streamId;
  }

  streamOf(session: SessionRef): string {
    return streamName(conversation.category, this.streamIdOf(session));
  }

  /** @param input.lead contact details, reduced to the fields that the chatbot asks for */
  async askQuestion(
    session: SessionRef,
    input: { messageId: string; keyId: string; content: string; lead: LeadDetails | null },
    context: CommandContext,
  ): Promise<CommandResult<RecordedQuestion, 'QuestionWithdrawn' | 'ConversationNotFound'>> {
    const { messageId, keyId, content } = input;
    const lead = input.lead === null ? null : { leadId: this.#ids.next(), details: input.lead };
    const command: ConversationCommand = {
      type: 'AskQuestion',
      conversationId: this.#ids.next(),
      ...session,
      keyId,
      messageId,
      content,
      lead,
    };
    const result = await this.#executor.execute(conversation, this.streamIdOf(session), command, context);
    if (!result.ok) return rejected('QuestionWithdrawn', result.position);
    // Recorded by an earlier attempt, and erased since.
    if (result.value.kind !== 'open') return rejected('ConversationNotFound', result.position);
    const { conversationId } = result.value;
    const isAnswered = isRecorded(result.value, answerIdOf(context));
    const asked = { questionId: messageId, isAnswered, isLeftToHuman: isLeftToHuman(result.value, messageId) };
    return done({ conversationId, ...asked }, result.position);
  }

  /**
   * A command whose question was withdrawn continues under another id.
   * @returns the command to continue with; whether its question is recorded, and completely answered
   */
  async resumeQuestion(
    session: SessionRef,
    context: CommandContext,
  ): Promise<{ context: CommandContext; isAsked: boolean; isAnswered: boolean }> {
    const state = await this.#executor.stateOf(conversation, this.streamIdOf(session));
    let current = context;
    for (let tries = 0; tries < MAX_WITHDRAWN && isWithdrawn(state, questionIdOf(current)); tries += 1) {
      current = { ...current, commandId: resourceId(current.commandId, 'again') };
    }
    const [questionId, answerId] = [questionIdOf(current), answerIdOf(current)];
    return { context: current, isAsked: isRecorded(state, questionId), isAnswered: isRecorded(state, answerId) };
  }

  /** Records one more attempt at the command's answer. The limit is exact, also for simultaneous calls on several nodes. */
  async retryAnswer(
    session: SessionRef,
    context: CommandContext,
  ): Promise<CommandResult<null, 'TooManyAttempts' | 'ConversationNotFound'>> {
    const [questionId, answerId] = [questionIdOf(context), answerIdOf(context)];
    const attempt = stepOf(context, `retry/${this.#ids.next()}`);
    const retried = await this.#run(session, { type: 'RetryAnswer', questionId, answerId }, attempt);
    // The conversation may have been erased since the question was asked.
    return expectRejections(retried, 'TooManyAttempts', 'ConversationNotFound');
  }

  /**
   * Withdraws a question for good, unless it is recorded. A request that is still running can no longer record it.
   * @param message.conversation stream id, see `streamIdOf`
   */
  async withdrawQuestion(
    message: { readonly conversation: string; readonly chatbotId: string; readonly messageId: string },
    context: CommandContext,
  ): Promise<'recorded' | 'withdrawn'> {
    const { conversation: streamId, chatbotId, messageId } = message;
    const command = { type: 'WithdrawQuestion', chatbotId, messageId } as const;
    const result = await this.#executor.execute(conversation, streamId, command, context);
    if (!result.ok) throw new Error(`A withdrawal was rejected: ${result.rejection}`);
    return isRecorded(result.value, messageId) ? 'recorded' : 'withdrawn';
  }

  async recordAnswer(
    session: SessionRef,
    answer: AnswerCommand,
    context: CommandContext,
  ): Promise<CommandResult<null, 'ConversationNotFound' | 'SessionTakenOver'>> {
    // A question may have several partial answers and one complete answer.
    const step = answer.partial ? `answer/${answer.messageId}` : 'answer';
    const { sessionId } = session;
    const given = await this.#run(session, { type: 'GiveAnswer', sessionId, ...answer }, stepOf(context, step));
    return expectRejections(given, 'ConversationNotFound', 'SessionTakenOver');
  }

  async recordFailure(
    session: SessionRef,
    failure: FailureCommand,
    context: CommandContext,
  ): Promise<CommandResult<null, 'ConversationNotFound'>> {
    const step = stepOf(context, `fail/${failure.messageId}`);
    return expectRejections(await this.#run(session, { type: 'FailAnswer', ...failure }, step), 'ConversationNotFound');
  }

  /** Returns the resulting rating: the same value twice removes it. */
  async rateMessage(
    session: SessionRef,
    input: { messageId: string; feedback: Feedback },
    context: CommandContext,
  ): Promise<CommandResult<{ feedback: Feedback | null }, RatingRejection>> {
    const command = { type: 'RateMessage', ...input } as const;
    const result = await this.#executor.execute(conversation, this.streamIdOf(session), command, context);
    const rated = expectRejections(
      result,
      'ConversationNotFound',
      'MessageNotFound',
      'OnlyAssistantMessagesCanBeRated',
      'RatingLimitReached',
    );
    return rated.ok ? done({ feedback: ratingOf(rated.value, input.messageId) }, rated.position) : rated;
  }

  /** Crypto-shreds the contact details. The conversation stays. */
  async deleteLead(session: SessionRef, context: CommandContext): Promise<CommandResult<null, 'LeadNotFound'>> {
    const streamId = this.streamIdOf(session);
    const before = await this.#executor.stateOf(conversation, streamId);
    if (before.kind !== 'open' || before.lead === null) return rejected('LeadNotFound');
    const { leadId } = before.lead;
    const result = await this.#executor.execute(conversation, streamId, { type: 'DeleteLead', leadId }, context);
    if (!result.ok) return rejected('LeadNotFound', result.position);
    await this.#keys.erase(leadSubject(session.chatbotId, leadId));
    this.#executor.evict(conversation, streamId);
    return done(null, result.position);
  }

  /**
   * Crypto-shreds a conversation with the contact details left in it. The erasure worker repeats what a crash leaves undone.
   * @param erasure nothing is erased when the conversation went on since `seen`
   */
  async erase(
    session: SessionRef,
    erasure: Omit<EraseConversation, 'type'>,
    context: CommandContext,
  ): Promise<CommandResult<null, ErasureRejection>> {
    const { chatbotId } = session;
    const streamId = this.streamIdOf(session);
    const before = await this.#executor.stateOf(conversation, streamId);
    const erased = await this.#run(session, { type: 'EraseConversation', ...erasure }, context);
    if (!erased.ok) return expectRejections(erased, 'ConversationNotFound', 'ConversationWentOn');
    await this.#keys.erase(conversationSubject(chatbotId, erasure.conversationId));
    const lead = before.kind === 'open' ? before.lead : null;
    if (lead !== null) await this.#keys.erase(leadSubject(chatbotId, lead.leadId));
    this.#executor.evict(conversation, streamId);
    return done(null, erased.position);
  }

  async #run(
    session: SessionRef,
    command: ConversationCommand,
    context: CommandContext,
  ): Promise<CommandResult<null, ConversationRejection>> {
    const result = await this.#executor.execute(conversation, this.streamIdOf(session), command, context);
    return withoutValue(result);
  }
}
