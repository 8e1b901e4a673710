/**
 * The messages that an account's visitors may send in a calendar month: one stream a month. A message is counted before its question is
 * recorded, and stays open until it is known to be recorded; what a crash leaves open is looked into when the month is used up.
 */
import { match } from 'ts-pattern';
import { type Aggregate, accept, type Decision } from '../aggregate.ts';
import type { AllowanceEvent, CountedMessage } from './events.ts';

export interface OpenMessage extends CountedMessage {
  /** Epoch milliseconds. */
  readonly countedAt: number;
}

export interface AllowanceState {
  /** Messages counted and not given back. */
  readonly used: number;
  /** Counted, and not yet known to be recorded: what is being asked at the moment, and what a crash has left. */
  readonly open: readonly OpenMessage[];
}

interface OfMonth {
  readonly accountId: string;
  /** As `2026-02`. */
  readonly month: string;
}

export type AllowanceCommand =
  /** Counts as many as the limit leaves room for, the first ones first: which ones, the state tells. */
  | (OfMonth & {
      readonly type: 'CountMessages';
      /** Epoch milliseconds. */
      readonly at: number;
      /** How many messages a month the plan allows. */
      readonly limit: number;
      readonly messages: readonly CountedMessage[];
      /** Ids of earlier messages whose questions have been recorded. */
      readonly recorded: readonly string[];
    })
  | (OfMonth & {
      readonly type: 'SettleMessages';
      readonly recorded: readonly string[];
      /** Ids of messages that will never be recorded. */
      readonly returned: readonly string[];
    });

/** The message that was counted under a command, while it is open. */
export function openMessageOf(state: AllowanceState, commandId: string): OpenMessage | undefined {
  return state.open.find((message) => message.commandId === commandId);
}

function evolve({ used, open }: AllowanceState, event: AllowanceEvent): AllowanceState {
  switch (event.type) {
    case 'MessagesCounted': {
      const { countedAt, messages, recorded } = event.data;
      const counted = messages.map((message) => ({ ...message, countedAt }));
      return { used: used + counted.length, open: [...without(open, recorded), ...counted] };
    }
    case 'MessagesSettled': {
      const { recorded, returned } = event.data;
      const left = without(open, returned);
      return { used: used - (open.length - left.length), open: without(left, recorded) };
    }
    default:
      event satisfies never;
      return { used, open };
  }
}

function without(open: readonly OpenMessage[], ids: readonly string[]): readonly OpenMessage[] {
  return ids.length === 0 ? open : open.filter(({ messageId }) => !ids.includes(messageId));
}

function countMessages(
  { accountId, month, at, limit, messages, recorded }: Extract<AllowanceCommand, { type: 'CountMessages' }>,
  state: AllowanceState,
): Decision<AllowanceEvent, never> {
  const fresh = messages.filter(
    ({ commandId }, place) =>
      openMessageOf(state, commandId) === undefined &&
      messages.findIndex((message) => message.commandId === commandId) === place,
  );
  const counted = fresh.slice(0, Math.max(0, limit - state.used));
  if (counted.length === 0) return accept<AllowanceEvent>();
  const settled = openAmong(state, recorded);
  return accept<AllowanceEvent>({
    type: 'MessagesCounted',
    data: { accountId, month, countedAt: at, messages: counted, recorded: settled },
  });
}

/** Each message is settled once: of those named, the ones that are still open. */
function openAmong({ open }: AllowanceState, ids: readonly string[]): string[] {
  return open.filter(({ messageId }) => ids.includes(messageId)).map(({ messageId }) => messageId);
}

function decide(command: AllowanceCommand, state: AllowanceState): Decision<AllowanceEvent, never> {
  return match(command)
    .with({ type: 'CountMessages' }, (count) => countMessages(count, state))
    .with({ type: 'SettleMessages' }, ({ accountId, month, ...settled }) => {
      const returned = openAmong(state, settled.returned);
      const recorded = openAmong(state, settled.recorded);
      if (returned.length + recorded.length === 0) return accept<AllowanceEvent>();
      return accept<AllowanceEvent>({ type: 'MessagesSettled', data: { accountId, month, recorded, returned } });
    })
    .exhaustive();
}

export const allowance: Aggregate<AllowanceState, AllowanceCommand, AllowanceEvent, never> = {
  category: 'allowance',
  initial: { used: 0, open: [] },
  evolve,
  decide,
};
