/**
 * Records signed tree heads in the log. All nodes append to one stream; optimistic concurrency lets one of them record each
 * head.
 */
import type { TreeHeadEvent } from '../domain/tree-head/events.ts';
import { TREE_HEAD_STREAM_ID, type TreeHeadState, treeHead } from '../domain/tree-head/tree-head.ts';
import { chainHash } from '../event-log/chain.ts';
import type { CommandContext, EventStore, LoadedAggregate } from '../event-log/event-store.ts';
import { type HeadRecord, toHeadRecord } from '../event-log/tree/signed-head.ts';
import type { Clock, Ids } from '../ports/clock.ts';
import type { ReadableLog, StoredEvent } from '../ports/event-log.ts';

export const TREE_HEAD_STREAM = `${treeHead.category}-${TREE_HEAD_STREAM_ID}`;

/** Finds the stream's last event by O(log n) reads. @param known a revision that exists, where one is known */
export async function lastEventOf(log: ReadableLog, stream: string, known = 0): Promise<StoredEvent | null> {
  const at = async (fromRevision: number) => (await log.readStream(stream, { fromRevision, limit: 1 }))[0] ?? null;
  let last = await at(known);
  if (last === null) return known === 0 ? null : lastEventOf(log, stream);
  let low = Math.max(known, last.revision);
  let end: number | null = null;
  for (let step = 1; end === null || low + 1 < end; step *= 2) {
    const probe: number = end === null ? low + step : Math.floor((low + end) / 2);
    const found = await at(probe);
    if (found === null) end = probe;
    else {
      last = found;
      low = Math.max(probe, found.revision);
    }
  }
  return last;
}

export type LoadedTreeHeads = LoadedAggregate<TreeHeadState>;

interface RecordedTreeHead {
  readonly loaded: LoadedTreeHeads;
  /** The newest head in the log; null when there is none, or when the event is malformed. */
  readonly record: HeadRecord | null;
}

export class TreeHeadCommands {
  readonly #log: ReadableLog;
  readonly #eventStore: EventStore;
  readonly #clock: Clock;
  readonly #ids: Ids;

  constructor(deps: { log: ReadableLog; eventStore: EventStore; clock: Clock; ids: Ids }) {
    this.#log = deps.log;
    this.#eventStore = deps.eventStore;
    this.#clock = deps.clock;
    this.#ids = deps.ids;
  }

  /** Reads the last event alone, however many heads there are. */
  async newest(knownRevision = 0): Promise<RecordedTreeHead> {
    const last = await lastEventOf(this.#log, TREE_HEAD_STREAM, knownRevision);
    const base = { stream: TREE_HEAD_STREAM, recentCommands: [] };
    if (last === null) {
      const state = treeHead.initial;
      return { loaded: { ...base, state, revision: 'no-stream', position: null, chain: null }, record: null };
    }
    const record = last.type === 'TreeHeadSigned' ? toHeadRecord(last.data) : null;
    const { revision, position } = last;
    const chain = chainHash(TREE_HEAD_STREAM, revision, last);
    return { loaded: { ...base, state: { size: record?.size ?? 0 }, revision, position, chain }, record };
  }

  /** Returns false when another node was first, or when the log holds a head of this size. */
  async record(record: HeadRecord, loaded: LoadedTreeHeads): Promise<boolean> {
    const signed: TreeHeadEvent['data'] = record;
    const decision = treeHead.decide({ type: 'RecordTreeHead', signed }, loaded.state);
    if (!decision.ok) return false;
    const context: CommandContext = {
      commandId: this.#ids.next(),
      actor: { kind: 'system', part: 'tree-heads' },
      at: this.#clock.now(),
    };
    return (await this.#eventStore.append(loaded, decision.value, context)).ok;
  }
}
