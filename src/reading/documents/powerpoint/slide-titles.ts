/** Titles of slides made without a layout, as design tools export them: every text is a box, and the title the one in the largest letters. */
import type { SlideItem } from './slide-blocks.ts';

type SlideText = SlideItem & { readonly kind: 'text' };

const MAX_CHARACTERS = 100;
/** Size as a multiple of that of the other texts. */
const MIN_LARGER = 1.2;

/** Gives the role of the title to a text in larger letters than all others, if no text has it. */
export function withTitle(items: readonly SlideItem[]): readonly SlideItem[] {
  const texts = items.filter((item): item is SlideText => item.kind === 'text');
  if (items.length < 2 || texts.some(({ role }) => role === 'title')) return items;
  const [largest, second] = texts.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  if (largest?.role !== 'other' || sizeOf(largest) < MIN_LARGER * sizeOf(second)) return items;
  const text = largest.paragraphs.map((paragraph) => paragraph.text).join(' ');
  if (text.length > MAX_CHARACTERS || !/\p{L}{2}/u.test(text)) return items;
  return items.map((item) => (item === largest ? { ...largest, role: 'title' } : item));
}

/** PowerPoint's for text boxes and for points, in hundredths of a point. */
const USUAL_SIZE = 1800;
const USUAL_BODY_SIZE = 2800;

function sizeOf(text: SlideText | undefined): number {
  if (text === undefined) return 0;
  const own = text.paragraphs.reduce((most, { size = 0 }) => Math.max(most, size), 0);
  return own || (text.role === 'body' ? USUAL_BODY_SIZE : USUAL_SIZE);
}
