/** A history of any length, appended to the log of a stopped service through its own codec, chains and append. */
import { loadMasterKey } from '../../src/adapters/files/master-key.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite/event-log/event-log.ts';
import { openSqliteKeys } from '../../src/adapters/sqlite/keys/keys.ts';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import type { ConversationEvent } from '../../src/domain/conversation/events.ts';
import type { AnswerEvidence } from '../../src/domain/conversation/evidence.ts';
import { chainHash } from '../../src/event-log/chain.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import type { EventLog, NewEvent } from '../../src/ports/event-log.ts';

const WRITERS = 64;
const TURNS = 20;
/** Events of a conversation: it starts, has its turns, and every other one a rating, a lead or a request for a human. */
const EVENTS_A_CONVERSATION = 2 * TURNS + 1.75;
/** Between two conversations, so that they spread over months. */
const STEP_MS = 60_000;
const ANSWER =
  'A jacket can be returned within thirty days, unworn and with its receipt. The refund takes five working days.';
const SOURCES = [{ title: 'Returns', url: null, snippet: 'A jacket can be returned within thirty days.' }];
const SUGGESTIONS = ['Who pays for the parcel?', 'Can I exchange it?', 'When is the refund paid?'];

export interface History {
  readonly events: number;
  readonly chatbotId: string;
  /** Conversations of that chatbot; those of the others fill the log. */
  readonly conversations: number;
  readonly others: readonly string[];
  readonly keyId: string;
  readonly accountId: string;
}

export interface Appended {
  readonly events: number;
  /** An early conversation of the chatbot, and its session. */
  readonly conversationId: string;
  readonly sessionId: string;
}

export async function appendHistory(directory: string, history: History): Promise<Appended> {
  const log = await openSqliteEventLog({ directory });
  const masterKey = await loadMasterKey({ configured: undefined, directory });
  const keys = await openSqliteKeys({ directory, masterKey });
  const codec = new EventCodec(keys);
  const count = Math.max(history.conversations, Math.round(history.events / EVENTS_A_CONVERSATION));
  // The chatbot's conversations lie scattered among those of the others.
  const every = Math.max(1, Math.floor(count / history.conversations));
  const beganAt = Date.now() - count * STEP_MS;
  const first = { conversationId: uuidV7Ids.next(), sessionId: 'session 0' };
  let [events, next] = [0, 0];
  const writer = async () => {
    for (let number = next++; number < count; number = next++) {
      const isOurs = number % every === 0 && number / every < history.conversations;
      const { chatbotId, others, keyId, accountId } = history;
      const data = {
        conversationId: number === 0 ? first.conversationId : uuidV7Ids.next(),
        chatbotId: isOurs ? chatbotId : (others[number % others.length] ?? chatbotId),
      };
      const conversation = conversationOf(number, data, { keyId, accountId });
      await append(log, codec, data.conversationId, conversation, beganAt + number * STEP_MS);
      events += conversation.length;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await log.close();
  await keys.close();
  return { events, ...first };
}

function conversationOf(
  number: number,
  within: { readonly conversationId: string; readonly chatbotId: string },
  { keyId, accountId }: { readonly keyId: string; readonly accountId: string },
): readonly ConversationEvent[] {
  const sessionId = `session ${number}`;
  const turns = Array.from({ length: TURNS }, (_, turn) => turnOf(`${number} and ${turn}`, within, sessionId, turn));
  const events: ConversationEvent[] = [
    { type: 'ConversationStarted', data: { ...within, keyId }, sealed: { sessionId } },
    ...turns.flatMap(({ events: both }) => both),
  ];
  const answerId = turns[0]?.answerId ?? '';
  const feedback = number % 4 === 0 ? 'negative' : 'positive';
  if (number % 2 === 0) events.push({ type: 'MessageRated', data: { ...within, messageId: answerId, feedback } });
  if (number % 4 === 0) {
    const lead = { name: `Visitor ${number}`, email: `visitor${number}@example.com` };
    events.push({ type: 'LeadCaptured', data: { ...within, leadId: uuidV7Ids.next() }, sealed: lead });
  }
  if (number % 50 === 2) {
    const handoff = { ...within, handoffId: uuidV7Ids.next(), keyId };
    events.push({ type: 'HandoffRequested', data: handoff, sealed: { sessionId } });
  }
  if (number % 100 === 3) {
    const takeover = { ...within, accountId, since: Date.now() };
    events.push({ type: 'SessionTakenOver', data: takeover, sealed: { sessionId } });
  }
  return events;
}

function turnOf(
  words: string,
  within: { readonly conversationId: string; readonly chatbotId: string },
  sessionId: string,
  turn: number,
): { readonly answerId: string; readonly events: readonly ConversationEvent[] } {
  const [questionId, answerId] = [uuidV7Ids.next(), uuidV7Ids.next()];
  const content = `Can I return jacket ${words} that I wore once?`;
  const outcome = turn === TURNS - 1 ? ('not_found' as const) : ('answered' as const);
  const answer = { messageId: answerId, questionId, partial: false, outcome, evidence: EVIDENCE };
  return {
    answerId,
    events: [
      { type: 'QuestionAsked', data: { ...within, messageId: questionId }, sealed: { sessionId, content } },
      {
        type: 'AnswerGiven',
        data: { ...within, ...answer },
        sealed: { sessionId, content: ANSWER, sources: SOURCES, suggestions: SUGGESTIONS, condensedQuestion: content },
      },
    ],
  };
}

const EVIDENCE: AnswerEvidence = {
  model: 'bench',
  promptVersion: 'bench',
  passages: [],
  promptTokens: null,
  completionTokens: null,
  firstTokenMs: 200,
  totalMs: 1_200,
};

async function append(
  log: EventLog,
  codec: EventCodec,
  conversationId: string,
  facts: readonly ConversationEvent[],
  at: number,
): Promise<void> {
  const stream = `conversation-${conversationId}`;
  const events: NewEvent[] = [];
  let previous: string | null = null;
  for (const [revision, fact] of facts.entries()) {
    const id = uuidV7Ids.next();
    const actor = { kind: 'system', part: 'bench' } as const;
    const event = await codec.encode(id, fact, { at: at + revision, commandId: id, actor, previous });
    previous = chainHash(stream, revision, event);
    events.push(event);
  }
  await log.append(stream, 'no-stream', events);
}
