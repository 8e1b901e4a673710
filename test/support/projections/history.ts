/** Events folded into the read models that the queries of the service read. */
import { beforeEach, expect } from 'vitest';
import { openSqliteDocuments } from '../../../src/adapters/sqlite/documents/documents.ts';
import type { SourceType } from '../../../src/domain/data-source/events.ts';
import type { DomainEvent } from '../../../src/domain/events.ts';
import type { Counters } from '../../../src/ports/counters.ts';
import type { Documents } from '../../../src/ports/documents.ts';
import { allProjections } from '../../../src/projections/all.ts';
import type { SourceStatus } from '../../../src/projections/data-sources/queries.ts';
import { foldBatch } from '../../../src/projections/engine/fold-batch.ts';
import { type Queries, queriesOver } from '../../../src/projections/queries.ts';
import { engineUrl } from '../engines/engine-url.ts';
import { onEngines } from '../engines/engines.ts';
import { fact, recordedFrom } from '../events/facts.ts';
import { openFor } from '../stores/store-place.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const noUses: Counters = {
  increment: async () => undefined,
  read: async () => new Map(),
  close: async () => undefined,
};

class History {
  readonly documents: Documents;
  readonly queries: Queries;
  /** Position of the next event. */
  #next = 1;

  constructor(documents: Documents) {
    this.documents = documents;
    this.queries = queriesOver(documents, noUses);
  }

  /** Records the events after those before, a minute apart, and folds them into every read model as the engine does. */
  async happened(...events: readonly DomainEvent[]): Promise<void> {
    const batch = recordedFrom(this.#next, events).map((recorded) => ({ ok: true, recorded }) as const);
    this.#next += events.length;
    for (const projection of allProjections) {
      const { workingSet, poison } = await foldBatch(projection, batch, this.documents, []);
      expect(poison).toEqual([]);
      await this.documents.write([{ collection: projection.collection, writes: workingSet.writes() }], []);
    }
  }

  /** The next event has this position, and the time of so many minutes after the start. */
  continueAt(position: number): void {
    this.#next = position;
  }

  /** The same read models, with these counts of uses. */
  queriesWith(uses: Awaited<ReturnType<Counters['read']>>): Queries {
    return queriesOver(this.documents, { ...noUses, read: async () => uses });
  }
}

/** The store in which the services of this run keep their read models. */
async function openDocuments(): Promise<Documents> {
  const server = onEngines() ? engineUrl('MONGODB_URL') : null;
  if (server === null) return openSqliteDocuments({ directory: temporaryDirectory() });
  const { emptyPlaceOf } = await import('../engines/mongodb.ts');
  return emptyPlaceOf(server, 'documents')()();
}

/** An empty history for each test of the file. */
export function historyOfFile(): () => History {
  let history: History | null = null;
  beforeEach(async () => {
    const documents = await openFor(openDocuments);
    for (const { collection } of allProjections) await documents.ensureCollection(collection);
    history = new History(documents);
  });
  return () => {
    if (history === null) throw new Error('There is a history only within a test');
    return history;
  };
}

export const conversationStarted = (conversationId: string, sessionId: string, chatbotId = 'bot') =>
  fact('ConversationStarted', { conversationId, chatbotId }, { sessionId });

/** A question whose text looks like the boundary at which the store finds the raw field. */
export const questionAsked = (messageId: string, conversationId = 'talk', sessionId = 'one', chatbotId = 'bot') =>
  fact('QuestionAsked', { messageId, conversationId, chatbotId }, { sessionId, content: `,"shown":${messageId}` });

export const sourceAdded = (sourceId: string, sourceType: SourceType = 'text') =>
  fact('DataSourceAdded', { sourceId, sourceType });
export const sourceRead = (sourceId: string) => fact('IngestionCompleted', { sourceId });

/** A source of two pages and three chunks that a run read, and then what brings it into the status. */
export function sourceIn(status: SourceStatus, sourceId: string): DomainEvent[] {
  const again = { sourceId, generation: 2 };
  const after = {
    done: [],
    pending: [fact('IngestionRequested', again)],
    processing: [fact('IngestionRequested', again), fact('IngestionStarted', again)],
    error: [fact('IngestionFailed', again)],
  };
  return [sourceAdded(sourceId), sourceRead(sourceId), ...after[status]];
}
