/** Charts and SmartArt of a Word document stand in parts of their own, which the converter leaves out. */
import type { Unzipped } from 'fflate';
import { type Chart, readChart } from '../ooxml/chart.ts';
import { diagramTexts } from '../ooxml/diagram.ts';
import { PackageParts } from '../ooxml/package-parts.ts';
import { escapeXml, type XmlElement } from '../ooxml/xml-tree.ts';

const REFERENCE = /<\w{1,20}:(chart|relIds)(\s[^<>]{1,2000})>/g;
/** The part's relationship: `r:id` of a chart, `r:dm` of SmartArt. */
const RELATION_ID = /\s\w{1,20}:(?:id|dm)\s*=\s*["']([^"']*)["']/;
const DRAWING_END = '</w:drawing>';
/** All parts together. Charts with thousands of points take some 100 kB. */
const MAX_READ_BYTES = 8_000_000;
/** All drawings together: a hostile body may show one chart without end. */
const MAX_WRITTEN_CHARACTERS = 2_000_000;

/** Writes the texts of charts and SmartArt behind the drawing, in a text box that the converter reads. */
export function openDrawings(xml: string, main: string, parts: Unzipped): string {
  if (!xml.includes(DRAWING_END)) return xml;
  const drawings = new DrawingParts(main, parts);
  const pieces: string[] = [];
  let from = 0;
  let characters = 0;
  for (const { 1: kind, 2: attributes = '', index } of xml.matchAll(REFERENCE)) {
    // A second chart of the same drawing canvas.
    if (index < from) continue;
    const end = xml.indexOf(DRAWING_END, index);
    if (end < 0) break;
    const id = RELATION_ID.exec(attributes)?.[1] ?? '';
    const content = kind === 'chart' ? drawings.chart(id) : drawings.diagram(id);
    characters += content.length;
    if (content === '' || characters > MAX_WRITTEN_CHARACTERS) continue;
    const next = end + DRAWING_END.length;
    pieces.push(xml.slice(from, next), `<w:pict><w:txbxContent>${content}</w:txbxContent></w:pict>`);
    from = next;
  }
  return pieces.length === 0 ? xml : pieces.join('') + xml.slice(from);
}

class DrawingParts {
  readonly #parts: PackageParts;
  readonly #main: string;
  /** By part name. */
  readonly #written = new Map<string, string>();
  #readBytes = 0;
  #targets: ReadonlyMap<string, { readonly target: string }> | null = null;

  constructor(main: string, parts: Unzipped) {
    this.#main = main;
    this.#parts = new PackageParts(parts);
  }

  chart(id: string): string {
    return this.#once(id, (part) => chartXml(readChart(part)));
  }

  diagram(id: string): string {
    return this.#once(id, (part) => diagramTexts(part).map(paragraphXml).join(''));
  }

  /** Many relationships may lead to one part. */
  #once(id: string, write: (part: XmlElement) => string): string {
    const target = this.#targetOf(id);
    const known = this.#written.get(target);
    if (known !== undefined) return known;
    const part = this.#part(target);
    const written = part === null ? '' : write(part);
    this.#written.set(target, written);
    return written;
  }

  #targetOf(id: string): string {
    try {
      this.#targets ??= this.#parts.relations(this.#main);
    } catch {
      this.#targets = new Map();
    }
    return this.#targets.get(id)?.target ?? '';
  }

  /** Damaged and endless drawings are skipped: they are no reason to refuse the text. */
  #part(target: string): XmlElement | null {
    this.#readBytes += this.#parts.bytes(target)?.length ?? 0;
    if (this.#readBytes > MAX_READ_BYTES) return null;
    try {
      return this.#parts.xml(target);
    } catch {
      return null;
    }
  }
}

function chartXml(chart: Chart | null): string {
  if (chart === null) return '';
  const titles = chart.titles.map(paragraphXml).join('');
  const [header, ...rows] = chart.rows;
  if (header === undefined || rows.length === 0) return titles;
  const body = rows.map((row) => rowXml(row, '')).join('');
  return `${titles}<w:tbl>${rowXml(header, '<w:trPr><w:tblHeader/></w:trPr>')}${body}</w:tbl>`;
}

const rowXml = (cells: readonly string[], properties: string): string =>
  `<w:tr>${properties}${cells.map((text) => `<w:tc>${paragraphXml(text)}</w:tc>`).join('')}</w:tr>`;

const paragraphXml = (text: string): string =>
  `<w:p><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
