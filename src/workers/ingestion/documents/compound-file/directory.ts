interface Entry {
  readonly name: string;
  readonly kind: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

interface Place {
  readonly start: number;
  /** Bytes. */
  readonly size: number;
}

const ENTRY_BYTES = 128;
const MAX_ENTRIES = 50_000;
const STORAGE = 1;
const STREAM = 2;
const ROOT = 5;

/** What stands right below the root, by lower-case name. What is embedded deeper is another document's. */
export function readDirectory(bytes: Buffer): { root: Place | null; streams: ReadonlyMap<string, Place> } {
  const streams = new Map<string, Place>();
  const root = entryAt(bytes, 0);
  if (root === null || root.kind !== ROOT) return { root: null, streams };
  const seen = new Set<number>();
  const waiting = [root.child];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (seen.has(index) || seen.size >= MAX_ENTRIES) continue;
    seen.add(index);
    const entry = entryAt(bytes, index);
    if (entry === null) continue;
    if (entry.kind === STREAM || entry.kind === STORAGE) {
      const { start, size } = entry;
      streams.set(entry.name.toLowerCase(), entry.kind === STREAM ? { start, size } : { start, size: 0 });
    }
    waiting.push(entry.left, entry.right);
  }
  return { root, streams };
}

function entryAt(bytes: Buffer, index: number): Entry | null {
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
