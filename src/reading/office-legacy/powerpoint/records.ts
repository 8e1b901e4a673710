/** A record ([MS-PPT] 2.3.1): type, length, and either data or further records. */
export interface PptRecord {
  readonly type: number;
  readonly instance: number;
  readonly version: number;
  /** Truncated to what the file holds. */
  readonly bytes: Buffer;
}

export const RECORD = {
  document: 0x03e8,
  slide: 0x03ee,
  notes: 0x03f0,
  slideAtom: 0x03ef,
  notesAtom: 0x03f1,
  slidePersist: 0x03f3,
  slideShow: 0x03f9,
  slideList: 0x0ff0,
  userEdit: 0x0ff5,
  currentUser: 0x0ff6,
  persistDirectory: 0x1772,
  drawing: 0x040c,
  shapeTree: 0xf002,
  shapeGroup: 0xf003,
  shape: 0xf004,
  groupShapeData: 0xf122,
  childAnchor: 0xf00f,
  clientTextbox: 0xf00d,
  clientData: 0xf011,
  placeholder: 0x0bc3,
  outlineTextRef: 0x0f9e,
  textHeader: 0x0f9f,
  textChars: 0x0fa0,
  textBytes: 0x0fa8,
  headersFooters: 0x0fd9,
  string: 0x0fba,
} as const;

const HEADER_BYTES = 8;
const CONTAINER_VERSION = 0xf;
/** Nested groups. */
const MAX_DEPTH = 40;

export function recordAt(bytes: Buffer, at: number): PptRecord | null {
  if (at < 0 || at + HEADER_BYTES > bytes.length) return null;
  const head = bytes.readUInt16LE(at);
  const start = at + HEADER_BYTES;
  return {
    type: bytes.readUInt16LE(at + 2),
    instance: head >>> 4,
    version: head & 0xf,
    bytes: bytes.subarray(start, start + bytes.readUInt32LE(at + 4)),
  };
}

/** Records in order. */
export function* recordsIn(bytes: Buffer): Generator<PptRecord> {
  let at = 0;
  for (let record = recordAt(bytes, at); record !== null; record = recordAt(bytes, at)) {
    yield record;
    at += HEADER_BYTES + record.bytes.length;
  }
}

export const childrenOf = (record: PptRecord): Generator<PptRecord> => recordsIn(record.bytes);

export function childOf(record: PptRecord, type: number): PptRecord | null {
  for (const child of childrenOf(record)) if (child.type === type) return child;
  return null;
}

/** Depth first. */
export function* descendantsOf(record: PptRecord, depth = 0): Generator<PptRecord> {
  for (const child of childrenOf(record)) {
    yield child;
    if (child.version === CONTAINER_VERSION && depth < MAX_DEPTH) yield* descendantsOf(child, depth + 1);
  }
}
