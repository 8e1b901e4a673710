/** Worker thread that decrypts sealed parts of events while read models catch up. */
import type { KeyObject } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { open } from './sealing.ts';

export interface SealedBatch {
  readonly boxes: readonly string[];
  readonly ids: readonly string[];
  readonly keys: readonly KeyObject[];
  /** Index into `keys` for each box. */
  readonly keyOf: readonly number[];
}

/** A box that does not open gives null: the caller opens it again, to learn why. */
export type Plaintexts = readonly (string | null)[];

/** One message per batch, in the same order. */
export type FromDecryptionThread = 'ready' | Plaintexts;

function decrypt({ boxes, ids, keys, keyOf }: SealedBatch): Plaintexts {
  return boxes.map((box, index) => {
    const [key, id] = [keys[keyOf[index] ?? 0], ids[index]];
    if (key === undefined || id === undefined) return null;
    try {
      return open(box, key, id);
    } catch {
      return null;
    }
  });
}

const port = parentPort;
if (port === null) throw new Error('This file is the body of a worker thread');
port.on('message', (batch: SealedBatch) => port.postMessage(decrypt(batch) satisfies FromDecryptionThread));
port.postMessage('ready' satisfies FromDecryptionThread);
