import { account } from '../domain/account/account.ts';
import { chatbot } from '../domain/chatbot/chatbot.ts';
import type { ChatbotChanges } from '../domain/chatbot/configuration.ts';
import type { StoredImage } from '../domain/chatbot/images.ts';
import type { RefreshSchedule } from '../domain/chatbot/refresh-schedule.ts';
import { chatbotSubject } from '../domain/key-subjects.ts';
import { resourceId } from '../event-log/event-id.ts';
import type { CommandContext } from '../event-log/event-store.ts';
import type { Keys } from '../ports/keys.ts';
import { type CommandResult, type Done, done, expectRejections, rejected, withoutValue } from './command-result.ts';
import { stepOf } from './command-step.ts';
import type { CommandExecutor } from './execute.ts';

/** Content of `ChatbotCreated`, as `ChatbotSlotTaken` records it. */
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

  /** @param deps.planLimit chatbots an account may have */
  constructor(deps: { executor: CommandExecutor; keys: Keys; planLimit: number }) {
    this.#executor = deps.executor;
    this.#keys = deps.keys;
    this.#limit = deps.planLimit;
  }

  /** Counts chatbots as the next creation does. Returns null without such an account. */
  async usage(ownerId: string): Promise<{ plan: string; used: number; limit: number } | null> {
    const state = await this.#executor.stateOf(account, ownerId);
    if (state.kind !== 'registered') return null;
    return { plan: state.plan, used: state.chatbotIds.length, limit: this.#limit };
  }

  async create(
    ownerId: string,
    name: string,
    context: CommandContext,
  ): Promise<CommandResult<{ chatbotId: string }, 'ChatbotLimitReached' | 'AccountNotFound' | 'ChatbotDeleted'>> {
    const { commandId } = context;
    const planned = {
      chatbotId: resourceId(commandId, 'chatbot'),
      publicId: resourceId(commandId, 'public id'),
      ownerId,
      name,
    };
    const slot = await this.#executor.execute(
      account,
      ownerId,
      { type: 'TakeChatbotSlot', ...planned, limit: this.#limit },
      stepOf(context, 'slot'),
    );
    if (!slot.ok) return expectRejections(slot, 'ChatbotLimitReached', 'AccountNotFound');
    // A repeated command whose chatbot was deleted since must not create a second one.
    if (slot.value.kind !== 'registered' || !slot.value.chatbotIds.includes(planned.chatbotId)) {
      return rejected('ChatbotDeleted', slot.position);
    }
    const position = await this.completeCreation(planned, context);
    return done({ chatbotId: planned.chatbotId }, position);
  }

  /** Second step of `create`, which the cleanup worker repeats after a crash. */
  async completeCreation(planned: PlannedChatbot, context: CommandContext) {
    const command = { type: 'CreateChatbot', ...planned } as const;
    const created = await this.#executor.execute(chatbot, planned.chatbotId, command, context);
    return created.position;
  }

  /** @param update `expectedRevision` of the chatbot's configuration; absent, any matches */
  async configure(
    ownerId: string,
    chatbotId: string,
    update: { readonly changes: ChatbotChanges; readonly expectedRevision?: number | undefined },
    context: CommandContext,
  ): Promise<CommandResult<null, 'ChatbotNotFound' | 'ChatbotChanged' | 'AvatarUnknown'>> {
    const command = { type: 'ConfigureChatbot', ownerId, ...update } as const;
    const result = await this.#executor.execute(chatbot, chatbotId, command, context);
    return expectRejections(withoutValue(result), 'ChatbotNotFound', 'ChatbotChanged', 'AvatarUnknown');
  }

  /** @param image its bytes are already stored in its own blob scope; the caller removes them after a rejection */
  async storeImage(
    ownerId: string,
    chatbotId: string,
    image: StoredImage,
    context: CommandContext,
  ): Promise<CommandResult<null, 'ChatbotNotFound'>> {
    const command = { type: 'StoreImage', ownerId, image } as const;
    const result = await this.#executor.execute(chatbot, chatbotId, command, context);
    return expectRejections(withoutValue(result), 'ChatbotNotFound');
  }

  /**
   * Requests one run for a due time and all missed ones before it, and only once.
   * @param due `expectedRevision` of the configuration that the due time was computed from
   */
  async requestScheduledRefresh(
    chatbotId: string,
    due: { readonly schedule: RefreshSchedule; readonly dueAt: number; readonly expectedRevision: number },
    context: CommandContext,
  ): Promise<CommandResult<null, 'ChatbotNotFound' | 'ChatbotChanged'>> {
    const command = { type: 'RequestScheduledRefresh', ...due, now: context.at } as const;
    const result = await this.#executor.execute(chatbot, chatbotId, command, context);
    return expectRejections(withoutValue(result), 'ChatbotNotFound', 'ChatbotChanged');
  }

  /** Crypto-shreds the chatbot and frees its slot of the plan. The cleanup worker removes its passages and blobs. */
  async delete(
    ownerId: string,
    chatbotId: string,
    context: CommandContext,
  ): Promise<CommandResult<null, 'ChatbotNotFound'>> {
    const result = await this.#executor.execute(chatbot, chatbotId, { type: 'DeleteChatbot', ownerId }, context);
    if (!result.ok) return rejected('ChatbotNotFound', result.position);
    await this.finishDeletion(ownerId, chatbotId, context);
    return done(null, result.position);
  }

  /** Deletes the chatbot with its account. A chatbot whose creation is incomplete can then never be created. */
  async erase(ownerId: string, chatbotId: string, context: CommandContext): Promise<Done<null>> {
    const command = { type: 'EraseChatbot', chatbotId, ownerId } as const;
    const erased = await this.#executor.execute(chatbot, chatbotId, command, context);
    if (!erased.ok) throw new Error(`The erasure of a chatbot was rejected: ${erased.rejection}`);
    await this.finishDeletion(ownerId, chatbotId, context);
    return done(null, erased.position);
  }

  /** Second step of `delete`, which the cleanup worker repeats after a crash. */
  async finishDeletion(ownerId: string, chatbotId: string, context: CommandContext): Promise<void> {
    await this.#keys.erase(chatbotSubject(chatbotId));
    this.#executor.evict(chatbot, chatbotId);
    const release = { type: 'ReleaseChatbotSlot', chatbotId } as const;
    await this.#executor.execute(account, ownerId, release, stepOf(context, 'release'));
  }

  /** Reads the log, not a read model. */
  async isLive(chatbotId: string): Promise<boolean> {
    return (await this.#executor.stateOf(chatbot, chatbotId)).kind === 'live';
  }
}
