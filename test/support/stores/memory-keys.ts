import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { KeyStoreState, KeySubject, Keys } from '../../../src/ports/keys.ts';

/** Keys without a file, for what seals thousands of events: the real ones make each key durable first. */
export class MemoryKeys implements Keys {
  readonly #keys = new Map<KeySubject, KeyObject>();
  #caughtUpTo = 0;
  #installationId: string | null = null;
  readonly #erased = new Set<KeySubject>();

  get revision(): number {
    return Math.max(this.#keys.size + this.#erased.size, this.#caughtUpTo);
  }

  async raiseRevision(revision: number): Promise<void> {
    this.#caughtUpTo = revision;
  }

  async state(): Promise<KeyStoreState> {
    return { installationId: this.#installationId, revision: this.revision };
  }

  async claim(installationId: string): Promise<string> {
    this.#installationId ??= installationId;
    return this.#installationId;
  }

  async findMissing(subjects: readonly KeySubject[]): Promise<readonly KeySubject[]> {
    return subjects.filter((subject) => !this.#keys.has(subject) && !this.#isErased(subject));
  }

  async getOrCreate(subject: KeySubject): Promise<KeyObject | null> {
    if (this.#isErased(subject)) return null;
    const key = this.#keys.get(subject) ?? createSecretKey(randomBytes(32));
    this.#keys.set(subject, key);
    return key;
  }

  async find(subjects: readonly KeySubject[]): Promise<ReadonlyMap<KeySubject, KeyObject | null>> {
    return new Map(
      subjects.map((subject) => [subject, this.#isErased(subject) ? null : (this.#keys.get(subject) ?? null)]),
    );
  }

  async erase(subject: KeySubject): Promise<void> {
    this.#erased.add(subject);
  }

  async close(): Promise<void> {}

  #isErased(subject: KeySubject): boolean {
    return [...this.#erased].some((erased) => subject === erased || subject.startsWith(`${erased}/`));
  }
}
