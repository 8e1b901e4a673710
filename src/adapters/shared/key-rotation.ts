/**
 * Key rotation: wraps the data keys by the next master key, in batches. The check value is replaced first, so that no service
 * starts with either key meanwhile. An interrupted rotation continues where it ended.
 */
import type { KeyObject } from 'node:crypto';
import type { KeySubject } from '../../ports/keys.ts';
import { CHECK_VALUE, newWrappedKey, UnwrapFailed, unwrapKey, WrongMasterKey, wrapKey } from './key-wrapping.ts';

export interface StoredKey {
  readonly subject: KeySubject;
  readonly wrapped: Uint8Array;
}

/** A key store that no service uses. Each call is durable once it resolves. */
export interface RotatableKeys {
  /** File or database that messages to operators name. */
  readonly place: string;
  /** The check value; null for a store without keys. */
  check(): Promise<Uint8Array | null>;
  isRotating(): Promise<boolean>;
  /** Adds the key unless the subject has one. */
  add(key: StoredKey): Promise<void>;
  /** Replaces the check value and marks the store as rotating, in one step. */
  begin(check: Uint8Array): Promise<void>;
  /** Keys that are not erased, by subject. @param after exclusive */
  page(after: KeySubject | null, limit: number): Promise<readonly StoredKey[]>;
  replace(keys: readonly StoredKey[]): Promise<void>;
  /** Removes the mark and every trace of the former wrapping. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

export interface RotationKeys {
  readonly current: KeyObject;
  readonly next: KeyObject;
  /** Secrets derived from the current master key that must outlive it, by subject. */
  readonly preserved: ReadonlyMap<KeySubject, Uint8Array>;
}

export interface WrappedKeyCounts {
  readonly now: number;
  /** Keys that an earlier run wrapped. */
  readonly before: number;
}

export class RotationUnfinished extends Error {
  override readonly name = 'RotationUnfinished';
  constructor(place: string) {
    super(`A rotation of the master key in ${place} was interrupted. Run npm run keys -- rotate again, then start.`);
  }
}

class KeyDamaged extends Error {
  override readonly name = 'KeyDamaged';
  constructor(place: string, subject: KeySubject) {
    super(
      `The key of ${subject} in ${place} is damaged, so the master key was not rotated. Nothing was changed. Restore the keys from a backup, then rotate.`,
    );
  }
}

const BATCH_SIZE = 500;

/** A rotation that met a damaged key could not finish, and no service would start again. @throws KeyDamaged */
export async function requireUndamagedKeys(store: RotatableKeys, current: KeyObject): Promise<void> {
  const check = await store.check();
  // It belongs to a rotation that has begun, or to another master key.
  if (check === null || !opens(current, CHECK_VALUE, check)) return;
  for (let page = await store.page(null, BATCH_SIZE); page.length > 0; ) {
    const damaged = page.find(({ subject, wrapped }) => !opens(current, subject, wrapped));
    if (damaged !== undefined) throw new KeyDamaged(store.place, damaged.subject);
    page = await store.page(page.at(-1)?.subject ?? null, BATCH_SIZE);
  }
}

/**
 * @param onProgress called after each batch with the number of keys seen
 * @throws WrongMasterKey, RotationUnfinished when an earlier rotation was to another key
 */
export async function rotateMasterKey(
  store: RotatableKeys,
  { current, next, preserved }: RotationKeys,
  onProgress: (seen: number) => void = () => undefined,
): Promise<WrappedKeyCounts> {
  const check = await store.check();
  if (check === null) throw new Error(`There are no keys in ${store.place} yet: start the service once`);
  const isNext = opens(next, CHECK_VALUE, check);
  if (!isNext) {
    if (await store.isRotating()) throw new RotationUnfinished(store.place);
    if (!opens(current, CHECK_VALUE, check)) throw new WrongMasterKey(store.place);
    for (const [subject, bytes] of preserved) await store.add({ subject, wrapped: wrapKey(current, subject, bytes) });
    await store.begin(newWrappedKey(next, CHECK_VALUE));
  }
  // Repeated after a complete run too, which may have been killed in its last step.
  const wrapped = await rewrapAll(store, current, next, onProgress);
  await store.finish();
  return wrapped;
}

async function rewrapAll(
  store: RotatableKeys,
  current: KeyObject,
  next: KeyObject,
  onProgress: (seen: number) => void,
): Promise<WrappedKeyCounts> {
  let [after, seen, now]: [KeySubject | null, number, number] = [null, 0, 0];
  for (;;) {
    const page: readonly StoredKey[] = await store.page(after, BATCH_SIZE);
    const last = page.at(-1);
    if (last === undefined) return { now, before: seen - now };
    const changed = page.flatMap(({ subject, wrapped }) => {
      if (opens(next, subject, wrapped)) return [];
      const key = unwrapKey(current, subject, wrapped);
      const again = { subject, wrapped: wrapKey(next, subject, key) };
      key.fill(0);
      return [again];
    });
    if (changed.length > 0) await store.replace(changed);
    [after, seen, now] = [last.subject, seen + page.length, now + changed.length];
    onProgress(seen);
  }
}

function opens(masterKey: KeyObject, subject: string, wrapped: Uint8Array): boolean {
  try {
    unwrapKey(masterKey, subject, wrapped).fill(0);
    return true;
  } catch (error) {
    if (error instanceof UnwrapFailed) return false;
    throw error;
  }
}
