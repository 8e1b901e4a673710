/**
 * Text boxes that a Word document holds only as drawings. The converter reads their form for older programs, which Google Docs, LibreOffice
 * and others leave out or make a picture.
 */

const TAG = /<(\/?)(mc:AlternateContent|mc:Fallback|w:drawing|w:txbxContent)(?=[\s>])([^<>]*)>/g;
const MAX_NESTED = 100;

/** Writes their text where the drawing stands, in the form that the converter reads. */
export function openTextBoxes(xml: string): string {
  if (!xml.includes('<w:txbxContent')) return xml;
  const writer = new TextBoxWriter(xml);
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of xml.matchAll(TAG)) {
    if (slash === '/') writer.close(name, index + tag.length);
    else if (!attributes.endsWith('/')) writer.open(name, index);
    if (writer.isLost) return xml;
  }
  return writer.finish();
}

interface OpenElement {
  readonly name: string;
  readonly from: number;
  /** Text boxes in it, without those of an older form. */
  readonly boxes: string[];
  hasOlderForm: boolean;
}

class TextBoxWriter {
  readonly #xml: string;
  readonly #parts: string[] = [];
  readonly #open: OpenElement[] = [];
  #written = 0;
  /** Elements are not closed in order, or nested without end. */
  isLost = false;

  constructor(xml: string) {
    this.#xml = xml;
  }

  finish(): string {
    return this.#parts.length === 0 ? this.#xml : this.#parts.join('') + this.#xml.slice(this.#written);
  }

  open(name: string, from: number): void {
    this.#open.push({ name, from, boxes: [], hasOlderForm: false });
    this.isLost = this.#open.length > MAX_NESTED;
  }

  close(name: string, end: number): void {
    const element = this.#open.pop();
    const outer = this.#open.at(-1);
    if (element?.name !== name) this.isLost = true;
    else if (name === 'w:txbxContent') this.#addBox(outer, this.#xml.slice(element.from, end));
    else if (name === 'mc:Fallback') this.#endOlderForm(outer, element);
    else if (outer === undefined) this.#replace(element, end);
    else this.#passOn(outer, element);
  }

  /** A box within a box is part of its content. */
  #addBox(outer: OpenElement | undefined, content: string): void {
    const isInner = this.#open.some(({ name }) => name === 'w:txbxContent');
    if (outer !== undefined && !isInner) outer.boxes.push(content);
  }

  #endOlderForm(outer: OpenElement | undefined, { boxes }: OpenElement): void {
    if (outer !== undefined && boxes.length > 0) outer.hasOlderForm = true;
  }

  #passOn(outer: OpenElement, { boxes, hasOlderForm }: OpenElement): void {
    if (hasOlderForm) outer.hasOlderForm = true;
    else for (const box of boxes) outer.boxes.push(box);
  }

  #replace({ from, boxes, hasOlderForm }: OpenElement, end: number): void {
    if (boxes.length === 0 || hasOlderForm) return;
    this.#parts.push(this.#xml.slice(this.#written, from), `<w:pict>${boxes.join('')}</w:pict>`);
    this.#written = end;
  }
}
