import { childOf, childrenOf, type PptRecord, RECORD } from './records.ts';

/** [MS-PPT] 2.13.33 */
export type TextRole = 'title' | 'body' | 'notes' | 'other';

export interface ShapeText {
  readonly role: TextRole;
  /** Paragraphs may contain line breaks. */
  readonly paragraphs: readonly string[];
}

const ROLES: readonly TextRole[] = ['title', 'body', 'notes', 'notes', 'other', 'body', 'title', 'body', 'body'];
/** An asterisk in the text stands for the slide number, date, header or footer. */
const METACHARACTERS = new Set([0x0fd8, 0x0ff7, 0x0ff8, 0x0ff9, 0x0ffa, 0x1015]);

/** Each text starts with a header that gives its role. */
export function textsIn(records: Iterable<PptRecord>): readonly ShapeText[] {
  const texts: OpenText[] = [];
  for (const record of records) {
    const open = texts.at(-1);
    if (record.type === RECORD.textHeader) texts.push({ role: roleOf(record), units: '', standIns: [] });
    else if (open !== undefined) addRecord(open, record);
  }
  return texts.map(({ role, units, standIns }) => ({ role, paragraphs: paragraphsOf(units, standIns) }));
}

interface OpenText {
  readonly role: TextRole;
  units: string;
  /** Places of metacharacters. */
  readonly standIns: number[];
}

function roleOf({ bytes }: PptRecord): TextRole {
  const kind = bytes.length >= 4 ? bytes.readUInt32LE(0) : -1;
  return ROLES[kind] ?? 'other';
}

function addRecord(text: OpenText, { type, bytes }: PptRecord): void {
  if (type === RECORD.textChars) text.units = bytes.toString('utf16le');
  if (type === RECORD.textBytes) text.units = bytes.toString('latin1');
  if (METACHARACTERS.has(type) && bytes.length >= 4) text.standIns.push(bytes.readUInt32LE(0));
}

function paragraphsOf(units: string, standIns: readonly number[]): readonly string[] {
  const hidden = new Set(standIns);
  const text =
    hidden.size === 0
      ? units
      : units
          .split('')
          .filter((_, index) => !hidden.has(index))
          .join('');
  return text.split('\r').map(readable);
}

const readable = (text: string) =>
  text
    .replaceAll('\u000b', '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replace(/[\uf000-\uf0ff]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

/** A shape's own text, or the outline text it refers to. */
export function textOfShape(shape: PptRecord, outline: readonly ShapeText[]): ShapeText | null {
  const box = childOf(shape, RECORD.clientTextbox);
  if (box === null) return null;
  const reference = childOf(box, RECORD.outlineTextRef);
  if (reference !== null && reference.bytes.length >= 4) return outline[reference.bytes.readUInt32LE(0)] ?? null;
  return textsIn(childrenOf(box))[0] ?? null;
}
