/** Worker thread that decrypts sealed parts of events while read models catch up. */
import type { KeyObject } from 'node:crypto';
import { open } from './sealing.ts';

export interface SealedBatch {
  readonly boxes: readonly string[];
  /** Ids of the events. */
  readonly ids: readonly string[];
  /** Different ones. */
  readonly keys: readonly KeyObject[];
  /** Index of each box's key. */
  readonly keyOf: readonly number[];
}

/** @returns null for boxes that do not open: the caller opens them again, to learn why */
export function decrypt({ boxes, ids, keys, keyOf }: SealedBatch): readonly (string | null)[] {
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
