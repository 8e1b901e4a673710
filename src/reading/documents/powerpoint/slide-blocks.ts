import type { Block } from '../../../text/document.ts';
import { RowCollector } from './row-collector.ts';

export interface SlideParagraph {
  readonly text: string;
  /** From 0. */
  readonly depth: number;
  readonly bulleted: boolean;
  /** Font size in hundredths of a point, where the text names one. */
  readonly size?: number;
}

export type SlideItem =
  | {
      readonly kind: 'text';
      readonly role: 'title' | 'body' | 'notes' | 'other';
      readonly paragraphs: readonly SlideParagraph[];
    }
  | { readonly kind: 'table'; readonly firstIsHeader: boolean; readonly rows: readonly (readonly string[])[] };

export interface Slide {
  /** From 1. */
  readonly number: number;
  /** Left out of the slide show. */
  readonly isHidden: boolean;
  /** Reading order. */
  readonly items: readonly SlideItem[];
  readonly notes: readonly string[];
  /** Written only where it first appears. */
  readonly footer: string | null;
}

/** A longer title is body text in large letters. */
const MAX_TITLE_CHARACTERS = 300;

/** Titles become headings; speaker notes follow their slide. Hidden slides are read only where all are hidden. */
export function slideBlocks(slides: Iterable<Slide>): Block[] {
  const footers = new Set<string>();
  const shown: Block[] = [];
  const hidden: Block[] = [];
  for (const slide of slides) {
    const footer = slide.isHidden ? null : newFooter(slide, footers);
    const blocks = slide.isHidden ? hidden : shown;
    for (const block of sectionOf(slide, footer)) blocks.push(block);
  }
  return shown.length === 0 ? hidden : shown;
}

/** @param known footers of earlier slides */
function newFooter({ footer }: Slide, known: Set<string>): string | null {
  if (footer === null || footer === '' || known.has(footer)) return null;
  known.add(footer);
  return footer;
}

function sectionOf(slide: Slide, footer: string | null): Block[] {
  const titleItem = slide.items.find((item) => item.kind === 'text' && item.role === 'title' && titleOf(item) !== '');
  const title = titleItem === undefined ? '' : titleOf(titleItem);
  const content = slide.items.filter((item) => item !== titleItem).flatMap(blocksOf);
  if (footer !== null) content.push({ kind: 'paragraph', text: footer });
  const notes = slide.notes.filter((note) => note !== '').map((text): Block => ({ kind: 'paragraph', text }));
  if (title === '' && content.length === 0 && notes.length === 0) return [];
  // Without a heading the slide would belong to the section before.
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
    const rows = new RowCollector((block) => blocks.push(block));
    for (const [index, cells] of item.rows.entries()) rows.addRow(cells, item.firstIsHeader && index === 0);
    rows.endTable();
    return blocks;
  }
  const paragraphs = item.paragraphs.filter(({ text }) => text !== '');
  return paragraphs.map(({ text, depth, bulleted }): Block => {
    // A single bullet is no list.
    const listed = bulleted && paragraphs.length > 1;
    return listed ? { kind: 'list-item', depth, marker: '-', text } : { kind: 'paragraph', text };
  });
}
