/** Messages of one conversation, from history and live events. Pure. */
import type { Message, OwnerEvent } from '../../api/types.ts';

export interface ThreadState {
  /** Oldest first, each once. */
  readonly messages: readonly Message[];
  /** Id of the message before which there are more; null at the beginning, undefined before loading. */
  readonly nextBefore: string | null | undefined;
}

export const EMPTY_THREAD: ThreadState = { messages: [], nextBefore: undefined };

/** Replaces known messages, whose rating may have changed. */
export function withMessages(thread: ThreadState, added: readonly Message[]): ThreadState {
  const byId = new Map(thread.messages.map((message) => [message.messageId, message]));
  for (const message of added) byId.set(message.messageId, message);
  return { ...thread, messages: [...byId.values()].sort(byTime) };
}

/** A line between messages that tells who answers from then on. */
export interface ThreadMark {
  /** Position in the log. */
  readonly position: string;
  readonly role: 'user' | 'agent';
  readonly act: string;
  readonly createdAt: string;
}

/** Oldest first. */
export function byTime(one: Timed, other: Timed): number {
  if (one.createdAt === other.createdAt) return 0;
  return one.createdAt < other.createdAt ? -1 : 1;
}

export function withThreadEvent(thread: ThreadState, { event, data }: OwnerEvent): ThreadState {
  if (event === 'message') return withMessages(thread, [data]);
  if (event !== 'rating') return thread;
  const rated = (message: Message) =>
    message.messageId === data.messageId ? { ...message, feedback: data.feedback } : message;
  return { ...thread, messages: thread.messages.map(rated) };
}

interface Timed {
  readonly createdAt: string;
}

interface Day<Entry> {
  readonly date: string;
  readonly entries: readonly Entry[];
}

/** Groups entries by the reader's calendar day. */
export function byDay<Entry extends Timed>(entries: readonly Entry[]): readonly Day<Entry>[] {
  const days: { date: string; entries: Entry[] }[] = [];
  for (const entry of entries.toSorted(byTime)) {
    const date = new Date(entry.createdAt).toDateString();
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, entries: [entry] });
  }
  return days;
}
