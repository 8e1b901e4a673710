import { strToU8, zipSync } from 'fflate';

export interface SlideParts {
  /** Markup of the shapes. */
  readonly shapes: string;
  readonly notes?: string;
  readonly isHidden?: boolean;
  /** Further parts that the slide points to, by id: their kind, their name within `ppt/`, their markup. */
  readonly parts?: Readonly<Record<string, { readonly type: string; readonly name: string; readonly markup: string }>>;
}

const NAMES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const shape = (paragraphs: string, placeholder = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`;
export const placeholder = (type: string) => `<p:ph type="${type}"/>`;
export const textParagraph = (text: string, properties = '') =>
  `<a:p>${properties}<a:r><a:rPr/><a:t>${text}</a:t></a:r></a:p>`;
export const titleShape = (text: string) => shape(textParagraph(text), placeholder('title'));

/** A presentation of the given slides, stored in their order but listed in `order` (from 0). */
export function pptxOf(
  slides: readonly SlideParts[],
  order: readonly number[] = slides.map((_, index) => index),
): Uint8Array {
  const files: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
    '_rels/.rels': relationsOf([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation ${NAMES}><p:sldIdLst>${order
      .map((index) => `<p:sldId id="${256 + index}" r:id="rId${index}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationsOf(
      slides.map((_, index) => [`rId${index}`, 'slide', `slides/slide${index}.xml`]),
    ),
    'ppt/slideLayouts/slideLayout1.xml': treeOf('sldLayout', titleShape('Click to edit the title')),
  };
  for (const [index, { shapes, notes, isHidden, parts = {} }] of slides.entries()) {
    const others = Object.entries(parts);
    files[`ppt/slides/slide${index}.xml`] = treeOf('sld', shapes, isHidden === true ? ' show="0"' : '');
    files[`ppt/slides/_rels/slide${index}.xml.rels`] = relationsOf([
      ...(others.some(([, { type }]) => type === 'slideLayout')
        ? []
        : [['rIdLayout', 'slideLayout', '../slideLayouts/slideLayout1.xml'] as const]),
      ...(notes === undefined ? [] : [['rIdNotes', 'notesSlide', `/ppt/notesSlides/notes${index}.xml`] as const]),
      ...others.map(([id, { type, name }]) => [id, type, `../${name}`] as const),
    ]);
    if (notes !== undefined) files[`ppt/notesSlides/notes${index}.xml`] = treeOf('notes', notes);
    for (const [, { name, markup }] of others) files[`ppt/${name}`] = markup;
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, markup]) => [name, strToU8(markup)])));
}

const treeOf = (root: string, shapes: string, attributes = '') =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><p:${root} ${NAMES}${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`;

function relationsOf(relations: readonly (readonly [id: string, type: string, target: string])[]): string {
  const all = relations.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
}
