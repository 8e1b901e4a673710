import { type Static, Type } from 'typebox';
import { defineEvent, type EventsOf } from '../event.ts';
import { Id, Instant, Sha256 } from '../schema.ts';

/** `month` is a calendar month in UTC, as `2026-02`. */
const InMonth = { accountId: Id, month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }) };

/** A visitor's message that takes one of the month, and where its question is going to be recorded. */
const CountedMessage = Type.Object({
  messageId: Id,
  /** The same command, tried again, is the same message. */
  commandId: Type.String(),
  chatbotId: Id,
  /** The conversation's stream is named by it. */
  conversation: Sha256,
});
export type CountedMessage = Static<typeof CountedMessage>;

/** Appended before the questions are: those that came while an earlier append was under way are counted together. */
const MessagesCounted = defineEvent('MessagesCounted', {
  data: Type.Object({
    ...InMonth,
    countedAt: Instant,
    messages: Type.Array(CountedMessage),
    /** Messages counted earlier whose questions have been recorded since. */
    recorded: Type.Array(Id),
  }),
});

/** What became of counted messages. One whose question was not recorded, and never will be, is the account's again. */
const MessagesSettled = defineEvent('MessagesSettled', {
  data: Type.Object({ ...InMonth, recorded: Type.Array(Id), returned: Type.Array(Id) }),
});

export const allowanceEvents = [MessagesCounted, MessagesSettled] as const;
export type AllowanceEvent = EventsOf<typeof allowanceEvents>;
