import { TREE_HEAD_STREAM } from '../../commands/tree-heads.ts';
import {
  type HeadClaims,
  type HeadRecord,
  openRecord,
  type PublicJwk,
  toHeadRecord,
} from '../../event-log/tree/signed-head.ts';
import type { ReadableLog, StoredEvent } from '../../ports/event-log.ts';
import { EventDamaged, StoreUnavailable } from '../../ports/store-unavailable.ts';
import type { KnownTreeHead } from './known-tree-heads.ts';

/** A head has up to 16 KB. */
const PAGE = 16;
/** Some pages of heads may lie between reading a head ahead and reaching its event. */
const MAX_OPENED = 64;
/** Revision up to which damaged heads are read past. */
const MAX_DAMAGED = 100_000;

/** Opens each head once, though it is needed twice: when it is read ahead and when its event is reached. */
export class HeadsInLog {
  readonly #key: PublicJwk;
  /** By the text of the head. */
  readonly #opened = new Map<string, Promise<HeadClaims | null>>();

  constructor(key: PublicJwk) {
    this.#key = key;
  }

  /** Returns null when the key did not sign the head. */
  async open(event: StoredEvent): Promise<KnownTreeHead | null> {
    const record = event.type === 'TreeHeadSigned' ? toHeadRecord(event.data) : null;
    const claims = record === null ? null : await this.#claims(record);
    return record === null || claims === null ? null : { ...claims, leaves: record.leaves, source: 'in the log' };
  }

  /** Leaves out heads that the key did not sign. */
  async *read(log: ReadableLog): AsyncGenerator<KnownTreeHead> {
    for (let fromRevision = 0; ; ) {
      const page = await readHeads(log, fromRevision, PAGE);
      for (const event of page) {
        const head = await this.open(event);
        if (head !== null) yield head;
      }
      const last = page.at(-1);
      // A changed column may give an event of an earlier revision again.
      if (last === undefined || last.revision < fromRevision) return;
      fromRevision = last.revision + 1;
    }
  }

  #claims(record: HeadRecord): Promise<HeadClaims | null> {
    const id = JSON.stringify(record);
    const claims = this.#opened.get(id) ?? openRecord(record, this.#key);
    this.#opened.set(id, claims);
    for (const oldest of this.#opened.keys()) {
      if (this.#opened.size <= MAX_OPENED) break;
      this.#opened.delete(oldest);
    }
    return claims;
  }
}

/** Reads past a damaged event, which the verifier names when it comes to it. */
async function readHeads(log: ReadableLog, fromRevision: number, limit: number): Promise<readonly StoredEvent[]> {
  try {
    return await log.readStream(TREE_HEAD_STREAM, { fromRevision, limit });
  } catch (error) {
    if (error instanceof StoreUnavailable && !(error instanceof EventDamaged)) throw error;
    if (limit > 1) return readHeads(log, fromRevision, 1);
    return fromRevision < MAX_DAMAGED ? readHeads(log, fromRevision + 1, 1) : [];
  }
}
