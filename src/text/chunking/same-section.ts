import type { Piece } from './pieces.ts';

export const sameSection = (one: Piece, other: Piece): boolean =>
  one.headings === other.headings ||
  (one.headings.length === other.headings.length &&
    one.headings.every((heading, index) => heading === other.headings[index]));
