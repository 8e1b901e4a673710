/** A log of any length, appended beside the service: conversations of other chatbots, and a few messages of ours in between. */
import { loadMasterKey } from '../../src/adapters/files/master-key.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite/event-log/event-log.ts';
import { openSqliteKeys } from '../../src/adapters/sqlite/keys/keys.ts';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import type { ConversationEvent } from '../../src/domain/conversation/events.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import type { EventLog, NewEvent, Position, StoredEvent } from '../../src/ports/event-log.ts';
import { SESSION_ID } from './processes.ts';

const OTHER_CHATBOTS = 20;
const EVENTS_A_CONVERSATION = 20;
const QUESTION = 'Can I return a jacket I wore?';
const REPLY = 'Somebody is looking into it.';

/** Appends to the log of a stopped service: messages of the session that is taken over, each after `between` events of others. */
export async function lengthenLog(directory: string, messages: number, between: number): Promise<void> {
  const log = await openSqliteEventLog({ directory });
  const masterKey = await loadMasterKey({ configured: undefined, directory });
  const keys = await openSqliteKeys({ directory, masterKey });
  const codec = new EventCodec(keys);
  const others = Array.from({ length: OTHER_CHATBOTS }, () => uuidV7Ids.next());
  const { events } = await log.readAll({ after: null, limit: 1_000 });
  const ours = new OurConversation(log, codec, events);
  for (let message = 0; message < messages; message += 1) {
    const conversations: Promise<void>[] = [];
    for (let left = between; left > 0; left -= EVENTS_A_CONVERSATION) {
      const chatbotId = others[conversations.length % others.length] ?? '';
      conversations.push(appendConversation(log, codec, chatbotId, Math.min(left, EVENTS_A_CONVERSATION)));
    }
    await Promise.all(conversations);
    await ours.appendMessage();
  }
  await log.close();
  await keys.close();
}

async function appendConversation(log: EventLog, codec: EventCodec, chatbotId: string, count: number): Promise<void> {
  const conversationId = uuidV7Ids.next();
  const questions = Array.from({ length: count }, () =>
    encode(codec, {
      type: 'QuestionAsked',
      data: { conversationId, chatbotId, messageId: uuidV7Ids.next() },
      sealed: { sessionId: conversationId, content: QUESTION },
    }),
  );
  await log.append(`conversation-${conversationId}`, 'no-stream', await Promise.all(questions));
}

class OurConversation {
  readonly #log: EventLog;
  readonly #codec: EventCodec;
  readonly #takeover: StoredEvent;
  #revision: number;

  constructor(log: EventLog, codec: EventCodec, events: readonly StoredEvent[]) {
    const takeover = events.find(({ type }) => type === 'SessionTakenOver');
    if (takeover === undefined) throw new Error('No session is taken over');
    this.#log = log;
    this.#codec = codec;
    this.#takeover = takeover;
    this.#revision = Math.max(
      ...events.filter(({ stream }) => stream === takeover.stream).map(({ revision }) => revision),
    );
  }

  async appendMessage(): Promise<void> {
    const { conversationId, chatbotId, accountId } = this.#takeover.data;
    const data = {
      conversationId: String(conversationId),
      chatbotId: String(chatbotId),
      accountId: String(accountId),
      messageId: uuidV7Ids.next(),
    };
    const event = await encode(this.#codec, {
      type: 'AgentMessageSent',
      data,
      sealed: { sessionId: SESSION_ID, content: REPLY },
    });
    const appended = await this.#log.append(this.#takeover.stream, this.#revision, [event]);
    if (!appended.ok) throw new Error('Somebody else writes to the conversation');
    this.#revision = appended.revision;
  }
}

function encode(codec: EventCodec, event: ConversationEvent): Promise<NewEvent> {
  const id = uuidV7Ids.next();
  const actor = { kind: 'system', part: 'bench' } as const;
  return codec.encode(id, event, { at: Date.now(), commandId: id, actor, previous: null });
}

/** Reads the whole log, as resuming would have to without an index. @returns milliseconds */
export async function scanLog(directory: string): Promise<number> {
  const log = await openSqliteEventLog({ directory });
  const startedAt = performance.now();
  for (let after: Position | null = null; ; ) {
    const page = await log.readAll({ after, limit: 1_000 });
    if (page.events.length === 0) break;
    after = page.readTo;
  }
  const milliseconds = performance.now() - startedAt;
  await log.close();
  return milliseconds;
}
