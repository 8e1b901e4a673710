/** Looks into the stores themselves, with no service running. */
import { expect } from 'vitest';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import { openSqliteDocuments } from '../../../src/adapters/sqlite/documents/documents.ts';
import { openStores, type Stores } from '../../../src/composition/stores/stores.ts';
import { readConfig } from '../../../src/config.ts';
import { sourceScope } from '../../../src/domain/blob-scopes.ts';
import { searchGeneration } from '../../../src/domain/data-source/events.ts';
import type { DomainEvent } from '../../../src/domain/events.ts';
import { chainHash } from '../../../src/event-log/chain.ts';
import { EventCodec } from '../../../src/event-log/codec.ts';
import { subjectsErasedBy } from '../../../src/event-log/erasures.ts';
import type { RecordedEvent } from '../../../src/event-log/recorded-event.ts';
import type { Documents } from '../../../src/ports/documents.ts';
import type { EventLog, Position, StoredEvent } from '../../../src/ports/event-log.ts';
import type { Keys } from '../../../src/ports/keys.ts';
import { allProjections } from '../../../src/projections/all.ts';
import type { Environment } from '../../support/processes/service-process.ts';
import { modelsOf, startEngine } from '../../support/projections/read-models.ts';
import { openFor } from '../../support/stores/store-place.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** @param environment that the service ran in @returns how many events there are */
export async function checkStores(environment: Environment): Promise<number> {
  const read = readConfig({}, environment);
  if (!read.ok) throw new Error(read.faults.join('\n'));
  const stores = await openFor(() => openStores(read.config, createOfflineEmbedder()));
  const { log, keys } = stores;
  const codec = new EventCodec(keys);
  const stored = await wholeLog(log);
  checkChains(stored);
  const recorded = (await codec.decode(stored)).map((decoded) => {
    if (!decoded.ok) throw decoded.error;
    return decoded.recorded;
  });
  for (const group of ['ingestion', 'lifecycle', 'erasure', 'scheduled-refresh'])
    expect(await log.parkedWork(group, 10)).toEqual([]);
  await checkRebuilt(stores, codec);
  await checkErased(recorded, keys);
  await checkContent(stores, recorded);
  return stored.length;
}

/** Reads the log in pages, as any reader does. */
async function wholeLog(log: EventLog): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let after: Position | null = null; ; ) {
    const page = await log.readAll({ after, limit: 500 });
    events.push(...page.events);
    if (page.readTo === after) return events;
    after = page.readTo;
  }
}

/** Positions grow, ids are unique, each stream's revisions have no gap, and each event names the hash of the one before. */
function checkChains(events: readonly StoredEvent[]): void {
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const newest = new Map<string, StoredEvent>();
  let position: Position | null = null;
  for (const event of events) {
    if (position !== null && event.position <= position) throw new Error(`${event.position} follows ${position}`);
    position = event.position;
    const before = newest.get(event.stream);
    const where = `${event.stream}@${event.revision}`;
    expect(event.revision, where).toBe(before === undefined ? 0 : before.revision + 1);
    const previous = before === undefined ? null : chainHash(event.stream, before.revision, before);
    expect(event.metadata.previous, where).toBe(previous);
    newest.set(event.stream, event);
  }
}

/** The read models that survived all crashes equal those that are rebuilt in one pass. */
async function checkRebuilt({ log, documents: lived }: Stores, codec: EventCodec): Promise<void> {
  const build = async (documents: Documents) => {
    const { engine, problems } = await startEngine({ log, documents, codec }, allProjections);
    await engine.caughtUp();
    expect(problems).toEqual([]);
    return modelsOf(documents, allProjections);
  };
  const directory = temporaryDirectory();
  const rebuilt = await build(await openFor(() => openSqliteDocuments({ directory })));
  expect(await build(lived)).toEqual(rebuilt);
}

/** No box that was sealed for a deleted subject can be opened. */
async function checkErased(recorded: readonly RecordedEvent[], keys: Keys): Promise<void> {
  const subjects = recorded.flatMap(({ event }) => subjectsErasedBy(event));
  const found = await keys.find(subjects);
  expect(subjects.filter((subject) => found.get(subject) !== null)).toEqual([]);
}

interface SourceInLog {
  readonly chatbotId: string;
  readonly contentHash: string | null;
  /** Passages of each run that was asked for; zero where it does not count. */
  readonly runs: Map<number, number>;
  deleted: boolean;
}

function sourcesIn(recorded: readonly RecordedEvent[]): ReadonlyMap<string, SourceInLog> {
  const sources = new Map<string, SourceInLog>();
  const deletedChatbots = new Set<string>();
  for (const { event } of recorded) {
    if (event.type === 'ChatbotDeleted') deletedChatbots.add(event.data.chatbotId);
    if (event.type === 'DataSourceAdded') {
      const { sourceId, chatbotId, contentHash } = event.data;
      sources.set(sourceId, { chatbotId, contentHash, runs: new Map([[1, 0]]), deleted: false });
    }
    const source = 'sourceId' in event.data ? sources.get(event.data.sourceId) : undefined;
    if (source !== undefined) evolve(source, event);
  }
  for (const source of sources.values()) source.deleted ||= deletedChatbots.has(source.chatbotId);
  return sources;
}

function evolve(source: SourceInLog, event: DomainEvent): void {
  switch (event.type) {
    case 'IngestionRequested':
      source.runs.set(event.data.generation, 0);
      break;
    case 'IngestionCompleted':
      for (const earlier of source.runs.keys()) source.runs.set(earlier, 0);
      source.runs.set(event.data.generation, event.data.chunkCount);
      break;
    case 'DataSourceDeleted':
      source.deleted = true;
  }
}

/** The index and the blob store hold what the log says, and nothing of what is gone. */
async function checkContent({ searchIndex, blobs }: Stores, recorded: readonly RecordedEvent[]): Promise<void> {
  for (const [sourceId, { chatbotId, contentHash, runs, deleted }] of sourcesIn(recorded)) {
    for (const [generation, passages] of runs) {
      const held = await searchIndex.countPassages(chatbotId, searchGeneration(sourceId, generation));
      expect(held, `passages of run ${generation} of source ${sourceId}`).toBe(deleted ? 0 : passages);
    }
    if (contentHash === null) continue;
    const kept = await blobs.has(sourceScope(chatbotId, sourceId), contentHash);
    expect(kept, `the content of source ${sourceId}`).toBe(!deleted);
  }
}
