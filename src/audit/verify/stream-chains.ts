/** Checks revisions and hash chain of every stream, in log order, with bounded memory. */
import { chainHash } from '../../event-log/chain.ts';
import type { Position, ReadableLog, StoredEvent } from '../../ports/event-log.ts';

/** Streams whose last event is remembered, some 200 bytes each. Others are looked up in the log. */
const MAX_STREAMS = 100_000;

interface Link {
  readonly revision: number;
  readonly position: Position;
  readonly hash: string;
}

export interface ChainFlaw {
  readonly position: Position;
  readonly revision: number;
  readonly problem: string;
}

export class StreamChains {
  readonly #log: ReadableLog;
  readonly #maxStreams: number;
  /** Ordered by their last events. */
  readonly #last = new Map<string, Link>();

  constructor(log: ReadableLog, maxStreams = MAX_STREAMS) {
    this.#log = log;
    this.#maxStreams = maxStreams;
  }

  /** Events come in log order. */
  async add(event: StoredEvent): Promise<ChainFlaw | null> {
    const { stream, revision, position, metadata } = event;
    const previous = this.#last.get(stream) ?? (await this.#lookUp(event));
    this.#remember(stream, { revision, position, hash: chainHash(stream, revision, event) });
    if (previous === null) {
      if (revision !== 0) return { position, revision, problem: 'does not follow an event of its stream' };
      return metadata.previous === null ? null : { position, revision, problem: 'is not the first of its stream' };
    }
    if (previous.revision >= revision)
      return { position, revision, problem: 'was moved or added: its stream is further' };
    if (previous.revision < revision - 1) {
      return { position, revision, problem: `follows revision ${previous.revision}: events of its stream are missing` };
    }
    if (metadata.previous === previous.hash) return null;
    const problem = `was changed, or its successor at position ${position} was: that holds the hash of another event`;
    return { position: previous.position, revision: previous.revision, problem };
  }

  #remember(stream: string, link: Link): void {
    this.#last.delete(stream);
    this.#last.set(stream, link);
    if (this.#last.size <= this.#maxStreams) return;
    for (const oldest of this.#last.keys()) {
      this.#last.delete(oldest);
      return;
    }
  }

  async #lookUp({ stream, revision, position }: StoredEvent): Promise<Link | null> {
    if (revision === 0) return null;
    const [found] = await this.#log.readStream(stream, { fromRevision: revision - 1, limit: 1 });
    if (found === undefined || found.position >= position) return null;
    return { revision: found.revision, position: found.position, hash: chainHash(stream, found.revision, found) };
  }
}
