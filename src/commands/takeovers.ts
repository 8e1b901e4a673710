/** Humans answer in a chatbot's place, and visitors ask for one. */
import { conversation } from '../domain/conversation/conversation.ts';
import type { OpenConversation } from '../domain/conversation/conversation-state.ts';
import type { TakeoverCommand, TakeoverRejection } from '../domain/conversation/takeover.ts';
import { resourceId } from '../event-log/event-id.ts';
import type { CommandContext } from '../event-log/event-store.ts';
import { type CommandResult, done, expectRejections, rejected } from './command-result.ts';
import type { ConversationCommands, SessionRef } from './conversations.ts';
import type { CommandExecutor } from './execute.ts';

type Rejection = TakeoverRejection | 'ConversationNotFound';

export interface HandoffState {
  readonly isHandoffRequested: boolean;
  /** Epoch milliseconds; null while the chatbot answers. */
  readonly takenOverSince: number | null;
}

export class TakeoverCommands {
  readonly #executor: CommandExecutor;
  readonly #conversations: Pick<ConversationCommands, 'streamIdOf'>;

  constructor(deps: { executor: CommandExecutor; conversations: Pick<ConversationCommands, 'streamIdOf'> }) {
    this.#executor = deps.executor;
    this.#conversations = deps.conversations;
  }

  /** A session that was taken over already keeps its time. */
  async takeOver(
    session: SessionRef,
    accountId: string,
    context: CommandContext,
  ): Promise<CommandResult<{ since: number }, Rejection>> {
    const { sessionId } = session;
    const command = { type: 'TakeOver', sessionId, accountId, at: context.at } as const;
    return this.#run(session, command, context, ({ takeover }) => ({ since: takeover.since ?? context.at }));
  }

  async release(
    session: SessionRef,
    accountId: string,
    context: CommandContext,
  ): Promise<CommandResult<null, Rejection>> {
    const { sessionId } = session;
    return this.#run(session, { type: 'Release', sessionId, accountId }, context, () => null);
  }

  async sendAgentMessage(
    session: SessionRef,
    message: { accountId: string; content: string },
    context: CommandContext,
  ): Promise<CommandResult<{ messageId: string }, Rejection>> {
    const { sessionId } = session;
    const messageId = resourceId(context.commandId, 'agent message');
    const command = { type: 'SendAgentMessage', sessionId, messageId, ...message } as const;
    return this.#run(session, command, context, () => ({ messageId }));
  }

  /** Records one request until somebody takes the session over; repeats change nothing. */
  async requestHandoff(
    session: SessionRef,
    keyId: string,
    context: CommandContext,
  ): Promise<CommandResult<HandoffState, Rejection>> {
    const { sessionId } = session;
    const handoffId = resourceId(context.commandId, 'handoff');
    const command = { type: 'RequestHandoff', sessionId, handoffId, keyId } as const;
    return this.#run(session, command, context, ({ takeover: { since, isHandoffRequested } }) => {
      return { isHandoffRequested, takenOverSince: since };
    });
  }

  async #run<Value>(
    session: SessionRef,
    command: TakeoverCommand,
    context: CommandContext,
    view: (conversation: OpenConversation) => Value,
  ): Promise<CommandResult<Value, Rejection>> {
    const result = await this.#executor.execute(
      conversation,
      this.#conversations.streamIdOf(session),
      command,
      context,
    );
    if (!result.ok) return expectRejections(result, 'SessionNotTakenOver', 'ConversationNotFound');
    if (result.value.kind !== 'open') return rejected('ConversationNotFound', result.position);
    return done(view(result.value), result.position);
  }
}
