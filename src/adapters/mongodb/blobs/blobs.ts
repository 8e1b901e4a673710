/** Blobs in GridFS. A file has no name during the upload; naming its entry makes it a blob. */
import { createHash } from 'node:crypto';
import { type Collection, type Db, GridFSBucket, MongoGridFSChunkError, MongoRuntimeError, ObjectId } from 'mongodb';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import { type BlobHash, type Blobs, BlobTooLarge, type StoredBlob } from '../../../ports/blobs.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { BlobDamaged, checkBlobHash, checkScope } from '../../shared/blob-input.ts';
import { type Call, callsTo, isDuplicateKey, LONG_DEADLINE_MS } from '../failures.ts';
import { DiskReserve } from './disk-reserve.ts';
import { FileJournal, type StoredFile } from './file-journal.ts';
import { piecesOf, upload } from './upload.ts';

const STORE = 'blobs';
const REMOVE_ORPHANS_EVERY_MS = 3_600_000;
const BATCH_SIZE = 500;
/** Others may put, remove or damage the blob meanwhile. */
const MAX_NAMING_ATTEMPTS = 5;

/**
 * Starts the regular removal of orphaned files.
 * @param db confirms writes once they are durable
 * @param orphanedAfterMs see FileJournal
 */
export async function openMongoBlobs(db: Db, orphanedAfterMs?: number): Promise<Blobs> {
  const { files, chunks } = collectionsIn(db);
  await createBlobIndexes(db);
  return new MongoBlobs(db, files, new FileJournal(db, files, chunks, orphanedAfterMs));
}

export async function createBlobIndexes(db: Db): Promise<void> {
  const { files, chunks } = collectionsIn(db);
  await callsTo(STORE, db)(async () => {
    await files.createIndex({ 'metadata.blob': 1 }, { unique: true, sparse: true });
    await files.createIndex({ 'metadata.scope': 1 });
    // Otherwise the driver would create both indexes at the first upload, while other uploads write.
    await files.createIndex({ filename: 1, uploadDate: 1 });
    await chunks.createIndex({ files_id: 1, n: 1 }, { unique: true });
  }, LONG_DEADLINE_MS);
}

const collectionsIn = (db: Db) => ({
  files: db.collection<StoredFile>('blobs.files'),
  chunks: db.collection('blobs.chunks'),
});

class MongoBlobs implements Blobs {
  readonly #bucket: GridFSBucket;
  readonly #files: Collection<StoredFile>;
  readonly #fileJournal: FileJournal;
  readonly #diskReserve: DiskReserve;
  readonly #call: Call;
  readonly #orphanTimer: NodeJS.Timeout;
  #orphanRemoval: Promise<void>;

