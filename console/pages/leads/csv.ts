/** Leads as CSV (RFC 4180) that no spreadsheet runs. Pure. */
import type { Lead } from '../../api/types.ts';

const COLUMNS = ['Name', 'Email', 'Phone', 'Captured at', 'Conversation'] as const;

/** A spreadsheet takes a cell that begins like this for a formula, also behind what cannot be seen, and in full width. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠|%]/u;
/** Separators that may end a cell too: where lists are separated by `;`, as in German, quotes hold only at the beginning of a line. */
const CELL_BEGINS = /(?<=[;\t\r\n])/;

/** @param addressOf page of a conversation */
export function leadsCsv(leads: readonly Lead[], addressOf: (lead: Lead) => string): string {
  const rows = leads.map((lead) => [lead.name, lead.email, lead.phone, lead.capturedAt, addressOf(lead)]);
  const lines = [COLUMNS, ...rows].map((cells) => cells.map((cell) => cellOf(cell ?? '')).join(','));
  // Excel reads UTF-8 only after a byte order mark.
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/** Quoted, and with an apostrophe before what would be a formula: spreadsheets then show it as text. */
function cellOf(text: string): string {
  const parts = text.split(CELL_BEGINS).map((part) => (FORMULA.test(part) ? `'${part}` : part));
  const inert = parts.join('');
  return `"${inert.replaceAll('"', '""')}"`;
}
