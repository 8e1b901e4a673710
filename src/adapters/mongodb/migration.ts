/** A migration reads its rows from MongoDB or writes them there, with the mark of a migration that is not finished. No node runs meanwhile. */
import { Binary, type Collection, type Db, Long } from 'mongodb';
import type {
  MigratedRow,
  MigratedTable,
  MigratedTables,
  MigratedValue,
  MigrationMarker,
} from '../../ports/migration/migrated-tables.ts';
import { CHECK_VALUE } from '../shared/key-wrapping.ts';
import { connect } from './client.ts';
import { callsTo } from './failures.ts';
import { STATE_ID } from './key-store-state.ts';

const MARKER_ID = 'move';
const MARKERS = 'moves';
const BLOBS_PER_PAGE = 1_000;
const READ_MODEL = /\.v\d+$/;
/** Collections that only a service fills; those that it merely prepares have no documents. */
const OWN = ['counters', 'keyed_requests', 'embeddings', 'blobs.files', 'checkpoints', 'treeHeads'];

interface Stored {
  readonly _id: string;
  readonly [field: string]: unknown;
}

interface Layout {
  readonly collection: string;
  readonly wanted: object;
  readonly toValues: (document: Stored) => MigratedRow['values'];
  readonly toDocument: (values: MigratedRow['values']) => Record<string, unknown>;
}

const LAYOUTS: Readonly<Record<keyof MigratedTables, Layout>> = {
  keys: {
    collection: 'keys',
    wanted: { $nin: [CHECK_VALUE, STATE_ID] },
    toValues: ({ wrapped }) => ({ wrapped: bytes(wrapped) }),
    toDocument: ({ wrapped }) =>
      wrapped instanceof Uint8Array ? { wrapped: new Binary(wrapped) } : { erasedOn: new Date() },
  },
  counters: {
    collection: 'counters',
    wanted: {},
    toValues: ({ count, lastAt }) => ({ count: Number(count), lastAt: Number(lastAt) }),
    toDocument: ({ count, lastAt }) => ({
      count: Long.fromNumber(Number(count)),
      lastAt: Long.fromNumber(Number(lastAt)),
    }),
  },
  requests: {
    collection: 'keyed_requests',
    wanted: {},
    toValues: ({ group, body, commandId, holder, claimedOn, answer }) => {
      const { subject = null, sealed = null } = (answer ?? {}) as { subject?: string | null; sealed?: string };
      return {
        caller: text(group),
        body: text(body),
        commandId: text(commandId),
        holder: text(holder),
        claimedAt: claimedOn instanceof Date ? claimedOn.getTime() : 0,
        subject,
        sealed,
      };
    },
    toDocument: ({ caller, body, commandId, holder, claimedAt, subject, sealed }) => ({
      group: caller,
      body,
      commandId,
      holder,
      heldUntil: new Date(0),
      claimedOn: new Date(Number(claimedAt)),
      answer: sealed === null ? null : { subject, sealed },
    }),
  },
  embeddings: {
    collection: 'embeddings',
    wanted: {},
    toValues: ({ vector }) => ({ vector: bytes(vector) }),
    toDocument: ({ vector }) => ({ vector: new Binary(vector as Uint8Array), usedOn: new Date() }),
  },
};

const text = (value: unknown): MigratedValue => (typeof value === 'string' ? value : null);
const bytes = (value: unknown): MigratedValue => (value instanceof Binary ? value.value() : null);

export interface MongoMigration {
  readonly tables: MigratedTables;
  readonly marker: MigrationMarker;
  /** Scopes and hashes, `scope/hash`. */
  blobs(): AsyncIterable<readonly string[]>;
  /** Names of collections with data of a service. */
  content(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Creates nothing. @throws MongoUrlInvalid, StoreUnavailable */
export async function openMongoMigration(url: string): Promise<MongoMigration> {
  const { client, durable } = await connect(url);
  const table = (name: keyof MigratedTables) => tableIn(durable, LAYOUTS[name]);
  return {
    tables: {
      keys: table('keys'),
      counters: table('counters'),
      requests: table('requests'),
      embeddings: table('embeddings'),
    },
    marker: migrationMarkerIn(durable),
    blobs: () => blobsIn(durable),
    content: () => contentOf(durable),
    close: () => client.close(),
  };
}

/** @param db confirms writes once they are durable */
export function migrationMarkerIn(db: Db): MigrationMarker {
  const markers = db.collection<{ _id: string; text: string }>(MARKERS);
  const call = callsTo('mongodb', db);
  return {
    read: async () => (await call(() => markers.findOne({ _id: MARKER_ID })))?.text ?? null,
    write: async (written) =>
      void (await call(() => markers.updateOne({ _id: MARKER_ID }, { $set: { text: written } }, { upsert: true }))),
  };
}

function tableIn(db: Db, { collection, wanted, toValues, toDocument }: Layout): MigratedTable {
  const documents: Collection<Stored> = db.collection(collection);
  const call = callsTo(collection, db);
  return {
    async page(after, limit) {
      const range = { _id: { ...wanted, $gt: after ?? '' } };
      const found = await call(() => documents.find<Stored>(range).sort({ _id: 1 }).limit(limit).toArray());
      return found.map((document) => ({ id: document._id, values: toValues(document) }));
    },
    async put(rows) {
      if (rows.length === 0) return;
      const writes = rows.map(({ id, values }) => ({
        replaceOne: { filter: { _id: id }, replacement: toDocument(values), upsert: true },
      }));
      await call(() => documents.bulkWrite(writes, { ordered: false }));
    },
  };
}

async function* blobsIn(db: Db): AsyncGenerator<readonly string[]> {
  const files = db.collection<{ metadata: { blob: string } }>('blobs.files');
  const call = callsTo('blobs', db);
  for (let after = ''; ; ) {
    const range = { 'metadata.blob': { $gt: after } };
    const found = await call(() =>
      files
        .find(range, { projection: { 'metadata.blob': 1 } })
        .sort({ 'metadata.blob': 1 })
        .limit(BLOBS_PER_PAGE)
        .toArray(),
    );
    const last = found.at(-1);
    if (last === undefined) return;
    yield found.map(({ metadata }) => metadata.blob);
    after = last.metadata.blob;
  }
}

async function contentOf(db: Db): Promise<readonly string[]> {
  const call = callsTo('mongodb', db);
  const names = (await call(() => db.listCollections({}, { nameOnly: true }).toArray())).map(({ name }) => name);
  const content: string[] = [];
  for (const name of names.filter((each) => OWN.includes(each) || READ_MODEL.test(each) || each === 'keys')) {
    const filter = name === 'keys' ? { _id: { $ne: CHECK_VALUE as never } } : {};
    if ((await call(() => db.collection(name).findOne(filter))) !== null) content.push(name);
  }
  return content.toSorted();
}
