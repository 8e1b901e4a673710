import type { SQLOutputValue } from 'node:sqlite';
import type { Passage } from '../../../../ports/search-index.ts';
import { integer } from './columns.ts';

export function readPassage(chatbotId: string, row: Readonly<Record<string, SQLOutputValue>>): Passage {
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
