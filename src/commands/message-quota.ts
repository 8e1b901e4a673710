/** A message is reserved before its question is recorded, then confirmed or released. */
import { LRUCache } from 'lru-cache';
import type { ReservedMessage } from '../domain/message-quota/events.ts';
import {
  type MessageQuotaState,
  type MessageReservation,
  messageQuota,
  reservationOf,
} from '../domain/message-quota/message-quota.ts';
import { monthOf } from '../domain/message-quota/month.ts';
import { derivedId } from '../event-log/event-id.ts';
import type { CommandContext } from '../event-log/event-store.ts';
import { SubjectErased } from '../event-log/subject-erased.ts';
import { entryBound } from '../lib/entry-bound.ts';
import type { Ids } from '../ports/clock.ts';
import type { Report } from '../ports/report.ts';
import { Batches } from './batches.ts';
import { type CommandResult, done, rejected } from './command-result.ts';
import { type ConversationCommands, questionIdOf, type SessionRef } from './conversations.ts';
import type { CommandExecutor } from './execute.ts';

/** Asking takes milliseconds, and store calls time out sooner, so an older reservation is reviewed. */
const OVERDUE_MS = 10_000;
const MAX_REVIEWED_AT_ONCE = 50;
/** Months whose confirmed messages are remembered until their next event names them. */
const MAX_MONTHS_REMEMBERED = 10_000;

export interface QuotaReservation {
  readonly messageId: string;
  readonly month: AccountMonth;
  /** Epoch milliseconds. */
  readonly reservedAt: number;
}

interface AccountMonth {
  readonly accountId: string;
  readonly month: string;
}

interface PendingReservation {
  readonly month: AccountMonth;
  readonly at: number;
  readonly message: ReservedMessage;
}

interface Settlement {
  readonly confirmed: readonly string[];
  readonly released: readonly string[];
}

interface MessageQuotaDeps {
  readonly executor: CommandExecutor;
  readonly conversations: Pick<ConversationCommands, 'streamIdOf' | 'withdrawQuestion'>;
  readonly ids: Ids;
  /** Messages a month. */
  readonly planLimit: number;
  /** Epoch milliseconds: earlier reservations belong to processes that have ended. 0 when other nodes may be running. */
  readonly othersEndedAt: number;
  readonly report: Report;
}

export class MessageQuotaCommands {
  readonly #deps: MessageQuotaDeps;
  readonly #batches = new Batches<PendingReservation, MessageQuotaState>((_stream, items) => this.#reserveBatch(items));
  /** Ids of messages recorded since the last event, by month; the next event names them. A review finds those lost in a crash. */
  readonly #confirmed = new LRUCache<string, string[]>(entryBound(MAX_MONTHS_REMEMBERED));

  constructor(deps: MessageQuotaDeps) {
    this.#deps = deps;
  }

  /** Counts messages as the next reservation does: messages that are being asked included. @param at epoch milliseconds */
  async usage(accountId: string, at: number): Promise<{ month: string; used: number; limit: number }> {
    const month = monthOf(at);
    const { used } = await this.#deps.executor.stateOf(messageQuota, streamIdOf({ accountId, month }));
    return { month, used, limit: this.#deps.planLimit };
  }

  /** The limit is exact, also for simultaneous calls on several nodes. */
  async reserve(
    accountId: string,
    session: SessionRef,
    context: CommandContext,
  ): Promise<CommandResult<QuotaReservation, 'MessageLimitReached'>> {
    const { commandId, at } = context;
    const month = { accountId, month: monthOf(at) };
    const conversation = this.#deps.conversations.streamIdOf(session);
    const message = { messageId: questionIdOf(context), commandId, chatbotId: session.chatbotId, conversation };
    const state = await this.#batches.add(streamIdOf(month), { month, at, message });
    const reservation = reservationOf(state, commandId);
    return reservation === undefined
      ? rejected('MessageLimitReached')
      : done({ messageId: reservation.messageId, month, reservedAt: at }, null);
  }

  /**
   * Confirms the reservation when the question is recorded and releases it when rejected. After an error it stays open, for a
   * review to find out whether the question was recorded.
   */
  async withReservation<Answer extends { readonly ok: boolean }>(
    reservation: QuotaReservation,
    ask: (messageId: string) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      const answer = await ask(reservation.messageId);
      if (answer.ok) this.#confirm(reservation);
      else await this.#release(reservation);
      return answer;
    } catch (error) {
      // The chatbot was deleted meanwhile, so nothing was recorded.
      if (error instanceof SubjectErased) await this.#release(reservation);
      throw error;
    }
  }

