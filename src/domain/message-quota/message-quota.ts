/**
 * One stream per account and calendar month. A message is reserved before its question is recorded, and confirmed or released
 * after. Reservations that a crash leaves open are reviewed when the month is used up.
 */
import { match } from 'ts-pattern';
import { type Aggregate, accept, type Decision } from '../aggregate.ts';
import type { MessageQuotaEvent, ReservedMessage } from './events.ts';

export interface MessageReservation extends ReservedMessage {
  /** Epoch milliseconds. */
  readonly reservedAt: number;
}

export interface MessageQuotaState {
  /** Messages reserved or confirmed; released ones do not count. */
  readonly used: number;
  /** Neither confirmed nor released. */
  readonly open: readonly MessageReservation[];
}

interface InMonth {
  readonly accountId: string;
  /** Such as `2026-02`. */
  readonly month: string;
}

export type MessageQuotaCommand =
  /** Reserves as many messages as the limit leaves room for, in order. The state tells which. */
  | (InMonth & {
      readonly type: 'ReserveMessages';
      /** Epoch milliseconds. */
      readonly at: number;
      /** Messages a month. */
      readonly limit: number;
      readonly messages: readonly ReservedMessage[];
      /** Messages whose questions have been recorded. */
      readonly confirmed: readonly string[];
    })
  | (InMonth & {
      readonly type: 'SettleReservations';
      readonly confirmed: readonly string[];
      /** Messages that will never be recorded. */
      readonly released: readonly string[];
    });

export function reservationOf(state: MessageQuotaState, commandId: string): MessageReservation | undefined {
  return state.open.find((message) => message.commandId === commandId);
}

function evolve({ used, open }: MessageQuotaState, event: MessageQuotaEvent): MessageQuotaState {
  switch (event.type) {
    case 'MessagesCounted': {
      const { countedAt: reservedAt, messages, recorded } = event.data;
      const reserved = messages.map((message) => ({ ...message, reservedAt }));
      return { used: used + reserved.length, open: [...withoutIds(open, recorded), ...reserved] };
    }
    case 'MessagesSettled': {
      const { recorded, returned } = event.data;
      const left = withoutIds(open, returned);
      return { used: used - (open.length - left.length), open: withoutIds(left, recorded) };
    }
    default:
      event satisfies never;
      return { used, open };
  }
}

function withoutIds(open: readonly MessageReservation[], ids: readonly string[]): readonly MessageReservation[] {
  return ids.length === 0 ? open : open.filter(({ messageId }) => !ids.includes(messageId));
}

function reserveMessages(
  { accountId, month, at, limit, messages, confirmed }: Extract<MessageQuotaCommand, { type: 'ReserveMessages' }>,
  state: MessageQuotaState,
): Decision<MessageQuotaEvent, never> {
  const unreserved = messages.filter(
    ({ commandId }, place) =>
      reservationOf(state, commandId) === undefined &&
      messages.findIndex((message) => message.commandId === commandId) === place,
  );
  const reserved = unreserved.slice(0, Math.max(0, limit - state.used));
  if (reserved.length === 0) return accept<MessageQuotaEvent>();
  const recorded = openAmong(state, confirmed);
  return accept<MessageQuotaEvent>({
    type: 'MessagesCounted',
    data: { accountId, month, countedAt: at, messages: reserved, recorded },
  });
}

/** Each reservation is settled once. */
function openAmong({ open }: MessageQuotaState, ids: readonly string[]): string[] {
  return open.filter(({ messageId }) => ids.includes(messageId)).map(({ messageId }) => messageId);
}

function decide(command: MessageQuotaCommand, state: MessageQuotaState): Decision<MessageQuotaEvent, never> {
  return match(command)
    .with({ type: 'ReserveMessages' }, (reserve) => reserveMessages(reserve, state))
    .with({ type: 'SettleReservations' }, ({ accountId, month, released, confirmed }) => {
      const returned = openAmong(state, released);
      const recorded = openAmong(state, confirmed);
      if (returned.length + recorded.length === 0) return accept<MessageQuotaEvent>();
      return accept<MessageQuotaEvent>({ type: 'MessagesSettled', data: { accountId, month, recorded, returned } });
    })
    .exhaustive();
}

export const messageQuota: Aggregate<MessageQuotaState, MessageQuotaCommand, MessageQuotaEvent, never> = {
  // The name that stored streams and actors have. The code says message quota.
  category: 'allowance',
  initial: { used: 0, open: [] },
  evolve,
  decide,
};
