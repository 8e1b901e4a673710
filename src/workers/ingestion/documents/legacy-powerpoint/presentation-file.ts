import { CompoundFile } from '../compound-file/compound-file.ts';
import { damaged, PASSWORD_PROTECTED, Unreadable, wrongKind } from '../unreadable.ts';
import { type PptRecord, RECORD, recordAt, recordsIn } from './records.ts';

/** A .ppt file: its document record, and the records (slides, notes) that the document names by number. */
export interface PresentationFile {
  readonly container: CompoundFile;
  readonly document: PptRecord;
  /** Null when the file does not hold it. */
  record(number: number): PptRecord | null;
}

const ENCRYPTED = 0xf3d1c4df;
/** Of a save's record when it also names an encryption. */
const ENCRYPTED_EDIT_BYTES = 32;
const EDIT_BYTES = 28;
/** Each save may add one; a file saved more often was once saved whole. */
const MAX_EDITS = 2_000;
const MAX_RECORDS = 200_000;

/** @throws Unreadable when it is no PowerPoint 97 to 2003 presentation, is encrypted, or its saves cannot be followed. */
export function openPresentation(bytes: Uint8Array): PresentationFile {
  const container = new CompoundFile(bytes);
  const stream = container.stream('PowerPoint Document');
  if (stream === null) throw withoutPresentation(container);
  const user = container.stream('Current User');
  const current = user === null ? null : recordAt(user, 0);
  const head = current?.type === RECORD.currentUser && current.bytes.length >= 12 ? current.bytes : null;
  if (head?.readUInt32LE(4) === ENCRYPTED) throw new Unreadable(PASSWORD_PROTECTED);
  const { places, documentNumber } = followEdits(stream, lastEdit(stream, head?.readUInt32LE(8) ?? null));
  const record = (number: number) => {
    const place = places.get(number);
    return place === undefined ? null : recordAt(stream, place);
  };
  const document = record(documentNumber);
  if (document === null || document.type !== RECORD.document) throw damaged('its list of slides is missing');
  return { container, document, record };
}

function withoutPresentation(container: CompoundFile): Unreadable {
  if (container.has('EncryptedPackage')) return new Unreadable(PASSWORD_PROTECTED);
  if (container.has('PP40')) return new Unreadable('Presentations older than PowerPoint 97 cannot be read');
  return wrongKind('.ppt');
}

/** Where the newest save is described; looked for in the whole stream when the file does not say so. */
function lastEdit(stream: Buffer, said: number | null): number {
  if (said !== null && recordAt(stream, said)?.type === RECORD.userEdit) return said;
  let at = 0;
  let found: number | null = null;
  for (const record of recordsIn(stream)) {
    if (record.type === RECORD.userEdit) found = at;
    at += 8 + record.bytes.length;
  }
  if (found === null) throw damaged('its last save cannot be found');
  return found;
}

/** Every save lists the records that it wrote; the newest place of each counts. */
function followEdits(stream: Buffer, last: number): { places: ReadonlyMap<number, number>; documentNumber: number } {
  const places = new Map<number, number>();
  const seen = new Set<number>();
  let documentNumber: number | null = null;
  for (let at = last; at !== 0 && !seen.has(at) && seen.size < MAX_EDITS; ) {
    seen.add(at);
    const edit = recordAt(stream, at);
    if (edit?.type !== RECORD.userEdit || edit.bytes.length < EDIT_BYTES) break;
    const { bytes } = edit;
    if (bytes.length >= ENCRYPTED_EDIT_BYTES && bytes.readUInt32LE(28) !== 0) throw new Unreadable(PASSWORD_PROTECTED);
    documentNumber ??= bytes.readUInt32LE(16);
    const directory = recordAt(stream, bytes.readUInt32LE(12));
    if (directory?.type !== RECORD.persistDirectory) throw damaged('its last save cannot be understood');
    addPlaces(directory.bytes, places);
    at = bytes.readUInt32LE(8);
  }
  if (documentNumber === null) throw damaged('its last save cannot be understood');
  return { places, documentNumber };
}

/** Stretches of places: the first record's number in 20 bits, how many follow on it in 12. */
function addPlaces(directory: Buffer, places: Map<number, number>): void {
  let at = 0;
  while (at + 4 <= directory.length && places.size < MAX_RECORDS) {
    const head = directory.readUInt32LE(at);
    const count = head >>> 20;
    at += 4;
    for (let index = 0; index < count && at + 4 <= directory.length; index += 1, at += 4) {
      const number = (head & 0xfffff) + index;
      if (!places.has(number)) places.set(number, directory.readUInt32LE(at));
    }
  }
}
