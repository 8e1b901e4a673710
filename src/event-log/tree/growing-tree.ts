/** Merkle tree of a growing log. Its memory is bounded by the leaves since the last head in the log. */
import { type Position, parsePosition, type StoredEvent } from '../../ports/event-log.ts';
import { consistencyProof } from './consistency.ts';
import { leafContent } from './event-leaf.ts';
import { leafHash, MerkleFrontier } from './merkle-tree.ts';
import {
  digestOfLeaves,
  type HeadClaims,
  type HeadRecord,
  type HeadSigner,
  openRecord,
  type PublicJwk,
  shortHash,
} from './signed-head.ts';

const toText = (digest: Buffer): string => digest.toString('base64url');

export class GrowingTree {
  /** The tree of the last head in the log. */
  #recorded: MerkleFrontier;
  readonly #frontier: MerkleFrontier;
  #leaves: Buffer[] = [];
  #position: Position | null;
  #last: { readonly position: Position; readonly id: string } | null = null;

  private constructor(recorded: MerkleFrontier, position: Position | null) {
    this.#recorded = recorded;
    this.#position = position;
    this.#frontier = recorded.copy();
  }

  static empty(): GrowingTree {
    return new GrowingTree(MerkleFrontier.empty(), null);
  }

  /** Continues from a head in the log. Returns null when the key did not sign the record, or the record contradicts itself. */
  static async resume(record: HeadRecord, key: PublicJwk): Promise<GrowingTree | null> {
    const claims = await openRecord(record, key);
    const peaks = record.frontier.map((text) => Buffer.from(text, 'base64url'));
    const frontier = claims === null ? null : MerkleFrontier.of(claims.size, peaks);
    if (claims === null || frontier === null || toText(frontier.root()) !== claims.root) return null;
    return new GrowingTree(frontier, parsePosition(claims.position));
  }

  get size(): number {
    return this.#frontier.size;
  }

  get root(): string {
    return toText(this.#frontier.root());
  }

  /** Position of the last leaf; null without one. */
  get position(): Position | null {
    return this.#position;
  }

  /** The last event that this process added; null before the first. */
  get last(): { readonly position: Position; readonly id: string } | null {
    return this.#last;
  }

  /** Leaves since the last head in the log. */
  get unrecorded(): number {
    return this.#leaves.length;
  }

  add(event: StoredEvent): void {
    const leaf = leafHash(leafContent(event));
    this.#frontier.append(leaf);
    this.#leaves.push(leaf);
    this.#last = { position: event.position, id: event.id };
    this.#position = event.position;
  }

  async sign(signer: HeadSigner, { log, at, closed }: Pick<HeadClaims, 'log' | 'at' | 'closed'>): Promise<HeadRecord> {
    const { size } = this;
    const leaves = this.#leaves.map(shortHash).join('');
    const head = await signer.sign({
      log,
      size,
      root: this.root,
      position: String(this.#position ?? 0),
      at,
      closed,
      from: this.#recorded.size,
      leaves: digestOfLeaves(leaves),
    });
    const frontier = this.#frontier.peaks.map(toText);
    const consistency = consistencyProof(this.#recorded, this.#leaves).map(toText);
    return { size, head, leaves, frontier, consistency };
  }

  /** Call it once the log holds a head of the present size. */
  markRecorded(): void {
    this.#recorded = this.#frontier.copy();
    this.#leaves = [];
  }
}
