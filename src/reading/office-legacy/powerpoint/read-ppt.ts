import type { DocumentContent } from '../../document-content.ts';
import { type Slide, slideBlocks } from '../../documents/powerpoint/slide-blocks.ts';
import { damaged } from '../../unreadable.ts';
import { readSummaryTitle } from '../compound-file/summary-title.ts';
import { openPresentation, type PresentationFile } from './presentation-file.ts';
import { childOf, childrenOf, type PptRecord, RECORD } from './records.ts';
import { itemsOf } from './shapes.ts';
import { type ShapeText, textsIn } from './slide-text.ts';

/** Instances of the slide list record. */
const SLIDE_LIST = 0;
const NOTES_LIST = 2;
const FOOTER_INSTANCE = 2;
const MAX_SLIDES = 10_000;
/** Place of the flags in the record of the slide show, and the one of a slide that it leaves out. */
const FLAGS_AT = 10;
const HIDDEN = 0x04;

/** PowerPoint 97 to 2003: slides in presentation order with their notes. Masters are not read. */
export function readPpt(bytes: Uint8Array): DocumentContent {
  const file = openPresentation(bytes);
  const footer = footerOf(file.document);
  const notes = notesBySlide(file);
  const slides = [...slidesIn(file, SLIDE_LIST)].map(({ record, id, outline }, index): Slide => {
    if (record === null || record.type !== RECORD.slide) throw damaged('a slide is missing');
    return {
      number: index + 1,
      isHidden: isHidden(record),
      items: itemsOf(record, outline),
      notes: notes.get(id) ?? [],
      footer: footerOf(record) ?? footer,
    };
  });
  return { title: readSummaryTitle(file.container), language: null, blocks: slideBlocks(slides) };
}

interface ListedSlide {
  readonly record: PptRecord | null;
  readonly id: number;
  /** The slide's shapes refer to outline texts by index. */
  readonly outline: readonly ShapeText[];
}

/** Slides in the order of the document's list. */
function* slidesIn(file: PresentationFile, kind: number): Generator<ListedSlide> {
  const seen = new Set<number | null>();
  for (const list of childrenOf(file.document)) {
    if (list.type !== RECORD.slideList || list.instance !== kind) continue;
    for (const { persist, texts } of persistsIn(list)) {
      const record = file.record(persist.bytes.readUInt32LE(0));
      const place = record?.bytes.byteOffset ?? null;
      // A hostile list may name one slide without end, also by many numbers.
      if (seen.has(place) || seen.size >= MAX_SLIDES) continue;
      seen.add(place);
      yield { record, id: persist.bytes.readUInt32LE(12), outline: textsIn(texts) };
    }
  }
}

function persistsIn(list: PptRecord): readonly { persist: PptRecord; texts: readonly PptRecord[] }[] {
  const found: { persist: PptRecord; texts: PptRecord[] }[] = [];
  for (const record of childrenOf(list)) {
    if (record.type !== RECORD.slidePersist) found.at(-1)?.texts.push(record);
    else if (record.bytes.length >= 16) found.push({ persist: record, texts: [] });
  }
  return found;
}

function notesBySlide(file: PresentationFile): ReadonlyMap<number, readonly string[]> {
  const notes = new Map<number, readonly string[]>();
  for (const { record, outline } of slidesIn(file, NOTES_LIST)) {
    const atom = record?.type === RECORD.notes ? childOf(record, RECORD.notesAtom) : null;
    if (record === null || atom === null || atom.bytes.length < 4) continue;
    const texts = itemsOf(record, outline).flatMap((item) =>
      item.kind === 'text' && item.role === 'notes' ? [item] : [],
    );
    notes.set(
      atom.bytes.readUInt32LE(0),
      texts.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)),
    );
  }
  return notes;
}

function isHidden(slide: PptRecord): boolean {
  const show = childOf(slide, RECORD.slideShow);
  return show !== null && show.bytes.length > FLAGS_AT && (show.bytes.readUInt8(FLAGS_AT) & HIDDEN) !== 0;
}

function footerOf(record: PptRecord): string | null {
  const settings = childOf(record, RECORD.headersFooters);
  if (settings === null) return null;
  for (const string of childrenOf(settings)) {
    if (string.type === RECORD.string && string.instance === FOOTER_INSTANCE)
      return string.bytes.toString('utf16le').trim();
  }
  return null;
}
