import type { Block } from '../../../text/document.ts';
import { RowCollector } from './row-collector.ts';

export interface SlideParagraph {
  readonly text: string;
  /** Of a list, from 0. */
  readonly depth: number;
  readonly bulleted: boolean;
}

export type SlideItem =
  | {
      readonly kind: 'text';
      readonly role: 'title' | 'body' | 'notes' | 'other';
      readonly paragraphs: readonly SlideParagraph[];
    }
  | { readonly kind: 'table'; readonly firstIsHeader: boolean; readonly rows: readonly (readonly string[])[] };

/** What one slide says. */
export interface Slide {
  /** Its place in the presentation, from 1. */
  readonly number: number;
  /** In reading order. */
  readonly items: readonly SlideItem[];
  /** What its speaker wrote below it. */
  readonly notes: readonly string[];
  /** The line at its foot; said once, where it first appears. */
  readonly foot: string | null;
}

/** A title longer than this is text in large letters. */
const MAX_TITLE_CHARACTERS = 300;

/** Slides as sections: their titles as headings, lists and tables as such, the speaker's notes below their slide. */
export function slideBlocks(slides: Iterable<Slide>): Block[] {
  const feet = new Set<string>();
  const blocks: Block[] = [];
  for (const slide of slides) {
    const { foot } = slide;
    const isNew = foot !== null && foot !== '' && !feet.has(foot);
    if (isNew) feet.add(foot);
    blocks.push(...sectionOf(slide, isNew ? foot : null));
  }
  return blocks;
}

function sectionOf(slide: Slide, foot: string | null): Block[] {
  const titleItem = slide.items.find((item) => item.kind === 'text' && item.role === 'title' && titleOf(item) !== '');
  const title = titleItem === undefined ? '' : titleOf(titleItem);
  const content = slide.items.filter((item) => item !== titleItem).flatMap(blocksOf);
  if (foot !== null) content.push({ kind: 'paragraph', text: foot });
  const notes = slide.notes.filter((note) => note !== '').map((text): Block => ({ kind: 'paragraph', text }));
  if (title === '' && content.length === 0 && notes.length === 0) return [];
  // Without a heading of its own, a slide would seem to belong to the one before.
  const heading: Block = { kind: 'heading', level: 1, text: title === '' ? `Slide ${slide.number}` : title };
  if (notes.length === 0) return [heading, ...content];
  return [heading, ...content, { kind: 'heading', level: 2, text: 'Notes' }, ...notes];
}

function titleOf(item: SlideItem): string {
  if (item.kind !== 'text') return '';
  const text = item.paragraphs
    .map((paragraph) => paragraph.text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > MAX_TITLE_CHARACTERS ? '' : text;
}

function blocksOf(item: SlideItem): Block[] {
  if (item.kind === 'table') {
    const blocks: Block[] = [];
    const rows = new RowCollector((table) => blocks.push(...table));
    for (const [index, cells] of item.rows.entries()) rows.row(cells, item.firstIsHeader && index === 0);
    rows.end();
    return blocks;
  }
  const paragraphs = item.paragraphs.filter(({ text }) => text !== '');
  return paragraphs.map(({ text, depth, bulleted }): Block => {
    // A single point is no list.
    const listed = bulleted && paragraphs.length > 1;
    return listed ? { kind: 'list-item', depth, marker: '-', text } : { kind: 'paragraph', text };
  });
}
