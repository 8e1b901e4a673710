import { type Static, Type } from 'typebox';
import { defineEvent, type EventsOf } from '../event.ts';
import { Id, Instant, Sha256 } from '../schema.ts';

/** `month` is a calendar month in UTC, as `2026-02`. */
const InMonth = { accountId: Id, month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }) };

/** The named conversation will record the message's question. */
const ReservedMessage = Type.Object({
  messageId: Id,
  /** Identifies the reservation: a repeated command reserves nothing twice. */
  commandId: Type.String(),
  chatbotId: Id,
  /** Stream id. */
  conversation: Sha256,
});
export type ReservedMessage = Static<typeof ReservedMessage>;

/** Appended before the questions. Messages that arrive during an append share the next event. */
const MessagesCounted = defineEvent('MessagesCounted', {
  data: Type.Object({
    ...InMonth,
    countedAt: Instant,
    messages: Type.Array(ReservedMessage),
    /** Confirmed: earlier messages whose questions have been recorded since. */
    recorded: Type.Array(Id),
  }),
});

/** Confirmed (`recorded`) and released (`returned`) reservations. A released message is never recorded. */
const MessagesSettled = defineEvent('MessagesSettled', {
  data: Type.Object({ ...InMonth, recorded: Type.Array(Id), returned: Type.Array(Id) }),
});

export const MESSAGE_QUOTA_EVENTS = [MessagesCounted, MessagesSettled] as const;
export type MessageQuotaEvent = EventsOf<typeof MESSAGE_QUOTA_EVENTS>;
