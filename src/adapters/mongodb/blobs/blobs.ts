/** Blobs in GridFS: a file without a name while it is written, and a blob from the moment its entry is given its name. */
import { createHash } from 'node:crypto';
import { type Collection, type Db, GridFSBucket, MongoGridFSChunkError, MongoRuntimeError, ObjectId } from 'mongodb';
import { type BlobHash, type Blobs, BlobTooLarge, type StoredBlob } from '../../../ports/blobs.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { Turns } from '../../../runtime/turns.ts';
import { BlobDamaged, checkBlobHash, checkScope } from '../../blob-input.ts';
import { callsTo, isDuplicateKey, LONG_DEADLINE_MS } from '../failures.ts';
import { Leftovers, type StoredFile } from './leftovers.ts';
import { piecesOf, upload } from './upload.ts';

const store = 'blobs';
const CLEAR_EVERY_MS = 3_600_000;
/** Files removed at a time. */
const AT_ONCE = 500;
/** How often a name may be taken by another, or be found to be that of a damaged blob, before something else must be wrong. */
const MAX_NAMINGS = 5;

/**
 * Makes the collections and their indexes, and begins to clear away what crashes have left behind.
 * @param db answers when a write is durable
 * @param options.leftBehindAfterMs see Leftovers
 */
export async function openMongoBlobs(db: Db, options: { readonly leftBehindAfterMs?: number } = {}): Promise<Blobs> {
  const files = db.collection<StoredFile>('blobs.files');
  const chunks = db.collection('blobs.chunks');
  await callsTo(store)(async () => {
    await files.createIndex({ 'metadata.blob': 1 }, { unique: true, sparse: true });
    await files.createIndex({ 'metadata.scope': 1 });
    await chunks.createIndex({ files_id: 1, n: 1 }, { unique: true });
  }, LONG_DEADLINE_MS);
  return new MongoBlobs(db, files, new Leftovers(db, files, chunks, options.leftBehindAfterMs));
}

class MongoBlobs implements Blobs {
  readonly #bucket: GridFSBucket;
  readonly #files: Collection<StoredFile>;
  readonly #leftovers: Leftovers;
  readonly #call = callsTo(store);
  readonly #clearing: NodeJS.Timeout;
  #cleared: Promise<void>;

  constructor(db: Db, files: Collection<StoredFile>, leftovers: Leftovers) {
    this.#bucket = new GridFSBucket(db, { bucketName: 'blobs' });
    this.#files = files;
    this.#leftovers = leftovers;
    this.#cleared = this.#clear();
    this.#clearing = setInterval(() => {
      this.#cleared = this.#cleared.then(() => this.#clear());
    }, CLEAR_EVERY_MS);
    this.#clearing.unref();
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
      // What is there need not be sent again.
      const existing = await this.#named(scope, hash);
      if (existing !== null && (await this.#isWhole(existing, scope, hash))) return { hash, size: content.byteLength };
    }
    const id = new ObjectId();
    await this.#call(() => this.#leftovers.note([id]));
    try {
      const stored = await upload(this.#bucket, id, scope, content, { maxBytes, call: this.#call });
      await this.#name(id, scope, stored.hash);
      return stored;
    } catch (error) {
      // When the store has failed, a part may still be on its way to it: then it stays noted, and so does what cannot be removed.
      if (!(error instanceof StoreUnavailable)) {
        await this.#call(() => this.#leftovers.remove([id])).catch(() => undefined);
      }
      throw error;
    }
  }

  async get(scope: string, hash: BlobHash): Promise<Uint8Array | null> {
    const file = await this.#named(scope, hash);
    if (file === null) return null;
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of this.#content(file, scope, hash)) pieces.push(piece);
    } catch (error) {
      if (error instanceof BlobDamaged && (await this.#named(scope, hash)) === null) return null;
      throw error;
    }
    return Buffer.concat(pieces);
  }

  async read(scope: string, hash: BlobHash): Promise<AsyncIterable<Uint8Array> | null> {
    const file = await this.#named(scope, hash);
    return file === null ? null : this.#content(file, scope, hash);
  }

  async has(scope: string, hash: BlobHash): Promise<boolean> {
    return (await this.#named(scope, hash)) !== null;
  }

  async remove(scope: string, hash: BlobHash): Promise<void> {
    const file = await this.#named(scope, hash);
    if (file !== null) await this.#remove([file._id]);
  }

  async removeScope(scope: string): Promise<void> {
    checkScope(scope);
    // Below it: the character after the slash ends the range.
    const scopes = [{ 'metadata.scope': scope }, { 'metadata.scope': { $gte: `${scope}/`, $lt: `${scope}0` } }];
    const filter = { $or: scopes, 'metadata.blob': { $exists: true } };
    for (;;) {
      const found = await this.#call(() =>
        this.#files.find(filter, { limit: AT_ONCE, projection: { _id: 1 } }).toArray(),
      );
      if (found.length === 0) return;
      await this.#remove(found.map(({ _id }) => _id));
    }
  }

  /** The connection is all stores', and ends with them. */
  async close(): Promise<void> {
    clearInterval(this.#clearing);
    await this.#cleared;
  }

  async #clear(): Promise<void> {
    // What could not be cleared now can be the next time.
    await this.#call(() => this.#leftovers.clear(), LONG_DEADLINE_MS).catch(() => undefined);
  }

  async #named(scope: string, hash: BlobHash): Promise<StoredFile | null> {
    checkScope(scope);
    checkBlobHash(hash);
    return this.#call(() => this.#files.findOne({ 'metadata.blob': `${scope}/${hash}` }));
  }

  async #remove(ids: readonly ObjectId[]): Promise<void> {
    await this.#call(async () => {
      await this.#leftovers.note(ids);
      await this.#leftovers.remove(ids);
    }, LONG_DEADLINE_MS);
  }

  /** Makes the file the blob of that name, unless there is one already: then that stays, and the file goes. */
  async #name(id: ObjectId, scope: string, hash: BlobHash): Promise<void> {
    for (let attempt = 1; attempt <= MAX_NAMINGS; attempt += 1) {
      if (await this.#takeName(id, `${scope}/${hash}`)) {
        await this.#call(() => this.#leftovers.strikeOut([id]));
        return;
      }
      const existing = await this.#named(scope, hash);
      if (existing === null) continue;
      if (await this.#isWhole(existing, scope, hash)) {
        await this.#call(() => this.#leftovers.remove([id]));
        return;
      }
      await this.#remove([existing._id]);
    }
    throw new StoreUnavailable(store, `the blob ${hash} was put and removed too often at once`);
  }

  /** False when another file has the name. */
  #takeName(id: ObjectId, blob: string): Promise<boolean> {
    return this.#call(async () => {
      try {
        const { matchedCount } = await this.#files.updateOne({ _id: id }, { $set: { 'metadata.blob': blob } });
        if (matchedCount === 0)
          throw new Error(`The blob ${blob} was written for so long that it counted as left behind`);
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

  /** @throws BlobDamaged after the last piece, or where one is missing */
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

/** The driver misses the entry, or a chunk, or one has another size than it must have. */
function isMissingPart(error: unknown): boolean {
  return error instanceof MongoGridFSChunkError || (error instanceof MongoRuntimeError && error.code === 'ENOENT');
}

async function sha256(bytes: Uint8Array): Promise<BlobHash> {
  const turns = new Turns();
  const hash = createHash('sha256');
  for (const piece of piecesOf(bytes)) {
    hash.update(piece);
    await turns.yieldWhenLong();
  }
  return hash.digest('hex');
}
