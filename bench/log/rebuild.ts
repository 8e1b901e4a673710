/** Rebuilding a read model from the log: every event read, decrypted, folded and written as a document. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteDocuments } from '../../src/adapters/sqlite/documents/documents.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite/event-log/event-log.ts';
import { openSqliteKeys } from '../../src/adapters/sqlite/keys/keys.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import { open } from '../../src/event-log/sealing.ts';
import type { EventLog, NewEvent } from '../../src/ports/event-log.ts';
import type { Keys } from '../../src/ports/keys.ts';
import { allProjections } from '../../src/projections/all.ts';
import { ProjectionEngine } from '../../src/projections/engine/engine.ts';
import { messages } from '../../src/projections/messages/projection.ts';
import type { Projection } from '../../src/projections/projection.ts';
import type { Measurement } from '../harness/measurement.ts';
import { perSecond, scaled, sideBySide, withDirectory } from '../harness/timing.ts';

const totalEvents = scaled(200_000);
const eventsInConversation = 20;
const chatbots = 20;
const rounds = 3;
/** Makes an event's data, its sealed part included, about 300 bytes of JSON. */
const question = 'Can I return a jacket I wore?';

export function measureRebuild(): Promise<readonly Measurement[]> {
  return withDirectory(async (directory) => {
    const log = await openSqliteEventLog({ directory });
    const keys = await openSqliteKeys({ directory, masterKey: createSecretKey(randomBytes(32)) });
    await fill(log, new EventCodec(keys));
    const bare = () =>
      withDirectory((fresh) => rebuildBare(join(directory, 'events.db'), join(fresh, 'bare.db'), keys));
    const rebuild = (projections: readonly Projection[]) => () =>
      withDirectory((fresh) => rebuildWith(projections, log, keys, fresh));
    const measured = [
      await sideBySide('rebuild of the messages', rounds, { ours: rebuild([messages]), bare, aim: 150_000 }),
      await sideBySide('rebuild of all read models', rounds, { ours: rebuild(allProjections), bare }),
    ];
    await log.close();
    await keys.close();
    return measured;
  });
}

/** Appends conversations of 20 events each. */
export async function fill(log: EventLog, codec: EventCodec, events = totalEvents): Promise<void> {
  const bots = Array.from({ length: chatbots }, () => uuidV7Ids.next());
  for (let written = 0; written < events; written += eventsInConversation) {
    const conversationId = uuidV7Ids.next();
    const chatbotId = bots[(written / eventsInConversation) % chatbots] ?? '';
    const appended: NewEvent[] = [];
    for (let number = 0; number < eventsInConversation; number += 1) {
      const id = uuidV7Ids.next();
      const data = { conversationId, chatbotId, messageId: id };
      const metadata = {
        at: Date.now(),
        commandId: id,
        actor: { kind: 'system', part: 'bench' } as const,
        previous: null,
      };
      appended.push(await codec.encode(id, { type: 'QuestionAsked', data, sealed: { content: question } }, metadata));
    }
    await log.append(`conversation-${conversationId}`, 'no-stream', appended);
  }
}

async function rebuildWith(
  projections: readonly Projection[],
  log: EventLog,
  keys: Keys,
  directory: string,
): Promise<number> {
  const documents = await openSqliteDocuments({ directory });
  const report = ({ message }: { message: string }) => {
    throw new Error(message);
  };
  const engine = new ProjectionEngine({
    log,
    codec: new EventCodec(keys),
    documents,
    projections,
    clock: systemClock,
    report,
  });
  const rate = await perSecond(async () => {
    await engine.start();
    await engine.caughtUp();
    return totalEvents;
  });
  await engine.stop();
  await documents.close();
  return rate;
}

/** The baseline: one thread, the same decryption, documents, indexes and size of transaction, and no checks. */
async function rebuildBare(from: string, to: string, keys: Keys): Promise<number> {
  const events = new DatabaseSync(from, { readOnly: true });
  const documents = new DatabaseSync(to);
  documents.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE messages (id TEXT PRIMARY KEY, document TEXT NOT NULL, position INTEGER NOT NULL, chatbot TEXT,
      conversation TEXT, place TEXT) STRICT;
    CREATE INDEX by_chatbot ON messages (chatbot, place);
    CREATE INDEX by_conversation ON messages (conversation, place);
  `);
  const page = events.prepare('SELECT position, event FROM events WHERE position > ? ORDER BY position LIMIT 1024');
  const insert = documents.prepare('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)');
  const rate = await perSecond(async () => {
    let count = 0;
    for (let rows = page.all(0); rows.length > 0; rows = page.all(Number(rows.at(-1)?.position))) {
      documents.exec('BEGIN');
      for (const { position, event } of rows) {
        const { id, data, metadata } = JSON.parse(String(event));
        const key = (await keys.find([data.sealed.subject])).get(data.sealed.subject);
        if (key === undefined || key === null) throw new Error('A key is missing');
        const { content } = JSON.parse(open(data.sealed.box, key, id));
        const createdAt = new Date(metadata.at).toISOString();
        const place = String(position).padStart(19, '0');
        const { messageId, chatbotId, conversationId } = data;
        const document = { id: messageId, chatbotId, conversationId, role: 'user', content, order: place, createdAt };
        const text = JSON.stringify({ ...document, sources: [], suggestions: [], feedback: null });
        insert.run(messageId, text, Number(position), chatbotId, conversationId, place);
        count += 1;
      }
      documents.exec('COMMIT');
    }
    return count;
  });
  events.close();
  documents.close();
  return rate;
}