  constructor(db: Db, files: Collection<StoredFile>, fileJournal: FileJournal) {
    this.#call = callsTo(STORE, db);
    this.#bucket = new GridFSBucket(db, { bucketName: 'blobs' });
    this.#files = files;
    this.#fileJournal = fileJournal;
    this.#diskReserve = new DiskReserve(db, this.#call);
    this.#orphanRemoval = this.#removeOrphans();
    this.#orphanTimer = setInterval(() => {
      this.#orphanRemoval = this.#orphanRemoval.then(() => this.#removeOrphans());
    }, REMOVE_ORPHANS_EVERY_MS);
    this.#orphanTimer.unref();
  }

  async put(
    scope: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options: { maxBytes?: number } = {},
  ): Promise<StoredBlob> {
    checkScope(scope);
    const maxBytes = options.maxBytes ?? Number.POSITIVE_INFINITY;
    if (content instanceof Uint8Array) {
      if (content.byteLength > maxBytes) throw new BlobTooLarge(maxBytes);
      const hash = await sha256(content);
      // An intact blob is not uploaded again.
      const existing = await this.#findNamed(scope, hash);
      if (existing !== null && (await this.#isWhole(existing, scope, hash))) return { hash, size: content.byteLength };
    }
    await this.#diskReserve.require();
    const id = new ObjectId();
    await this.#call(() => this.#fileJournal.record([id]));
    try {
      const stored = await upload(this.#bucket, { id, scope }, content, { maxBytes, call: this.#call });
      await this.#name(id, scope, stored.hash);
      return stored;
    } catch (error) {
      // After a store failure, writes may still arrive: the journal entry stays, and the file is removed later.
      if (!(error instanceof StoreUnavailable)) {
        await this.#call(() => this.#fileJournal.removeFiles([id])).catch(() => undefined);
      }
      throw error;
    }
  }

  async get(scope: string, hash: BlobHash): Promise<Uint8Array | null> {
    const file = await this.#findNamed(scope, hash);
    if (file === null) return null;
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of this.#content(file, scope, hash)) pieces.push(piece);
    } catch (error) {
      if (error instanceof BlobDamaged && (await this.#findNamed(scope, hash)) === null) return null;
      throw error;
    }
    return Buffer.concat(pieces);
  }

  async stream(scope: string, hash: BlobHash): Promise<AsyncIterable<Uint8Array> | null> {
    const file = await this.#findNamed(scope, hash);
    return file === null ? null : this.#content(file, scope, hash);
  }

  async has(scope: string, hash: BlobHash): Promise<boolean> {
    return (await this.#findNamed(scope, hash)) !== null;
  }

  async delete(scope: string, hash: BlobHash): Promise<void> {
    const file = await this.#findNamed(scope, hash);
    if (file !== null) await this.#remove([file._id]);
  }

  async deleteScope(scope: string): Promise<void> {
    checkScope(scope);
    // `0` is the character after `/`, so the range holds all scopes below.
    const scopes = [{ 'metadata.scope': scope }, { 'metadata.scope': { $gte: `${scope}/`, $lt: `${scope}0` } }];
    const filter = { $or: scopes, 'metadata.blob': { $exists: true } };
    for (;;) {
      const found = await this.#call(() =>
        this.#files.find(filter, { limit: BATCH_SIZE, projection: { _id: 1 } }).toArray(),
      );
      if (found.length === 0) return;
      await this.#remove(found.map(({ _id }) => _id));
    }
  }

  /** `openMongo` closes the shared connection. */
  async close(): Promise<void> {
    clearInterval(this.#orphanTimer);
    await this.#orphanRemoval;
  }

  async #removeOrphans(): Promise<void> {
    // Repeated at the next interval.
    await this.#call(() => this.#fileJournal.removeOrphans(), LONG_DEADLINE_MS).catch(() => undefined);
  }

  async #findNamed(scope: string, hash: BlobHash): Promise<StoredFile | null> {
    checkScope(scope);
    checkBlobHash(hash);
    return this.#call(() => this.#files.findOne({ 'metadata.blob': `${scope}/${hash}` }));
  }

  async #remove(ids: readonly ObjectId[]): Promise<void> {
    await this.#call(async () => {
      await this.#fileJournal.record(ids);
      await this.#fileJournal.removeFiles(ids);
    }, LONG_DEADLINE_MS);
  }

  /** Names the file, or removes it when an intact blob has the name already. */
  async #name(id: ObjectId, scope: string, hash: BlobHash): Promise<void> {
    for (let attempt = 1; attempt <= MAX_NAMING_ATTEMPTS; attempt += 1) {
      if (await this.#tryToName(id, `${scope}/${hash}`)) {
        await this.#call(() => this.#fileJournal.deleteRecords([id]));
        return;
      }
      const existing = await this.#findNamed(scope, hash);
      if (existing === null) continue;
      if (await this.#isWhole(existing, scope, hash)) {
        await this.#call(() => this.#fileJournal.removeFiles([id]));
        return;
      }
      await this.#remove([existing._id]);
    }
    throw new StoreUnavailable(STORE, `the blob ${hash} was put and removed concurrently too often`);
  }

  /** False when another file has the name. */
  #tryToName(id: ObjectId, blob: string): Promise<boolean> {
    return this.#call(async () => {
      try {
        const { matchedCount } = await this.#files.updateOne({ _id: id }, { $set: { 'metadata.blob': blob } });
        if (matchedCount === 0)
          throw new Error(`The blob ${blob} was removed as orphaned because its upload took too long`);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    });
  }

  async #isWhole(file: StoredFile, scope: string, hash: BlobHash): Promise<boolean> {
    try {
      for await (const _piece of this.#content(file, scope, hash));
      return true;
    } catch (error) {
      if (error instanceof BlobDamaged) return false;
      throw error;
    }
  }

  /** @throws BlobDamaged when a piece is missing, or after the last when the hash differs */
  async *#content(file: StoredFile, scope: string, expected: BlobHash): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    const pieces: AsyncIterator<Buffer> = this.#bucket.openDownloadStream(file._id)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.#call(() =>
          pieces.next().catch((error: unknown) => {
            throw isMissingPart(error) ? new BlobDamaged(scope, expected) : error;
          }),
        );
        if (next.done === true) break;
        hash.update(next.value);
        yield next.value;
      }
    } finally {
      await pieces.return?.();
    }
    if (hash.digest('hex') !== expected) throw new BlobDamaged(scope, expected);
  }
}

/** The entry or a chunk is missing, or a chunk has a wrong size. */
function isMissingPart(error: unknown): boolean {
  return error instanceof MongoGridFSChunkError || (error instanceof MongoRuntimeError && error.code === 'ENOENT');
}

async function sha256(bytes: Uint8Array): Promise<BlobHash> {
  const eventLoopBudget = new EventLoopBudget();
  const hash = createHash('sha256');
  for (const piece of piecesOf(bytes)) {
    hash.update(piece);
    await eventLoopBudget.yieldIfUsedUp();
  }
  return hash.digest('hex');
}
