/**
 * Follows the log with a Merkle tree and signs its heads. The newest head is published within seconds, to a store outside the log. A head is
 * also recorded in the log after every thousand events, and some minutes after the first event that none covers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type LoadedTreeHeads, TREE_HEAD_STREAM, type TreeHeadCommands } from '../../commands/tree-heads.ts';
import { treeHead } from '../../domain/tree-head/tree-head.ts';
import { GrowingTree } from '../../event-log/tree/growing-tree.ts';
import { formatPublishedHead, openPublishedHead } from '../../event-log/tree/published-head.ts';
import { type HeadClaims, type HeadRecord, HeadSigner, SIGNING_SUBJECT } from '../../event-log/tree/signed-head.ts';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { Clock } from '../../ports/clock.ts';
import { type LogPage, type Position, parsePosition, type ReadableLog } from '../../ports/event-log.ts';
import type { Keys } from '../../ports/keys.ts';
import type { Report } from '../../ports/report.ts';
import type { TreeHeads } from '../../ports/tree-heads.ts';

export interface TreeHeadObserver {
  /** The newest published head covers so many events. */
  signed(size: number): void;
  failed(): void;
  /** The log does not continue a signed head. */
  contradicted(): void;
}

/** For programs without metrics. */
export const UNOBSERVED_TREE_HEADS: TreeHeadObserver = {
  signed: () => undefined,
  failed: () => undefined,
  contradicted: () => undefined,
};

export interface TreeHeadPublisherDeps {
  readonly log: ReadableLog;
  readonly commands: TreeHeadCommands;
  readonly keys: Keys;
  readonly heads: TreeHeads;
  readonly clock: Clock;
  /** No other process appends to the log, so a head can say that it was closed. */
  readonly exclusive: boolean;
  readonly observer: TreeHeadObserver;
  readonly report: Report;
  /** Leaves between two heads in the log. Default 1024: their short hashes are a quarter of the largest event. */
  readonly maxLeaves?: number;
  /**
   * A migrated log: size of its newest head, which names a position of the former log, and the position of the last event that it covers
   * here. A head with a position of this log is recorded at once.
   */
  readonly migrated?: { readonly size: number; readonly position: Position | null };
  /** A head in the log covers each event after this time. Default 10 minutes. */
  readonly recordAfterMs?: number;
}

const DEFAULT_MAX_LEAVES = 1024;
const DEFAULT_RECORD_AFTER_MS = 600_000;
const PAGE = 256;
const MAX_EVENTS_PER_STEP = 4096;
/** While it catches up, the signer rests this many times as long as it worked, so that requests are not slowed. */
const REST_FACTOR = 2;
const MAX_REST_MS = 50;

interface Followed {
  readonly signer: HeadSigner;
  readonly installationId: string;
  readonly tree: GrowingTree;
  readTo: Position | null;
  /** Stream of the heads in the log, to which the next one is appended. */
  loaded: LoadedTreeHeads;
  /** Time of the first event that no head in the log covers, epoch milliseconds. Heads themselves do not count. */
  uncoveredSince: number | null;
}

type OpenedHead = { readonly text: string; readonly record: HeadRecord; readonly claims: HeadClaims };

/** The log does not continue the published head, or another node recorded a head. */
class Diverged extends Error {}

export class TreeHeadPublisher {
  readonly #deps: TreeHeadPublisherDeps;
  #followed: Followed | null = null;
  /** The log contradicted the published head, which was reported. */
  #wasContradicted = false;

  constructor(deps: TreeHeadPublisherDeps) {
    this.#deps = deps;
  }

