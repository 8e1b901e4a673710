/** Writes tables as Markdown: few rows as "header: value" lines, more as a table. */

import { cutText } from '../../../text/cut-text.ts';
import type { PassageBlock } from '../passages/sections.ts';
import { cellsOf } from '../passages/table-rows.ts';

const MAX_ROWS = 15;
/** Most rows that are written as lines. */
const MAX_LISTED_ROWS = 2;
const MAX_CELL = 300;
/** A name that says nothing without its header: "C" of "Band". */
const BARE_NAME = /^(?:\p{L}|\p{N}{1,3})$/u;

export function tableMarkdown({ header, units }: Pick<PassageBlock, 'header' | 'units'>): string {
  const rows = units.slice(0, MAX_ROWS).map(({ markdown }) => cellsOf(markdown));
  const width = Math.max(...rows.map((row) => row.length));
  if (width <= 2 && header === null) return rows.map(pairLine).join('\n');
  if (header === null || rows.length <= MAX_LISTED_ROWS) return rows.map((row) => rowLines(row, header)).join('\n\n');
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  return [line(header), line(Array.from({ length: width }, () => '---')), ...rows.map(line)].join('\n');
}

function pairLine([name = '', value]: readonly string[]): string {
  return value === undefined || value === '' ? `- ${cut(name)}` : `- ${cut(name)}: ${cut(value)}`;
}

function rowLines([name = '', ...values]: readonly string[], header: readonly string[] | null): string {
  const [nameLabel = '', ...labels] = header ?? [];
  const title = BARE_NAME.test(name) && nameLabel !== '' ? `${nameLabel}: ${name}` : name;
  const lines = values.flatMap((value, at) => {
    const label = labels[at] ?? '';
    if (value === '') return [];
    return [label === '' ? `- ${cut(value)}` : `- ${label}: ${cut(value)}`];
  });
  return name === '' ? lines.join('\n') : [`**${cut(title).replaceAll('*', '')}**`, ...lines].join('\n');
}

const cut = (cell: string) => (cell.length > MAX_CELL ? `${cutText(cell, MAX_CELL - 1).trimEnd()}…` : cell);
