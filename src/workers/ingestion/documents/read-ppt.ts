import { summaryTitle } from './compound-file/summary-title.ts';
import type { DocumentContent } from './document-content.ts';
import { openPresentation, type PresentationFile } from './legacy-powerpoint/presentation-file.ts';
import { childOf, childrenOf, type PptRecord, RECORD } from './legacy-powerpoint/records.ts';
import { itemsOf } from './legacy-powerpoint/shapes.ts';
import { type ShapeText, textsIn } from './legacy-powerpoint/slide-text.ts';
import { type Slide, slideBlocks } from './slide-blocks.ts';
import { damaged } from './unreadable.ts';

/** Which slides a list is of. */
const SLIDES = 0;
const NOTES = 2;
const FOOT = 2;
const MAX_SLIDES = 10_000;

/** PowerPoint 97 to 2003: slides in the order in which they are shown, with their notes. Masters and their prompts are not read. */
export function readPpt(bytes: Uint8Array): DocumentContent {
  const file = openPresentation(bytes);
  const foot = footOf(file.document);
  const notes = notesBySlide(file);
  const slides = [...listedIn(file, SLIDES)].map(({ record, id, outline }, index): Slide => {
    if (record === null || record.type !== RECORD.slide) throw damaged('a slide is missing');
    return {
      number: index + 1,
      items: itemsOf(record, outline),
      notes: notes.get(id) ?? [],
      foot: footOf(record) ?? foot,
    };
  });
  return { title: summaryTitle(file.container), language: null, blocks: slideBlocks(slides) };
}

interface Listed {
  readonly record: PptRecord | null;
  readonly id: number;
  /** Texts that the list holds for the slide; its shapes name them by number. */
  readonly outline: readonly ShapeText[];
}

/** The slides or notes that the document lists. */
function* listedIn(file: PresentationFile, kind: number): Generator<Listed> {
  const seen = new Set<number>();
  for (const list of childrenOf(file.document)) {
    if (list.type !== RECORD.slideList || list.instance !== kind) continue;
    for (const { persist, texts } of persistsIn(list)) {
      const number = persist.bytes.readUInt32LE(0);
      // No slide stands in the list twice, but a hostile list could name one without end.
      if (seen.has(number) || seen.size >= MAX_SLIDES) continue;
      seen.add(number);
      yield { record: file.record(number), id: persist.bytes.readUInt32LE(12), outline: textsIn(texts) };
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
  for (const { record, outline } of listedIn(file, NOTES)) {
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

/** The line at the foot that the document or a slide sets. */
function footOf(record: PptRecord): string | null {
  const settings = childOf(record, RECORD.headersFooters);
  if (settings === null) return null;
  for (const string of childrenOf(settings)) {
    if (string.type === RECORD.string && string.instance === FOOT) return string.bytes.toString('utf16le').trim();
  }
  return null;
}
