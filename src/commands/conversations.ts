import {
  type ConversationCommand,
  type ConversationRejection,
  conversation,
  isAsked,
  isWithdrawn,
  type LeadDetails,
  ratingOf,
} from '../domain/conversation/conversation.ts';
import type { Feedback } from '../domain/conversation/events.ts';
import { leadSubject } from '../domain/schema.ts';
import { derivedId, madeId } from '../log/event-id.ts';
import type { CommandContext } from '../log/event-store.ts';
import type { KeyedHash } from '../log/keyed-hash.ts';
import type { Ids } from '../ports/clock.ts';
import type { Keys } from '../ports/keys.ts';
import type { CommandExecutor } from './execute.ts';
import { done, type Outcome, rejected } from './outcome.ts';

/** A visitor's session with a chatbot. `sessionId` is the visitor's own and never named in clear in the log. */
export interface SessionRef {
  readonly chatbotId: string;
  readonly sessionId: string;
}

export interface AskedQuestion {
  readonly conversationId: string;
  readonly questionId: string;
  /** Whether the command has been answered already, in full: under `answerIdOf(context)`. */
  readonly isAnswered: boolean;
}

/** What a command's question is called, and what its answer: a command that is tried again asks nothing twice. */
export const questionIdOf = ({ commandId }: CommandContext): string => madeId(commandId, 'question');
export const answerIdOf = ({ commandId }: CommandContext): string => madeId(commandId, 'answer');

/** Withdrawals that one command may meet. */
const MAX_WITHDRAWN = 10;

type AnswerCommand = Omit<Extract<ConversationCommand, { type: 'GiveAnswer' }>, 'type' | 'sessionId'>;
type FailureCommand = Omit<Extract<ConversationCommand, { type: 'FailAnswer' }>, 'type'>;

export class ConversationCommands {
  readonly #executor: CommandExecutor;
  readonly #keyedHash: KeyedHash;
  readonly #keys: Keys;
  readonly #ids: Ids;

  constructor(deps: { executor: CommandExecutor; keyedHash: KeyedHash; keys: Keys; ids: Ids }) {
    this.#executor = deps.executor;
    this.#keyedHash = deps.keyedHash;
    this.#keys = deps.keys;
    this.#ids = deps.ids;
  }

  /** Names the stream of a session: a keyed hash, lower-case hex. */
  nameOf(session: SessionRef): string {
    return this.#keyedHash.of('conversation', session.chatbotId, session.sessionId);
  }

  /** @param input.lead contact details already reduced to the fields that the chatbot asks for; null for none */
  async ask(
    session: SessionRef,
    input: { messageId: string; keyId: string; content: string; lead: LeadDetails | null },
    context: CommandContext,
  ): Promise<Outcome<AskedQuestion, 'QuestionWithdrawn'>> {
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
    const result = await this.#executor.execute(conversation, this.nameOf(session), command, context);
    if (!result.accepted) return rejected('QuestionWithdrawn', result.position);
    if (result.state.kind !== 'open') throw new Error('A question opened no conversation');
    const isAnswered = isAsked(result.state, answerIdOf(context));
    return done({ conversationId: result.state.conversationId, questionId: messageId, isAnswered }, result.position);
  }

  /**
   * How a command stands that may have been tried before. One whose question was withdrawn can never ask it: it goes on as another.
   * @returns the command to go on as, and whether its question has been asked
   */
  async resume(session: SessionRef, context: CommandContext): Promise<{ context: CommandContext; isAsked: boolean }> {
    const state = await this.#executor.stateOf(conversation, this.nameOf(session));
    let current = context;
    for (let tried = 0; tried < MAX_WITHDRAWN && isWithdrawn(state, questionIdOf(current)); tried += 1) {
      current = { ...current, commandId: madeId(current.commandId, 'again') };
    }
    return { context: current, isAsked: isAsked(state, questionIdOf(current)) };
  }

  /**
   * Keeps a message from being recorded by whoever may still be about to, unless it is recorded already.
   * @param message.conversation as `nameOf` gives it
   */
  async withdraw(
    message: { readonly conversation: string; readonly chatbotId: string; readonly messageId: string },
    context: CommandContext,
  ): Promise<'recorded' | 'withdrawn'> {
    const { conversation: streamId, chatbotId, messageId } = message;
    const command = { type: 'WithdrawQuestion', chatbotId, messageId } as const;
    const result = await this.#executor.execute(conversation, streamId, command, context);
    if (!result.accepted) throw new Error(`A withdrawal was refused: ${result.rejection}`);
    return isAsked(result.state, messageId) ? 'recorded' : 'withdrawn';
  }

  async answer(
    session: SessionRef,
    answer: AnswerCommand,
    context: CommandContext,
  ): Promise<Outcome<null, ConversationRejection>> {
    // A question may have several answers that broke off, and one in full.
    const step = answer.partial ? `answer/${answer.messageId}` : 'answer';
    const { sessionId } = session;
    return this.#run(session, { type: 'GiveAnswer', sessionId, ...answer }, stepOf(context, step));
  }

  async fail(
    session: SessionRef,
    failure: FailureCommand,
    context: CommandContext,
  ): Promise<Outcome<null, ConversationRejection>> {
    return this.#run(session, { type: 'FailAnswer', ...failure }, stepOf(context, `fail/${failure.messageId}`));
  }

  /** Answers the rating as it is now: a value given twice takes it back. */
  async rate(
    session: SessionRef,
    input: { messageId: string; feedback: Feedback },
    context: CommandContext,
  ): Promise<Outcome<{ feedback: Feedback | null }, ConversationRejection>> {
    const command = { type: 'RateMessage', ...input } as const;
    const result = await this.#executor.execute(conversation, this.nameOf(session), command, context);
    if (!result.accepted) return rejected(result.rejection, result.position);
    return done({ feedback: ratingOf(result.state, input.messageId) }, result.position);
  }

  /** The contact details cannot be read again, from anywhere, when it answers. The conversation stays. */
  async deleteLead(session: SessionRef, context: CommandContext): Promise<Outcome<null, 'LeadNotFound'>> {
    const streamId = this.nameOf(session);
    const before = await this.#executor.stateOf(conversation, streamId);
    if (before.kind !== 'open' || before.lead === null) return rejected('LeadNotFound');
    const { leadId } = before.lead;
    const result = await this.#executor.execute(conversation, streamId, { type: 'DeleteLead', leadId }, context);
    if (!result.accepted) return rejected('LeadNotFound', result.position);
    await this.#keys.erase(leadSubject(session.chatbotId, leadId));
    this.#executor.forget(conversation, streamId);
    return done(null, result.position);
  }

  async #run(
    session: SessionRef,
    command: ConversationCommand,
    context: CommandContext,
  ): Promise<Outcome<null, ConversationRejection>> {
    const result = await this.#executor.execute(conversation, this.nameOf(session), command, context);
    return result.accepted ? done(null, result.position) : rejected(result.rejection, result.position);
  }
}

const stepOf = (context: CommandContext, step: string): CommandContext => ({
  ...context,
  commandId: derivedId(context.commandId, step),
});
