/** What visitors may ask in a month, counted before they are answered. */
import { LRUCache } from 'lru-cache';
import { type AllowanceState, allowance, type OpenMessage, openMessageOf } from '../domain/allowance/allowance.ts';
import type { CountedMessage } from '../domain/allowance/events.ts';
import { monthOf } from '../domain/allowance/month.ts';
import { SubjectErased } from '../log/codec.ts';
import { derivedId } from '../log/event-id.ts';
import type { CommandContext } from '../log/event-store.ts';
import type { Ids } from '../ports/clock.ts';
import { Batches } from './batches.ts';
import { type ConversationCommands, questionIdOf, type SessionRef } from './conversations.ts';
import type { CommandExecutor } from './execute.ts';
import { done, type Outcome, rejected } from './outcome.ts';

/** A message counted so long ago is asked for: asking takes milliseconds, and the store gives up sooner. */
const OVERDUE_MS = 10_000;
/** Messages looked into at one time. */
const REVIEWED_AT_ONCE = 50;
/** Months of accounts whose recorded messages are remembered until the next event tells of them. */
const MONTHS_REMEMBERED = 10_000;

/** One of the month's messages, taken for a question that is about to be asked. */
export interface TakenMessage {
  readonly messageId: string;
  readonly month: AccountMonth;
  /** Epoch milliseconds. */
  readonly takenAt: number;
}

interface AccountMonth {
  readonly accountId: string;
  readonly month: string;
}

interface ToCount {
  readonly month: AccountMonth;
  readonly at: number;
  readonly message: CountedMessage;
}

interface AllowanceDeps {
  readonly executor: CommandExecutor;
  readonly conversations: Pick<ConversationCommands, 'nameOf' | 'withdraw'>;
  readonly ids: Ids;
  /** Messages a month. */
  readonly planLimit: number;
  /** Epoch milliseconds: whoever counted a message before has ended. 0 when other nodes may be at work. */
  readonly othersEndedAt: number;
  readonly report: (problem: { message: string; error?: unknown }) => void;
}

export class AllowanceCommands {
  readonly #deps: AllowanceDeps;
  readonly #batches = new Batches<ToCount, AllowanceState>((_stream, items) => this.#countAll(items));
  /** Ids of messages recorded since the last event, by month: the next one names them. Lost with the process, and looked up then. */
  readonly #recorded = new LRUCache<string, string[]>({ max: MONTHS_REMEMBERED });

  constructor(deps: AllowanceDeps) {
    this.#deps = deps;
  }

  /** Takes one of the month's messages, exactly: of those that come at once, on any node, as many as there are left. */
  async take(
    accountId: string,
    session: SessionRef,
    context: CommandContext,
  ): Promise<Outcome<TakenMessage, 'MessageLimitReached'>> {
    const { commandId, at } = context;
    const month = { accountId, month: monthOf(at) };
    const conversation = this.#deps.conversations.nameOf(session);
    const message = { messageId: questionIdOf(context), commandId, chatbotId: session.chatbotId, conversation };
    const state = await this.#batches.add(streamOf(month), { month, at, message });
    const counted = openMessageOf(state, commandId);
    return counted === undefined
      ? rejected('MessageLimitReached')
      : done({ messageId: counted.messageId, month, takenAt: at }, null);
  }

  /**
   * Asks the question that the message was taken for. When that is refused, the message is the account's again; when it fails, whether
   * the question was recorded is found out when the month is used up.
   */
  async spend<Result extends { readonly ok: boolean }>(
    message: TakenMessage,
    ask: (messageId: string) => Promise<Result>,
  ): Promise<Result> {
    try {
      const outcome = await ask(message.messageId);
      if (outcome.ok) this.#remember(message);
      else await this.#giveBack(message);
      return outcome;
    } catch (error) {
      // The chatbot was deleted meanwhile: nothing was recorded.
      if (error instanceof SubjectErased) await this.#giveBack(message);
      throw error;
    }
  }

