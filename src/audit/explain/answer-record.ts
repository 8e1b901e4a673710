/** Finds an answer in the log, with the question, the memory and the ratings around it. */

import type { ConversationTurn } from '../../answering/generators/answer-generator.ts';
import { type MessageEventType, ROLE_BY_EVENT } from '../../domain/conversation/message-events.ts';
import type { EventDecoder } from '../../event-log/event-decoder.ts';
import type { RecordedEvent } from '../../event-log/recorded-event.ts';
import type { ReadableDocuments } from '../../ports/documents.ts';
import { parsePosition, type ReadableLog, type StoredEvent } from '../../ports/event-log.ts';
import { type MessageDocument, messages } from '../../projections/messages/projection.ts';
import type { RecordedOf } from '../../projections/projection.ts';

export interface AnswerRecordDeps {
  readonly log: Pick<ReadableLog, 'readStream' | 'eventAt'>;
  readonly codec: Pick<EventDecoder, 'decode'>;
  readonly documents: Pick<ReadableDocuments, 'get'>;
}

export type RecordedAnswer = RecordedOf<'AnswerGiven' | 'AnswerFailed'>;

export interface AnswerRecord {
  readonly answer: RecordedAnswer;
  readonly question: RecordedOf<'QuestionAsked'> | null;
  /** Oldest first. */
  readonly before: readonly RecordedOf<MessageEventType>[];
  /** Oldest first. */
  readonly ratings: readonly RecordedOf<'MessageRated'>[];
}

const ANSWER_TYPES: readonly string[] = ['AnswerGiven', 'AnswerFailed'];

/** Events before an answer in which its question and memory nearly always are. */
const WINDOW = 100;
const PAGE = 500;
/** Bounds the search on each side of the answer. */
const MAX_EVENTS = 10_000;

/** Returns null when the read models hold no such answer. */
export async function findAnswerEvent(
  messageId: string,
  { log, documents }: AnswerRecordDeps,
): Promise<StoredEvent | null> {
  const message = await documents.get<MessageDocument>(messages.collection, messageId);
  const event = message === null ? null : await log.eventAt(parsePosition(message.order));
  return event !== null && isAnswer(event, messageId) ? event : null;
}

export function isAnswer({ type, data }: StoredEvent, messageId: string): boolean {
  return ANSWER_TYPES.includes(type) && (data as { messageId?: unknown } | null)?.messageId === messageId;
}

/** @throws UnreadableEvent when the answer or an event that it rests on cannot be read */
export async function readAnswerRecord(stored: StoredEvent, deps: AnswerRecordDeps): Promise<AnswerRecord> {
  const [answer] = await decoded<RecordedAnswer>([stored], deps);
  if (answer === undefined) throw new Error('The answer cannot be decoded');
  const { stream, revision } = stored;
  const near = await saidBetween(stream, Math.max(0, revision - WINDOW), revision, deps);
  const isComplete = holdsAll(near, answer) || revision <= WINDOW;
  const before = isComplete ? near : await saidBetween(stream, Math.max(0, revision - MAX_EVENTS), revision, deps);
  const question = before.find(
    (said): said is RecordedOf<'QuestionAsked'> =>
      said.event.type === 'QuestionAsked' && said.event.data.messageId === answer.event.data.questionId,
  );
  return { answer, question: question ?? null, before, ratings: await ratingsAfter(stored, answer, deps) };
}

/** The turns that the answer generator got as memory. Returns null when they are unknown or erased. */
export function memoryThen({ answer, before }: AnswerRecord): readonly ConversationTurn[] | null {
  const { event } = answer;
  if (event.type !== 'AnswerGiven' || event.data.evidence.memory === undefined || event.sealed === null) return null;
  const { memory } = event.data.evidence;
  if (memory === null) return event.sealed.pageMemory ?? [];
  const last = before.findIndex((said) => said.event.data.messageId === memory.lastMessageId);
  if (last + 1 < memory.count) return null;
  const turns = before.slice(last + 1 - memory.count, last + 1).map(turnOf);
  return turns.every((turn) => turn !== null) ? turns : null;
}

function turnOf({ event }: RecordedOf<MessageEventType>): ConversationTurn | null {
  return event.sealed === null ? null : { role: ROLE_BY_EVENT[event.type], content: event.sealed.content };
}

function holdsAll(before: readonly RecordedOf<MessageEventType>[], { event }: RecordedAnswer): boolean {
  const has = (messageId: string) => before.some((said) => said.event.data.messageId === messageId);
  const memory = event.type === 'AnswerGiven' ? (event.data.evidence.memory ?? null) : null;
  return has(event.data.questionId) && (memory === null || (has(memory.lastMessageId) && before.length > memory.count));
}

async function saidBetween(stream: string, from: number, to: number, deps: AnswerRecordDeps) {
  const said: RecordedOf<MessageEventType>[] = [];
  for (let at = from; at < to; at += PAGE) {
    const page = await deps.log.readStream(stream, { fromRevision: at, limit: Math.min(PAGE, to - at) });
    const messagesOnly = page.filter(({ type }) => Object.hasOwn(ROLE_BY_EVENT, type));
    for (const message of await decoded<RecordedOf<MessageEventType>>(messagesOnly, deps)) said.push(message);
  }
  return said;
}

async function ratingsAfter({ stream, revision }: StoredEvent, { event }: RecordedAnswer, deps: AnswerRecordDeps) {
  const ratings: StoredEvent[] = [];
  for (let at = revision + 1; at < revision + MAX_EVENTS; at += PAGE) {
    const page = await deps.log.readStream(stream, { fromRevision: at, limit: PAGE });
    const { messageId } = event.data;
    const rated = page.filter(({ type, data }) => type === 'MessageRated' && data.messageId === messageId);
    for (const rating of rated) ratings.push(rating);
    if (page.length < PAGE) break;
  }
  return decoded<RecordedOf<'MessageRated'>>(ratings, deps);
}

/** The caller has chosen the types. */
async function decoded<Recorded extends RecordedEvent>(
  events: readonly StoredEvent[],
  { codec }: AnswerRecordDeps,
): Promise<readonly Recorded[]> {
  return (await codec.decode(events)).map((each) => {
    if (!each.ok) throw each.error;
    return each.recorded as unknown as Recorded;
  });
}
