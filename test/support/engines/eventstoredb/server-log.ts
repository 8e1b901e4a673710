/** The disk of an EventStoreDB: it survives a restart of the server that runs on it. */
import { randomUUID } from 'node:crypto';

export interface ProposedEvent {
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface StoredRecord extends ProposedEvent {
  readonly stream: string;
  readonly revision: number;
  /** Place of its record in the transaction file: commit and prepare position alike. */
  readonly position: bigint;
  readonly createdMs: number;
}

/** `no-stream`, `any`, or the revision of the last event. */
export type Expected = number | 'no-stream' | 'any';

export type Appended =
  | { readonly ok: true; readonly last: StoredRecord }
  | { readonly ok: false; readonly actual: number | 'no-stream' };

const text = new TextEncoder();
/** Bytes of a record besides its contents. */
const recordOverhead = 87n;

export function jsonRecord(type: string, data: unknown, metadata?: unknown): ProposedEvent {
  return {
    id: randomUUID(),
    type,
    isJson: true,
    data: text.encode(JSON.stringify(data)),
    metadata: metadata === undefined ? new Uint8Array() : text.encode(JSON.stringify(metadata)),
  };
}

export class ServerLog {
  readonly records: StoredRecord[] = [];
  readonly #streams = new Map<string, StoredRecord[]>();
  readonly #truncatedBefore = new Map<string, number>();
  readonly #growth = new Set<() => void>();
  /** An empty database has records of its own in front of the first event. */
  #end = 1311n;

  constructor() {
    this.append('$users', 'any', [jsonRecord('$User', 'admin')]);
  }

  stream(name: string): readonly StoredRecord[] {
    const from = this.#truncatedBefore.get(name) ?? 0;
    return (this.#streams.get(name) ?? []).filter((record) => record.revision >= from);
  }

  exists(name: string): boolean {
    return this.#streams.has(name);
  }

  /** Index of the first record at the position or behind it. */
  indexFrom(position: bigint): number {
    let [from, to] = [0, this.records.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.records[middle]?.position ?? position) < position) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  find(name: string, revision: number): StoredRecord | undefined {
    return this.stream(name).find((record) => record.revision === revision);
  }

  /** As the server's index writer decides: ids that stand already behind the version expected are the same append again. */
  append(stream: string, expected: Expected, events: readonly ProposedEvent[]): Appended {
    const records = this.#streams.get(stream) ?? [];
    const actual = records.length - 1;
    const wanted = expected === 'any' ? actual : expected === 'no-stream' ? -1 : expected;
    if (wanted < actual) {
      const same = events.every((event, index) => records[wanted + 1 + index]?.id === event.id);
      const last = records[wanted + events.length];
      if (same && last !== undefined) return { ok: true, last };
    }
    if (wanted !== actual) return { ok: false, actual: actual === -1 ? 'no-stream' : actual };
    for (const event of events) {
      const record = { ...event, stream, revision: records.length, position: this.#end, createdMs: Date.now() };
      this.#end +=
        recordOverhead + BigInt(stream.length + event.type.length + event.data.length + event.metadata.length);
      records.push(record);
      this.records.push(record);
    }
    this.#streams.set(stream, records);
    for (const wake of [...this.#growth]) wake();
    const last = records.at(-1);
    if (last === undefined) throw new Error('An append without events');
    return { ok: true, last };
  }

  /** Another disk with the same records. */
  copy(): ServerLog {
    const copy = new ServerLog();
    copy.records.length = 0;
    copy.#streams.clear();
    for (const record of this.records.map((each) => ({ ...each }))) {
      copy.records.push(record);
      copy.#streams.set(record.stream, [...(copy.#streams.get(record.stream) ?? []), record]);
    }
    copy.#end = this.#end;
    return copy;
  }

  /** Takes a record out of the transaction file, as somebody at the disk could. */
  remove(record: StoredRecord): void {
    const others = (records: readonly StoredRecord[]) => records.filter((each) => each !== record);
    this.records.splice(0, this.records.length, ...others(this.records));
    this.#streams.set(record.stream, others(this.#streams.get(record.stream) ?? []));
  }

  /** Sets `$tb` in the stream's metadata, which is an event too. */
  truncate(stream: string, before: number): void {
    this.#truncatedBefore.set(stream, before);
    this.append(`$$${stream}`, 'any', [jsonRecord('$metadata', { $tb: before })]);
  }

  /** Resolves when events have been appended, or when the signal aborts. */
  grown(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#growth.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#growth.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  onGrowth(listener: () => void): () => void {
    this.#growth.add(listener);
    return () => this.#growth.delete(listener);
  }
}
