import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../src/domain/events.ts';
import { EventCodec } from '../../../src/event-log/codec.ts';
import type { OpenBoxes } from '../../../src/event-log/sealed-part.ts';
import type { StoredEvent } from '../../../src/ports/event-log.ts';
import { messages } from '../../../src/projections/messages/projection.ts';
import { idOf } from '../../support/fixtures.ts';
import { openReadSide, record, startEngine } from '../../support/projections/read-models.ts';
import { withDocuments } from '../../support/stores/faulty-documents.ts';

const BATCH = 128;
const BATCHES = 5;
/** Events of 40,000 characters are within what an append may hold. */
const EVENTS_PER_APPEND = 16;

const questions = (length: number): DomainEvent[] =>
  Array.from({ length: BATCH * BATCHES }, (_, n) => ({
    type: 'QuestionAsked',
    data: { conversationId: idOf('conversation'), chatbotId: idOf('bot'), messageId: idOf(`message ${n}`) },
    sealed: { content: 'x'.repeat(length) },
  }));

/** Documents in each write of a rebuild, whose first write ends once so many batches are decoded. */
async function writesOf(length: number, decodedBatches: number): Promise<readonly number[]> {
  const side = await openReadSide();
  const facts = questions(length);
  for (let from = 0; from < facts.length; from += EVENTS_PER_APPEND) {
    await record(side, `conversation-${from}`, ...facts.slice(from, from + EVENTS_PER_APPEND));
  }
  const sizes: number[] = [];
  const firstWrite = Promise.withResolvers<void>();
  const documents = withDocuments(side.documents, {
    write: async (changes, checkpoints) => {
      sizes.push(changes.reduce((sum, { writes }) => sum + writes.length, 0));
      if (sizes.length === 1) await firstWrite.promise;
      return side.documents.write(changes, checkpoints);
    },
  });
  let batches = 0;
  class WatchedCodec extends EventCodec {
    override async decode(events: readonly StoredEvent[], openBoxes?: OpenBoxes) {
      const decoded = await super.decode(events, openBoxes);
      batches += 1;
      if (batches === decodedBatches) firstWrite.resolve();
      return decoded;
    }
  }
  const { engine } = await startEngine({ ...side, documents, codec: new WatchedCodec(side.keys) }, [messages]);
  await engine.caughtUp();
  return sizes;
}

describe('a store of documents that is slower than the log', () => {
  it('gets large documents in writes of one batch, and holds the log up', async () => {
    expect(await writesOf(40_000, 3)).toEqual(Array(BATCHES).fill(BATCH));
  });

  it('gets small documents of the batches that wait in one write', async () => {
    const [first, second] = await writesOf(40, BATCHES);
    expect(first).toBe(BATCH);
    expect(second).toBeGreaterThan(BATCH);
  });
});
