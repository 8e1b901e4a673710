import iconv from 'iconv-lite';
import { usableTitle } from '../../document-title.ts';
import type { CompoundFile } from './compound-file.ts';

const CODE_PAGE = 1;
const TITLE = 2;
const VT_LPSTR = 0x1e;
const VT_LPWSTR = 0x1f;
const MAX_PROPERTIES = 200;
const MAX_TITLE_BYTES = 2_000;

/** From the summary information property set ([MS-OLEPS]). */
export function readSummaryTitle(file: CompoundFile): string | null {
  const set = file.stream('\u0005SummaryInformation');
  if (set === null || set.length < 48) return null;
  const section = set.subarray(set.readUInt32LE(44));
  if (section.length < 8) return null;
  const properties = new Map<number, Buffer>();
  for (let index = 0; index < Math.min(section.readUInt32LE(4), MAX_PROPERTIES); index += 1) {
    const at = 8 + index * 8;
    if (at + 8 > section.length) break;
    properties.set(section.readUInt32LE(at), section.subarray(section.readUInt32LE(at + 4)));
  }
  const title = properties.get(TITLE);
  if (title === undefined || title.length < 8) return null;
  const length = Math.min(title.readUInt32LE(4), MAX_TITLE_BYTES);
  const text = decoded(title.readUInt32LE(0), title.subarray(8), length, codePageOf(properties.get(CODE_PAGE)));
  return usableTitle(text.replace(/\0[\s\S]*$/, ''));
}

const codePageOf = (value: Buffer | undefined) =>
  value === undefined || value.length < 6 ? 1252 : value.readUInt16LE(4);

function decoded(type: number, value: Buffer, length: number, codePage: number): string {
  if (type === VT_LPWSTR) return value.toString('utf16le', 0, length * 2);
  if (type !== VT_LPSTR) return '';
  const bytes = value.subarray(0, length);
  if (codePage === 1200) return bytes.toString('utf16le');
  if (codePage === 65001) return bytes.toString('utf8');
  if (codePage === 10000) return iconv.decode(bytes, 'macintosh');
  const encoding = `cp${codePage}`;
  return iconv.decode(bytes, iconv.encodingExists(encoding) ? encoding : 'windows-1252');
}