  #remember({ month, messageId }: TakenMessage): void {
    const stream = streamOf(month);
    const known = this.#recorded.get(stream);
    if (known === undefined) this.#recorded.set(stream, [messageId]);
    else known.push(messageId);
  }

  /** Never recorded. A store that is away does not change the answer: the message stays open, and is looked into later. */
  async #giveBack({ month, messageId, takenAt }: TakenMessage): Promise<void> {
    await this.#settle(month, { recorded: [], returned: [messageId] }, takenAt).catch((error: unknown) =>
      this.#deps.report({ message: 'A message could not be given back to its month yet', error }),
    );
  }

  async #countAll(items: readonly ToCount[]): Promise<AllowanceState> {
    const [{ month }] = items as readonly [ToCount];
    const at = Math.max(...items.map((item) => item.at));
    const messages = items.map(({ message }) => message);
    const state = await this.#count(month, messages, at);
    const allCounted = messages.every(({ commandId }) => openMessageOf(state, commandId) !== undefined);
    if (allCounted || !(await this.#review(month, state, at))) return state;
    return this.#count(month, messages, at);
  }

  async #count(month: AccountMonth, messages: readonly CountedMessage[], at: number): Promise<AllowanceState> {
    const stream = streamOf(month);
    const recorded = [...(this.#recorded.get(stream) ?? [])];
    const command = { type: 'CountMessages', ...month, at, limit: this.#deps.planLimit, messages, recorded } as const;
    const { state } = await this.#execute(month, command, at);
    this.#forgetSettled(stream, state);
    return state;
  }

  /**
   * Looks into what has been open for too long. A message that was not recorded is kept from being recorded ever, and then given back.
   * @returns whether any was given back
   */
  async #review(month: AccountMonth, { open }: AllowanceState, at: number): Promise<boolean> {
    const before = Math.max(at - OVERDUE_MS, this.#deps.othersEndedAt);
    const overdue = open.filter(({ countedAt }) => countedAt < before).slice(0, REVIEWED_AT_ONCE);
    if (overdue.length === 0) return false;
    const found = await Promise.all(overdue.map((message) => this.#lookInto(message, at)));
    const idsOf = (what: 'recorded' | 'withdrawn') =>
      overdue.flatMap(({ messageId }, place) => (found[place] === what ? [messageId] : []));
    const returned = idsOf('withdrawn');
    await this.#settle(month, { recorded: idsOf('recorded'), returned }, at);
    return returned.length > 0;
  }

  async #lookInto(message: OpenMessage, at: number): Promise<'recorded' | 'withdrawn' | 'unknown'> {
    const context = this.#context(derivedId(message.commandId, 'withdraw'), at);
    try {
      return await this.#deps.conversations.withdraw(message, context);
    } catch (error) {
      this.#deps.report({ message: 'Whether a counted message was recorded could not be found out', error });
      return 'unknown';
    }
  }

  async #settle(month: AccountMonth, what: { recorded: string[]; returned: string[] }, at: number): Promise<void> {
    const { state } = await this.#execute(month, { type: 'SettleMessages', ...month, ...what }, at);
    this.#forgetSettled(streamOf(month), state);
  }

  async #execute(month: AccountMonth, command: Parameters<typeof allowance.decide>[0], at: number) {
    const context = this.#context(this.#deps.ids.next(), at);
    const result = await this.#deps.executor.execute(allowance, streamOf(month), command, context);
    if (!result.accepted) throw new Error('An allowance refused to count');
    return result;
  }

  #forgetSettled(stream: string, { open }: AllowanceState): void {
    const known = this.#recorded.get(stream) ?? [];
    const left = known.filter((id) => open.some(({ messageId }) => messageId === id));
    if (left.length > 0) this.#recorded.set(stream, left);
    else this.#recorded.delete(stream);
  }

  #context(commandId: string, at: number): CommandContext {
    return { commandId, actor: { kind: 'system', part: 'allowance' }, at };
  }
}

/** An account's month has a stream of its own, which ends with the month. */
const streamOf = ({ accountId, month }: AccountMonth): string => `${accountId}-${month}`;
