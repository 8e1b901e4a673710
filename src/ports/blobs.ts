/**
 * Content-addressed storage. Every blob belongs to a scope, `<id>` or `<id>/<id>`, that is deleted as a whole; deleting a scope
 * deletes those below it. An id is `[A-Za-z0-9-]`, at most 64 characters, the second at least 3.
 */

/** Lower-case hex SHA-256 of the bytes. */
export type BlobHash = string;

export interface StoredBlob {
  readonly hash: BlobHash;
  /** Bytes. */
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

export interface Blobs {
  /**
   * Durable once it resolves. Equal bytes are stored once. Streams are never buffered whole. Nothing is stored when it throws.
   * @throws BlobTooLarge after `maxBytes`; whatever the stream throws
   */
  put(
    scope: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options?: { maxBytes?: number },
  ): Promise<StoredBlob>;
  /** Returns null when the blob does not exist. @throws Error when the stored bytes do not match the hash */
  get(scope: string, hash: BlobHash): Promise<Uint8Array | null>;
  /** Returns null when the blob does not exist. */
  stream(scope: string, hash: BlobHash): Promise<AsyncIterable<Uint8Array> | null>;
  has(scope: string, hash: BlobHash): Promise<boolean>;
  delete(scope: string, hash: BlobHash): Promise<void>;
  /** Deletes the scope and those below it. Durable once it resolves. */
  deleteScope(scope: string): Promise<void>;
  close(): Promise<void>;
}
