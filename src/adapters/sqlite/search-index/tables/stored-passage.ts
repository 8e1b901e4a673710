import type { SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { Passage } from '../../../../ports/search-index.ts';
import { damageError } from '../../thread/failure.ts';
import { integer } from './columns.ts';

type Row = Readonly<Record<string, SQLOutputValue>>;

/** Checksum of what visitors are shown of a passage. SQLite has none, and would hand out text with a flipped bit. */
export function checksumOf({
  title,
  url,
  headings,
  text,
}: Pick<Passage, 'title' | 'url' | 'headings' | 'text'>): number {
  return [url ?? '', ...headings, text].reduce((sum, part) => crc32(part, sum), crc32(title));
}

/** @throws Error that means damage when the text is not as it was written */
export function readWholePassage(chatbotId: string, row: Row): Passage {
  const passage = readPassage(chatbotId, row);
  if (row.checksum !== null && row.checksum !== checksumOf(passage))
    throw damageError('a passage is not as it was written');
  return passage;
}

/** Takes it as it is, also when it is damaged. */
export function readPassage(chatbotId: string, row: Row): Passage {
  return {
    id: String(row.id),
    chatbotId,
    sourceId: String(row.source_id),
    generation: String(row.generation),
    ordinal: integer(row.ordinal),
    title: String(row.title),
    url: row.url === null ? null : String(row.url),
    headings: readHeadings(row.headings),
    text: String(row.text),
  };
}

function readHeadings(json: unknown): string[] {
  const headings: unknown = JSON.parse(String(json));
  return Array.isArray(headings) ? headings.map(String) : [];
}
