/**
 * Content-addressed storage. A blob belongs to a scope, `<id>` or `<id>/<id>`; deleting a scope deletes those below it. An id
 * is `[A-Za-z0-9-]`, at most 64 characters, the second at least 3.
 */

/** Lower-case hex SHA-256 of the bytes. */
export type BlobHash = string;

export interface StoredBlob {
  readonly hash: BlobHash;
  readonly size: number;
}

export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge';
  readonly limit: number;
  constructor(limit: number) {
    super(`More than ${limit} bytes`);
    this.limit = limit;
  }
}

export interface ReadableBlobs {
  /** @throws Error when the stored bytes do not match the hash */
  get(scope: string, hash: BlobHash): Promise<Uint8Array | null>;
  stream(scope: string, hash: BlobHash): Promise<AsyncIterable<Uint8Array> | null>;
  has(scope: string, hash: BlobHash): Promise<boolean>;
  close(): Promise<void>;
}

export interface Blobs extends ReadableBlobs {
  /**
   * Durable once it resolves. Streams are never buffered whole. Nothing is stored when it throws.
   * @throws BlobTooLarge after `maxBytes`; whatever the stream throws
   */
  put(
    scope: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options?: { maxBytes?: number },
  ): Promise<StoredBlob>;
  delete(scope: string, hash: BlobHash): Promise<void>;
  /** Durable once it resolves. */
  deleteScope(scope: string): Promise<void>;
}
