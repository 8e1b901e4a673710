import { account } from '../domain/account/account.ts';
import { chatbot } from '../domain/chatbot/chatbot.ts';
import type { ChatbotChanges } from '../domain/chatbot/configuration.ts';
import type { StoredImage } from '../domain/chatbot/images.ts';
import type { RefreshSchedule } from '../domain/chatbot/refresh-schedule.ts';
import { chatbotSubject } from '../domain/schema.ts';
import { derivedId, madeId } from '../log/event-id.ts';
import type { CommandContext } from '../log/event-store.ts';
import type { Keys } from '../ports/keys.ts';
import type { CommandExecutor } from './execute.ts';
import { done, type Outcome, rejected } from './outcome.ts';

/** What `ChatbotCreated` needs, as `ChatbotSlotTaken` records it. */
export interface PlannedChatbot {
  readonly chatbotId: string;
  readonly publicId: string;
  readonly ownerId: string;
  readonly name: string;
}

export class ChatbotCommands {
  readonly #executor: CommandExecutor;
  readonly #keys: Keys;
  readonly #limit: number;

  /** @param deps.planLimit how many chatbots an account may have */
  constructor(deps: { executor: CommandExecutor; keys: Keys; planLimit: number }) {
    this.#executor = deps.executor;
    this.#keys = deps.keys;
    this.#limit = deps.planLimit;
  }

  async create(
    ownerId: string,
    name: string,
    context: CommandContext,
  ): Promise<Outcome<{ chatbotId: string }, 'ChatbotLimitReached' | 'AccountNotFound' | 'ChatbotDeleted'>> {
    const { commandId } = context;
    const planned = {
      chatbotId: madeId(commandId, 'chatbot'),
      publicId: madeId(commandId, 'public id'),
      ownerId,
      name,
    };
    const slot = await this.#executor.execute(
      account,
      ownerId,
      { type: 'TakeChatbotSlot', ...planned, limit: this.#limit },
      { ...context, commandId: derivedId(context.commandId, 'slot') },
    );
    if (!slot.accepted) {
      return rejected(
        slot.rejection === 'ChatbotLimitReached' ? 'ChatbotLimitReached' : 'AccountNotFound',
        slot.position,
      );
    }
    // The command was carried out before, and its chatbot deleted since: it must not give a second one.
    if (slot.state.kind !== 'registered' || !slot.state.chatbotIds.includes(planned.chatbotId)) {
      return rejected('ChatbotDeleted', slot.position);
    }
    const position = await this.complete(planned, context);
    return done({ chatbotId: planned.chatbotId }, position);
  }

  /** The second half of creating: also done by the worker that follows the log, should this process end in between. */
  async complete(planned: PlannedChatbot, context: CommandContext) {
    const command = { type: 'CreateChatbot', ...planned } as const;
    const created = await this.#executor.execute(chatbot, planned.chatbotId, command, context);
    return created.position;
  }

  /** @param expectedRevision the change is refused when the chatbot has been changed since; undefined: whatever it is */
  async configure(
    ownerId: string,
    chatbotId: string,
    changes: ChatbotChanges,
    context: CommandContext,
    expectedRevision?: number,
  ): Promise<Outcome<null, 'ChatbotNotFound' | 'ChatbotChanged' | 'AvatarUnknown'>> {
    const insisting = expectedRevision === undefined ? {} : { expectedRevision };
    const command = { type: 'ConfigureChatbot', ownerId, changes, ...insisting } as const;
    const result = await this.#executor.execute(chatbot, chatbotId, command, context);
    if (result.accepted) return done(null, result.position);
    const { rejection } = result;
    const isKnown = rejection === 'ChatbotChanged' || rejection === 'AvatarUnknown';
    return rejected(isKnown ? rejection : 'ChatbotNotFound', result.position);
  }

  /** @param image its bytes are stored already, in its own scope: they are the caller's to remove when this is refused */
  async storeImage(
    ownerId: string,
    chatbotId: string,
    image: StoredImage,
    context: CommandContext,
  ): Promise<Outcome<null, 'ChatbotNotFound'>> {
    const command = { type: 'StoreImage', ownerId, image } as const;
    const result = await this.#executor.execute(chatbot, chatbotId, command, context);
    return result.accepted ? done(null, result.position) : rejected('ChatbotNotFound', result.position);
  }

  /**
   * Asks for the run of a due time, and of all before it that were missed; a due time that was asked for is not asked for again.
   * @param due `expectedRevision`: of the configuration that the due time was reckoned from
   */
  async requestScheduledRefresh(
    chatbotId: string,
    due: { readonly schedule: RefreshSchedule; readonly dueAt: number; readonly expectedRevision: number },
    context: CommandContext,
  ): Promise<Outcome<null, 'ChatbotNotFound' | 'ChatbotChanged'>> {
    const command = { type: 'RequestScheduledRefresh', ...due } as const;
    const result = await this.#executor.execute(chatbot, chatbotId, command, context);
    if (result.accepted) return done(null, result.position);
    return rejected(result.rejection === 'ChatbotChanged' ? 'ChatbotChanged' : 'ChatbotNotFound', result.position);
  }

  /**
   * When it answers, the chatbot's sealed content can no longer be read and its place in the plan is free. What else is left of
   * it (search index, blobs) is removed by the worker that follows the log.
   */
  async delete(ownerId: string, chatbotId: string, context: CommandContext): Promise<Outcome<null, 'ChatbotNotFound'>> {
    const result = await this.#executor.execute(chatbot, chatbotId, { type: 'DeleteChatbot', ownerId }, context);
    if (!result.accepted) return rejected('ChatbotNotFound', result.position);
    await this.finishDeletion(ownerId, chatbotId, context);
    return done(null, result.position);
  }

  /** Also done by the worker that follows the log, should this process end in between. */
  async finishDeletion(ownerId: string, chatbotId: string, context: CommandContext): Promise<void> {
    await this.#keys.erase(chatbotSubject(chatbotId));
    this.#executor.forget(chatbot, chatbotId);
    const release = { type: 'ReleaseChatbotSlot', chatbotId } as const;
    const releaseContext = { ...context, commandId: derivedId(context.commandId, 'release') };
    await this.#executor.execute(account, ownerId, release, releaseContext);
  }

  /** Whether the chatbot exists and is the account's, from the log itself. */
  async isLive(chatbotId: string): Promise<boolean> {
    return (await this.#executor.stateOf(chatbot, chatbotId)).kind === 'live';
  }
}