  /** Must be called before anything is appended. Reopens a log that was closed, and notices events that were added or lost since. */
  async reopen(): Promise<void> {
    const { exclusive, heads, keys, log, clock } = this.#deps;
    const text = exclusive ? await heads.newest() : null;
    if (text === null) return;
    const signer = await signerOf(keys);
    const opened = await openPublishedHead(text, signer.publicKey);
    // The first step reports a head that another key signed.
    if (opened === null || !opened.claims.closed) return;
    const { record, claims } = opened;
    const head = await log.head();
    if (head !== parsePosition(claims.position)) {
      await this.#keepContradicted(
        text,
        `was closed at position ${claims.position}, and ends at ${head ?? 'none'} now`,
      );
      return;
    }
    const reopened = await signer.sign({ ...claims, closed: false, at: clock.now() });
    await heads.replace(claims.size, formatPublishedHead({ ...record, head: reopened, key: signer.publicKey }));
  }

  /** Signs when the log has grown. Returns true while there is more to follow. */
  async step({ closing = false }: { closing?: boolean } = {}): Promise<boolean> {
    try {
      return await this.#advance(closing);
    } catch (error) {
      if (error instanceof Diverged) return true;
      throw error;
    }
  }

  async #advance(closing: boolean): Promise<boolean> {
    const followed = (await this.#current()) ?? (await this.#resume());
    // Read before the log, because a head that another node signs afterwards may cover more than is read here.
    const published = await this.#newestPublished(followed);
    const isAtEnd = await this.#follow(followed, published);
    const { size } = followed.tree;
    if (published !== null && size < published.claims.size) {
      if (isAtEnd)
        await this.#keepContradicted(published.text, `had ${published.claims.size} events, and has ${size} now`);
      return true;
    }
    if (size === 0) return false;
    const closed = closing && isAtEnd && this.#deps.exclusive;
    const isDue = this.#isDue(followed);
    if (isDue) await this.#recordInLog(followed);
    else if (closed || published === null || size > published.claims.size) await this.#publish(followed, { closed });
    return !isAtEnd || isDue;
  }

  #isDue({ uncoveredSince }: Followed): boolean {
    const { clock, recordAfterMs = DEFAULT_RECORD_AFTER_MS } = this.#deps;
    return uncoveredSince !== null && uncoveredSince <= clock.now() - recordAfterMs;
  }

  /** Returns null before the first step, and when the log was replaced since the last one. */
  async #current(): Promise<Followed | null> {
    const last = this.#followed?.tree.last ?? null;
    const wasReplaced = last !== null && (await this.#deps.log.eventAt(last.position))?.id !== last.id;
    if (wasReplaced) this.#followed = null;
    return this.#followed;
  }

  async #resume(): Promise<Followed> {
    const { commands, keys, report } = this.#deps;
    const signer = await signerOf(keys);
    const { installationId } = await keys.state();
    if (installationId === null) throw new Error('The key store belongs to no installation');
    const recorded = await commands.newest();
    const resumed = recorded.record === null ? null : await GrowingTree.resume(recorded.record, signer.publicKey);
    if (resumed === null && recorded.loaded.revision !== 'no-stream') {
      report({
        message:
          'The newest tree head in the log was not signed with the key of this installation: signing starts anew',
        severity: 'error',
      });
    }
    const { loaded } = recorded;
    const tree = resumed ?? GrowingTree.empty();
    const { migrated } = this.#deps;
    const start =
      migrated?.size === tree.size
        ? { readTo: migrated.position, uncoveredSince: 0 }
        : { readTo: tree.position, uncoveredSince: null };
    this.#followed = {
      signer,
      installationId,
      tree,
      ...start,
      loaded: resumed === null ? { ...loaded, state: treeHead.initial } : loaded,
    };
    return this.#followed;
  }

  /** Returns true at the end of the log. @throws Diverged */
  async #follow(followed: Followed, published: OpenedHead | null): Promise<boolean> {
    await this.#requireContinued(followed, published);
    for (let count = 0; count < MAX_EVENTS_PER_STEP; ) {
      const startedAt = performance.now();
      const page = await this.#deps.log.readAll({ after: followed.readTo, limit: PAGE });
      await this.#followPage(followed, page, published);
      if (page.readTo === null || isEmptyAfter(followed.readTo, page)) return true;
      followed.readTo = page.readTo;
      count += page.events.length;
      const rest = Math.min((performance.now() - startedAt) * REST_FACTOR, MAX_REST_MS);
      if (page.events.length === PAGE) await pause(rest);
    }
    return false;
  }

  async #followPage(followed: Followed, { events }: LogPage, published: OpenedHead | null): Promise<void> {
    const { maxLeaves = DEFAULT_MAX_LEAVES } = this.#deps;
    const budget = new EventLoopBudget();
    for (const event of events) {
      if (followed.tree.unrecorded >= maxLeaves) await this.#recordInLog(followed);
      followed.tree.add(event);
      followed.readTo = event.position;
      if (event.stream !== TREE_HEAD_STREAM) followed.uncoveredSince ??= event.recordedAt;
      await this.#requireContinued(followed, published);
      if (budget.isUsedUp) await budget.yieldNow();
    }
  }

  /** Compares with the published head, once the log has as many events. @throws Diverged */
  async #requireContinued({ tree }: Followed, published: OpenedHead | null): Promise<void> {
    if (published === null || tree.size !== published.claims.size || tree.root === published.claims.root) return;
    await this.#keepContradicted(published.text, `does not have the first ${tree.size} events that it had`);
    throw new Diverged();
  }

  /** @throws Diverged */
  async #recordInLog(followed: Followed): Promise<void> {
    const record = await this.#publish(followed, { closed: false });
    if (!(await this.#deps.commands.record(record, followed.loaded))) {
      // Another node recorded a head. The next step goes on from there.
      this.#followed = null;
      throw new Diverged();
    }
    followed.tree.markRecorded();
    followed.uncoveredSince = null;
    const { revision } = followed.loaded;
    followed.loaded = (await this.#deps.commands.newest(revision === 'no-stream' ? 0 : revision + 1)).loaded;
  }

  async #publish(
    { tree, signer, installationId }: Followed,
    { closed }: { readonly closed: boolean },
  ): Promise<HeadRecord> {
    const { heads, clock, observer } = this.#deps;
    const record = await tree.sign(signer, { log: installationId, at: clock.now(), closed });
    await heads.replace(record.size, formatPublishedHead({ ...record, key: signer.publicKey }));
    observer.signed(record.size);
    return record;
  }

  async #newestPublished({ signer, loaded }: Followed): Promise<OpenedHead | null> {
    const text = await this.#deps.heads.newest();
    if (text === null) {
      // It is stored before any head is recorded in the log. A migrated log gets its own only now.
      const isMissing = loaded.revision !== 'no-stream' && this.#deps.migrated === undefined;
      if (isMissing && !this.#wasContradicted) this.#reportMissing();
      return null;
    }
    const opened = await openPublishedHead(text, signer.publicKey);
    if (opened !== null) return { text, ...opened };
    await this.#keepContradicted(text, 'has a tree head beside it that the key of this installation did not sign');
    return null;
  }

  #reportMissing(): void {
    this.#deps.report({
      message:
        'The newest tree head outside the event log is gone (tree-head.json, or treeHeads in MongoDB). A new one is signed, but it cannot show whether events were cut off the end of the log before: see docs/audit.md',
      severity: 'error',
    });
  }

  async #keepContradicted(text: string, reason: string): Promise<void> {
    const { heads, observer, report } = this.#deps;
    await heads.keepContradicted(text);
    this.#wasContradicted = true;
    observer.contradicted();
    const advice = 'Unless an older copy was restored on purpose, it was damaged or tampered with: see docs/audit.md';
    report({ message: `The event log ${reason}. ${advice}`, severity: 'error' });
  }
}

const isEmptyAfter = (position: Position | null, { events, readTo }: LogPage) =>
  events.length === 0 && readTo === position;

/** @throws Error when the signing key was erased */
async function signerOf(keys: Keys): Promise<HeadSigner> {
  const dataKey = await keys.getOrCreate(SIGNING_SUBJECT);
  if (dataKey === null) throw new Error('The key that signs tree heads was erased');
  return HeadSigner.of(dataKey);
}