  #confirm({ month, messageId }: QuotaReservation): void {
    const streamId = streamIdOf(month);
    const confirmed = this.#confirmed.get(streamId);
    if (confirmed === undefined) this.#confirmed.set(streamId, [messageId]);
    else confirmed.push(messageId);
  }

  /** A failed release does not fail the call: the reservation stays open and is reviewed later. */
  async #release({ month, messageId, reservedAt }: QuotaReservation): Promise<void> {
    await this.#settle(month, { confirmed: [], released: [messageId] }, reservedAt).catch((error: unknown) =>
      this.#deps.report({ message: 'Failed to release a quota reservation; will retry', error }),
    );
  }

  async #reserveBatch(items: readonly PendingReservation[]): Promise<MessageQuotaState> {
    const [{ month }] = items as readonly [PendingReservation];
    const at = items.reduce((latest, item) => Math.max(latest, item.at), 0);
    const messages = items.map(({ message }) => message);
    const state = await this.#reserveMessages(month, messages, at);
    const allReserved = messages.every(({ commandId }) => reservationOf(state, commandId) !== undefined);
    if (allReserved || !(await this.#reviewOverdue(month, state, at))) return state;
    return this.#reserveMessages(month, messages, at);
  }

  async #reserveMessages(
    month: AccountMonth,
    messages: readonly ReservedMessage[],
    at: number,
  ): Promise<MessageQuotaState> {
    const streamId = streamIdOf(month);
    const confirmed = [...(this.#confirmed.get(streamId) ?? [])];
    const limit = this.#deps.planLimit;
    const command = { type: 'ReserveMessages', ...month, at, limit, messages, confirmed } as const;
    const { value: state } = await this.#execute(month, command, at);
    this.#forgetSettled(streamId, state);
    return state;
  }

  /** A message that was not recorded is withdrawn for good, and its reservation released. @returns whether any was released */
  async #reviewOverdue(month: AccountMonth, { open }: MessageQuotaState, at: number): Promise<boolean> {
    const before = Math.max(at - OVERDUE_MS, this.#deps.othersEndedAt);
    const overdue = open.filter(({ reservedAt }) => reservedAt < before).slice(0, MAX_REVIEWED_AT_ONCE);
    if (overdue.length === 0) return false;
    const found = await Promise.all(overdue.map((message) => this.#withdraw(message, at)));
    const idsOf = (what: 'recorded' | 'withdrawn') =>
      overdue.flatMap(({ messageId }, place) => (found[place] === what ? [messageId] : []));
    const released = idsOf('withdrawn');
    await this.#settle(month, { confirmed: idsOf('recorded'), released }, at);
    return released.length > 0;
  }

  async #withdraw(message: MessageReservation, at: number): Promise<'recorded' | 'withdrawn' | 'unknown'> {
    const context = this.#context(derivedId(message.commandId, 'withdraw'), at);
    try {
      return await this.#deps.conversations.withdrawQuestion(message, context);
    } catch (error) {
      this.#deps.report({ message: 'Failed to review a quota reservation; will retry', error });
      return 'unknown';
    }
  }

  async #settle(month: AccountMonth, settlement: Settlement, at: number): Promise<void> {
    const { value: state } = await this.#execute(month, { type: 'SettleReservations', ...month, ...settlement }, at);
    this.#forgetSettled(streamIdOf(month), state);
  }

  async #execute(month: AccountMonth, command: Parameters<typeof messageQuota.decide>[0], at: number) {
    const context = this.#context(this.#deps.ids.next(), at);
    const result = await this.#deps.executor.execute(messageQuota, streamIdOf(month), command, context);
    if (!result.ok) throw new Error('A message quota rejected a command');
    return result;
  }

  #forgetSettled(streamId: string, { open }: MessageQuotaState): void {
    const confirmed = this.#confirmed.get(streamId) ?? [];
    const left = confirmed.filter((id) => open.some(({ messageId }) => messageId === id));
    if (left.length > 0) this.#confirmed.set(streamId, left);
    else this.#confirmed.delete(streamId);
  }

  #context(commandId: string, at: number): CommandContext {
    return { commandId, actor: { kind: 'system', part: messageQuota.category }, at };
  }
}

const streamIdOf = ({ accountId, month }: AccountMonth): string => `${accountId}-${month}`;
