import { type Piece, tableLine } from './pieces.ts';

export function commonHeadings(pieces: readonly Piece[]): readonly string[] {
  const [first, ...rest] = pieces;
  let length = first?.headings.length ?? 0;
  for (const piece of rest) {
    let same = 0;
    while (same < length && piece.headings[same] === first?.headings[same]) same += 1;
    length = same;
  }
  return first?.headings.slice(0, length) ?? [];
}

/** Headings below `common` are written where they begin; a table begins with its header. */
export function renderPieces(pieces: readonly Piece[], common: readonly string[]): string {
  const parts: string[] = [];
  let previous: Piece | undefined;
  for (const piece of pieces) {
    const sameBlock = previous?.block === piece.block;
    if (sameBlock) {
      if (!piece.continues) parts.push('\n');
    } else {
      if (previous?.block.kind === 'code') parts.push('\n```');
      parts.push(opening(piece, previous, common));
    }
    parts.push(piece.text);
    previous = piece;
  }
  if (previous?.block.kind === 'code') parts.push('\n```');
  const lines = parts.join('').split('\n');
  return lines
    .map((line) => line.trimEnd())
    .filter((line, index, all) => line !== '' || all[index - 1] !== '')
    .join('\n')
    .trim();
}

/** Text between the previous block and this one. */
function opening(piece: Piece, previous: Piece | undefined, common: readonly string[]): string {
  const headings = newHeadings(piece, previous, common);
  const inList = previous?.block.kind === 'list-item' && piece.block.kind === 'list-item' && headings === '';
  const gap = previous === undefined ? '' : inList ? '\n' : '\n\n';
  const header = piece.block.kind === 'table' && piece.block.rows.length > 0 ? piece.block.header : null;
  const rule = header === null ? '' : `${'--- | '.repeat(header.split(' | ').length).slice(0, -3)}\n`;
  const fence = piece.block.kind === 'code' ? '```\n' : '';
  return `${gap}${headings}${header === null ? '' : `${tableLine(header)}\n${rule}`}${fence}`;
}

function newHeadings(piece: Piece, previous: Piece | undefined, common: readonly string[]): string {
  const before = previous?.headings ?? common;
  let same = common.length;
  while (same < piece.headings.length && same < before.length && piece.headings[same] === before[same]) same += 1;
  if (previous === undefined) same = common.length;
  return piece.headings
    .slice(same)
    .map((heading, index) => `${'#'.repeat(Math.min(same + index + 1, 6))} ${heading}\n\n`)
    .join('');
}
