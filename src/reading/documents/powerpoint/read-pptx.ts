import type { DocumentContent } from '../../document-content.ts';
import { coreTitle } from '../../document-title.ts';
import { damaged } from '../../unreadable.ts';
import { linesOf } from '../ooxml/drawing-text.ts';
import { PackageParts, withoutSlash } from '../ooxml/package-parts.ts';
import { refuseCompoundFile } from '../ooxml/refuse-compound-file.ts';
import { unzipWanted } from '../ooxml/unzip.ts';
import { childNamed, childrenNamed, descendantsNamed, type XmlElement } from '../ooxml/xml-tree.ts';
import { Backgrounds } from './backgrounds.ts';
import { type Slide, slideBlocks } from './slide-blocks.ts';
import { itemsOf, placeholderOf } from './slide-items.ts';

const MAX_SLIDES = 10_000;
/** Media and themes are not read. */
const PARTS_READ =
  /^(\[content_types\]\.xml|_rels\/|docprops\/core\.xml|ppt\/(_rels|presentation\.xml|slides|slidelayouts|slidemasters|notesslides|diagrams|charts)\b)/i;

/**
 * PowerPoint 2007 and later: slides in presentation order with tables, diagrams, charts and speaker notes. Layouts and
 * masters contribute only text that is no placeholder's prompt.
 */
export function readPptx(bytes: Uint8Array): DocumentContent {
  refuseCompoundFile(bytes, '.pptx');
  const isRead = (name: string) => PARTS_READ.test(withoutSlash(name)) && /\.(xml|rels)$/i.test(name);
  const parts = new PackageParts(unzipWanted(bytes, isRead));
  const main = [...parts.relations('').values()].find(({ type }) => type === 'officeDocument')?.target;
  const presentation = main === undefined ? null : parts.xml(main);
  if (main === undefined || presentation === null) throw damaged('it holds no presentation');
  return {
    title: coreTitle(parts.bytes('docProps/core.xml')),
    language: null,
    blocks: slideBlocks(slidesOf(parts, main, presentation)),
  };
}

function* slidesOf(parts: PackageParts, main: string, presentation: XmlElement): Generator<Slide> {
  const relations = parts.relations(main);
  const ids = childrenNamed(childNamed(presentation, 'sldIdLst'), 'sldId').map(relationIdOf);
  // A hostile list may name one slide without end.
  const targets = new Set(ids.map((id) => relations.get(id)?.target));
  const backgrounds = new Backgrounds(parts);
  for (const [index, target] of [...targets].slice(0, MAX_SLIDES).entries()) {
    if (target === undefined || parts.bytes(target) === undefined) throw damaged('a slide is missing');
    yield readSlide(parts, target, index + 1, backgrounds);
  }
}

/** Only the prefix tells the relationship id from the slide's own id. */
function relationIdOf(element: XmlElement): string {
  const [, id = ''] = Object.entries(element.attributes).find(([name]) => /:id$/.test(name)) ?? [];
  return id;
}

function readSlide(parts: PackageParts, name: string, number: number, backgrounds: Backgrounds): Slide {
  const slide = parts.xml(name);
  if (slide === null) throw damaged('a slide is missing');
  const relations = parts.relations(name);
  const items = itemsOf(slide, (id) => {
    const target = relations.get(id ?? '')?.target;
    return target === undefined ? null : parts.xml(target);
  });
  const notes = [...relations.values()].find(({ type }) => type === 'notesSlide')?.target;
  const layout = [...relations.values()].find(({ type }) => type === 'slideLayout')?.target;
  const own = layout === undefined ? [] : backgrounds.newLinesOf(layout);
  const background = own.map((text) => ({ text, depth: 0, bulleted: false }));
  return {
    number,
    isHidden: /^(?:0|false)$/.test(slide.attributes.show ?? ''),
    items: own.length === 0 ? items : [...items, { kind: 'text', role: 'other', paragraphs: background } as const],
    notes: notesOf(notes === undefined ? null : parts.xml(notes)),
    footer: footerOf(slide),
  };
}

/** Without the slide image, number and date of the notes page. */
function notesOf(page: XmlElement | null): readonly string[] {
  if (page === null) return [];
  const bodies = [...descendantsNamed(page, 'sp')].filter((shape) => placeholderOf(shape)?.type === 'body');
  return bodies.flatMap((shape) => linesOf(shape));
}

function footerOf(slide: XmlElement): string | null {
  for (const shape of descendantsNamed(slide, 'sp')) {
    if (placeholderOf(shape)?.type === 'ftr') return linesOf(shape).join(' ');
  }
  return null;
}
