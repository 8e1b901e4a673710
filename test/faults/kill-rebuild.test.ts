import { execFile } from 'node:child_process';
import { createSecretKey, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openSqliteDocuments } from '../../src/adapters/sqlite/documents/documents.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite/event-log/event-log.ts';
import { openSqliteKeys } from '../../src/adapters/sqlite/keys/keys.ts';
import type { DomainEvent } from '../../src/domain/events.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import { type MessageDocument, messages } from '../../src/projections/messages/projection.ts';
import { idOf } from '../support/fixtures.ts';
import { record } from '../support/projections/read-models.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const PROGRAM = fileURLToPath(new URL('support/rebuild-until-killed.ts', import.meta.url));
const CONVERSATIONS = 10;
const QUESTIONS = 200;

interface End {
  readonly signal: string | null;
  readonly said: string;
}

const contentOf = (conversation: number, n: number) => `Question ${n} of conversation ${conversation}?`;

async function fill(directory: string, masterKey: Buffer): Promise<void> {
  const log = await openSqliteEventLog({ directory });
  const keys = await openSqliteKeys({ directory, masterKey: createSecretKey(masterKey) });
  const codec = new EventCodec(keys);
  for (let conversation = 0; conversation < CONVERSATIONS; conversation += 1) {
    const asked = (n: number): DomainEvent => ({
      type: 'QuestionAsked',
      data: {
        conversationId: idOf(`c${conversation}`),
        chatbotId: idOf('bot'),
        messageId: idOf(`${conversation}/${n}`),
      },
      sealed: { content: contentOf(conversation, n) },
    });
    const facts = Array.from({ length: QUESTIONS }, (_, n) => asked(n));
    await record({ log, codec }, `conversation-${conversation}`, ...facts);
  }
  await log.close();
  await keys.close();
}

function rebuild(directory: string, masterKey: Buffer, lastBatch: number): Promise<End> {
  const words = [PROGRAM, directory, masterKey.toString('hex'), String(lastBatch)];
  return new Promise((resolve) => {
    execFile(process.execPath, words, (error, stdout, stderr) => {
      resolve({ signal: error?.signal ?? null, said: stdout + stderr });
    });
  });
}

/** The documents, and how many events there are up to their checkpoint. */
async function standing(directory: string) {
  const log = await openSqliteEventLog({ directory });
  const documents = await openSqliteDocuments({ directory });
  const found = await documents.find<MessageDocument>(messages.collection, { where: {}, limit: 10_000 });
  const place = await documents.checkpoint(`messages@${messages.collection.version}`);
  const { events } = await log.readAll({ after: null, limit: 10_000 });
  const passed = events.filter(({ position }) => place !== null && position <= place.position).length;
  await documents.close();
  await log.close();
  return { contents: found.map(({ document }) => document.shown.content), passed };
}

test('Killed while a thread decrypts for it, a rebuild goes on from its checkpoint and leaves no event out', async () => {
  const directory = temporaryDirectory();
  const masterKey = randomBytes(32);
  await fill(directory, masterKey);
  for (const lastBatch of [2, 5]) {
    expect(await rebuild(directory, masterKey, lastBatch)).toEqual({ signal: 'SIGKILL', said: '' });
    const { contents, passed } = await standing(directory);
    expect(contents).toHaveLength(passed);
    expect(passed).toBeLessThan(CONVERSATIONS * QUESTIONS);
  }
  expect(await rebuild(directory, masterKey, 0)).toMatchObject({
    signal: null,
    said: expect.stringMatching(/^\d+ batches\n$/),
  });
  const { contents } = await standing(directory);
  const all = Array.from({ length: CONVERSATIONS }, (_, conversation) =>
    Array.from({ length: QUESTIONS }, (_, n) => contentOf(conversation, n)),
  );
  expect(contents.toSorted()).toEqual(all.flat().toSorted());
}, 60_000);
