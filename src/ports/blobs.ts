/**
 * Bytes by content hash, each in a scope that is removed as a whole: `<id>`, or `<id>/<id>` for a scope that ends with the one above
 * it (`[A-Za-z0-9-]`, at most 64 characters each, the second at least 3).
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
   * Durable when it answers. The same bytes twice are one blob. A stream is written as it comes, never held whole.
   * @throws BlobTooLarge after `maxBytes` (nothing is kept); whatever the stream throws (nothing is kept).
   */
  put(
    scope: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options?: { maxBytes?: number },
  ): Promise<StoredBlob>;
  /** The whole content, null when it is not there. @throws Error when what is stored no longer has its hash. */
  get(scope: string, hash: BlobHash): Promise<Uint8Array | null>;
  /** The content as a stream, null when it is not there. */
  read(scope: string, hash: BlobHash): Promise<AsyncIterable<Uint8Array> | null>;
  has(scope: string, hash: BlobHash): Promise<boolean>;
  remove(scope: string, hash: BlobHash): Promise<void>;
  /** Durable when it answers: nothing of the scope, nor of those below it, can be read again. */
  removeScope(scope: string): Promise<void>;
  close(): Promise<void>;
}
