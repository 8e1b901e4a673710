interface DirectoryEntry {
  readonly name: string;
  readonly kind: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

interface StreamLocation {
  readonly start: number;
  /** Bytes. */
  readonly size: number;
}

const ENTRY_BYTES = 128;
const MAX_ENTRIES = 50_000;
const STORAGE = 1;
const STREAM = 2;
const ROOT = 5;

/** Entries of the root storage by lower-case name. Deeper entries belong to embedded documents. */
export function readDirectory(bytes: Buffer): {
  root: StreamLocation | null;
  streams: ReadonlyMap<string, StreamLocation>;
} {
  const streams = new Map<string, StreamLocation>();
  const root = readEntry(bytes, 0);
  if (root === null || root.kind !== ROOT) return { root: null, streams };
  for (const { name, kind, start, size } of entriesFrom(bytes, root.child)) {
    if (kind === STREAM) streams.set(name.toLowerCase(), { start, size });
    if (kind === STORAGE) streams.set(name.toLowerCase(), { start, size: 0 });
  }
  return { root, streams };
}

/** Entries of one storage are a tree. A damaged file may make a ring of them. */
function* entriesFrom(bytes: Buffer, first: number): Generator<DirectoryEntry> {
  const seen = new Set<number>();
  const waiting = [first];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (seen.has(index) || seen.size >= MAX_ENTRIES) continue;
    seen.add(index);
    const entry = readEntry(bytes, index);
    if (entry === null) continue;
    yield entry;
    waiting.push(entry.left, entry.right);
  }
}

function readEntry(bytes: Buffer, index: number): DirectoryEntry | null {
  const at = index * ENTRY_BYTES;
  if (at + ENTRY_BYTES > bytes.length) return null;
  const nameBytes = Math.min(64, Math.max(2, bytes.readUInt16LE(at + 64))) - 2;
  return {
    name: bytes.toString('utf16le', at, at + nameBytes),
    kind: bytes.readUInt8(at + 66),
    left: bytes.readUInt32LE(at + 68),
    right: bytes.readUInt32LE(at + 72),
    child: bytes.readUInt32LE(at + 76),
    start: bytes.readUInt32LE(at + 116),
    size: bytes.readUInt32LE(at + 120),
  };
}
