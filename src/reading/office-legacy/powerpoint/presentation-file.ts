import { damaged, PASSWORD_PROTECTED, Unreadable, wrongFormat } from '../../unreadable.ts';
import { CompoundFile } from '../compound-file/compound-file.ts';
import { type PptRecord, RECORD, recordAt, recordsIn } from './records.ts';

/** The document record, and the persist objects (slides, notes) that it refers to. */
export interface PresentationFile {
  readonly container: CompoundFile;
  readonly document: PptRecord;
  /** Returns null when the file does not contain it. */
  record(number: number): PptRecord | null;
}

const TOO_OLD_PRESENTATION = 'Presentations older than PowerPoint 97 cannot be read: save it as .pptx';
const ENCRYPTED = 0xf3d1c4df;
/** Length of a UserEditAtom that refers to an encryption session. */
const ENCRYPTED_EDIT_BYTES = 32;
const EDIT_BYTES = 28;
/** Each incremental save is an edit. */
const MAX_EDITS = 2_000;
const MAX_RECORDS = 200_000;

/** @throws Unreadable when it is no PowerPoint 97 to 2003 file, is encrypted, or has a broken save chain */
export function openPresentation(bytes: Uint8Array): PresentationFile {
  const container = new CompoundFile(bytes);
  const stream = container.stream('PowerPoint Document');
  if (stream === null) throw withoutPresentation(container);
  const user = container.stream('Current User');
  if (user !== null && isOfPowerPoint95(user)) throw new Unreadable(TOO_OLD_PRESENTATION);
  const current = user === null ? null : recordAt(user, 0);
  const head = current?.type === RECORD.currentUser && current.bytes.length >= 12 ? current.bytes : null;
  if (head?.readUInt32LE(4) === ENCRYPTED) throw new Unreadable(PASSWORD_PROTECTED);
  const { places, documentNumber } = followEdits(stream, findLastEdit(stream, head?.readUInt32LE(8) ?? null));
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
  if (container.has('PP40')) return new Unreadable(TOO_OLD_PRESENTATION);
  return wrongFormat('.ppt');
}

/** Holds only the user's name behind its length, without the head of a record. */
const isOfPowerPoint95 = (user: Buffer): boolean => user.length >= 4 && user.readUInt32LE(0) + 4 === user.length;

/** Offset of the newest UserEditAtom. Scans the stream when the file does not state it. */
function findLastEdit(stream: Buffer, said: number | null): number {
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

/** Each incremental save lists the persist objects it wrote; the newest offset of each counts. */
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
    addOffsets(directory.bytes, places);
    at = bytes.readUInt32LE(8);
  }
  if (documentNumber === null) throw damaged('its last save cannot be understood');
  return { places, documentNumber };
}

/** Runs of offsets: the first object's number in 20 bits, their count in 12. */
function addOffsets(directory: Buffer, places: Map<number, number>): void {
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
