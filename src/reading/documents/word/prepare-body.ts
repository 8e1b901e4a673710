/**
 * Prepares the body of a Word document for the converter, which knows no hidden text, no outline levels and no font sizes, and loses what
 * stands in elements that it does not know.
 */
import { damaged } from '../../unreadable.ts';
import { SizedParagraphs } from './sized-paragraphs.ts';
import { isOn, type WordStyle, type WordStyles } from './word-styles.ts';

/** Style of headings that the converter does not recognise by their own, followed by the level. */
export const HEADING_STYLE = 'OutlineLevel';
const MAX_HEADING_LEVEL = 6;
/** Paragraphs within text boxes within paragraphs. */
const MAX_NESTED = 200;
const MAX_VALUE = 300;

const TAG =
  /<(\/?)(?:w:(p|pPr|pStyle|outlineLvl|numPr|r|rPr|rStyle|vanish|sz|t|tbl|bdo|dir|fldSimple|ruby|rubyBase|rt|ptab|cr)|m:(\w+))(?=[\s/>])([^<>]*)>/g;

/** Elements around text that count for nothing. */
const WRAPPERS = new Set(['bdo', 'dir', 'fldSimple', 'ruby', 'rubyBase']);
/** A fraction and a power, in one line. */
const MATH_SIGNS: Readonly<Record<string, string>> = { den: '/', sup: '^' };

interface Paragraph {
  /** Index of the place for properties that replace its own. */
  readonly slot: number;
  readonly isInTable: boolean;
  style: string | null;
  outline: number | null;
  isNumbered: boolean;
  /** It is null until its properties end. */
  look: WordStyle | null;
}

interface Run {
  style: string | null;
  isHidden: boolean | null;
  size: number | null;
}

const newRun = (): Run => ({ style: null, isHidden: null, size: null });

/** @throws Unreadable when it is nested too deeply */
export function prepareBody(xml: string, styles: WordStyles): string {
  const body = new BodyWriter(xml, styles);
  for (const tag of xml.matchAll(TAG)) body.tag(tag);
  return body.finish();
}

class BodyWriter {
  readonly #xml: string;
  readonly #styles: WordStyles;
  readonly #parts: string[] = [];
  readonly #paragraphs: Paragraph[] = [];
  readonly #sized = new SizedParagraphs();
  #from = 0;
  #tables = 0;
  #run: Run = newRun();
  /** Depth of the open properties. Deeper ones are those before a tracked change. */
  #properties = 0;
  #runProperties = 0;

  constructor(xml: string, styles: WordStyles) {
    this.#xml = xml;
    this.#styles = styles;
  }

  finish(): string {
    for (const { slot, level } of this.#sized.headings()) this.#parts[slot] = headingProperties(level);
    return this.#parts.length === 0 ? this.#xml : this.#parts.join('') + this.#xml.slice(this.#from);
  }

  tag(match: RegExpExecArray): void {
    const [whole, slash, name, math, attributes = ''] = match;
    const end = match.index + whole.length;
    // Inside of what was left out.
    if (match.index < this.#from) return;
    const isEmpty = attributes.endsWith('/');
    if (math !== undefined) this.#math(isEmpty ? '' : math, match.index, end, slash === '/');
    else if (name !== undefined && WRAPPERS.has(name)) this.#replace(match.index, end, '');
    else if (slash === '/') this.#close(name ?? '');
    else if (isEmpty) this.#empty(name ?? '', attributes, match.index, end);
    else this.#open(name ?? '', match.index, end);
  }

  #replace(from: number, to: number, by: string): void {
    this.#parts.push(this.#xml.slice(this.#from, from), by);
    this.#from = to;
  }

  #math(name: string, from: number, to: number, isEnd: boolean): void {
    if (name === 'r' || name === 't') {
      if (name === 'r' && !isEnd) this.#run = newRun();
      this.#replace(from, to, `<${isEnd ? '/' : ''}w:${name}>`);
      return;
    }
    const sign = isEnd ? undefined : MATH_SIGNS[name];
    this.#replace(from, to, sign === undefined ? '' : `<w:r><w:t>${sign}</w:t></w:r>`);
  }

  #open(name: string, from: number, end: number): void {
    if (name === 'p') this.#beginParagraph(end);
    else if (name === 'pPr') this.#properties += 1;
    else if (name === 'rPr') this.#runProperties += 1;
    else if (name === 'r') this.#run = newRun();
    else if (name === 't') this.#text(from, end);
    else if (name === 'tbl') this.#tables += 1;
    else if (name === 'rt') this.#leaveOut('rt', from, end);
    else if (name === 'numPr') this.#property(name, '');
  }

  #close(name: string): void {
    if (name === 'p') this.#endParagraph();
    else if (name === 'pPr') this.#properties = Math.max(0, this.#properties - 1);
    else if (name === 'rPr') this.#runProperties = Math.max(0, this.#runProperties - 1);
    else if (name === 'r') this.#run = newRun();
    else if (name === 'tbl') this.#tables = Math.max(0, this.#tables - 1);
  }

  #empty(name: string, attributes: string, from: number, end: number): void {
    if (name === 'ptab') this.#replace(from, end, '<w:tab/>');
    else if (name === 'cr') this.#replace(from, end, '<w:br/>');
    else this.#property(name, attributeValue(attributes));
  }

  #property(name: string, value: string): void {
    if (this.#properties === 1) this.#paragraphProperty(name, value);
    else if (this.#properties === 0 && this.#runProperties === 1) this.#runProperty(name, value);
  }

  #paragraphProperty(name: string, value: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    if (name === 'pStyle') paragraph.style = value;
    else if (name === 'outlineLvl') paragraph.outline = Number.parseInt(value, 10);
    else if (name === 'numPr') paragraph.isNumbered = true;
  }

  #runProperty(name: string, value: string): void {
    if (name === 'rStyle') this.#run.style = value;
    else if (name === 'vanish') this.#run.isHidden = isOn(value);
    else if (name === 'sz') this.#run.size = Number.parseInt(value, 10) || null;
  }

  #beginParagraph(end: number): void {
    this.#replace(end, end, '');
    const slot = this.#parts.length - 1;
    const isInTable = this.#tables > 0;
    if (this.#paragraphs.length >= MAX_NESTED) throw damaged('its text is nested too deeply');
    this.#paragraphs.push({ slot, isInTable, style: null, outline: null, isNumbered: false, look: null });
    [this.#properties, this.#runProperties] = [0, 0];
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined) return;
    const { slot, outline } = paragraph;
    const look = this.#lookOf(paragraph);
    const level = outline === null || Number.isNaN(outline) ? look.level : outlinedLevel(outline);
    if (level !== null && !look.isBuiltInHeading) this.#parts[slot] = headingProperties(level);
    this.#sized.end(slot, { isHeading: level !== null, isFixed: paragraph.isInTable || paragraph.isNumbered });
    this.#run = newRun();
  }

  #lookOf(paragraph: Paragraph): WordStyle {
    paragraph.look ??= this.#styles.ofParagraph(paragraph.style);
    return paragraph.look;
  }

  #text(from: number, end: number): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    const look = this.#lookOf(paragraph);
    const run = this.#run.style === null ? null : this.#styles.ofRun(this.#run.style);
    const isHidden = this.#run.isHidden ?? run?.isHidden ?? look.isHidden ?? false;
    if (isHidden) this.#leaveOut('t', from, end);
    else this.#sized.text(this.#xml, end, this.#run.size ?? run?.size ?? look.size);
  }

  /** Leaves out an element with its content. */
  #leaveOut(name: string, from: number, end: number): void {
    const close = this.#xml.indexOf(`</w:${name}>`, end);
    this.#replace(from, close < 0 ? this.#xml.length : close + name.length + 5, '');
  }
}

const outlinedLevel = (outline: number): number | null => (outline >= 0 && outline < 9 ? outline + 1 : null);

const headingProperties = (level: number): string =>
  `<w:pPr><w:pStyle w:val="${HEADING_STYLE}${Math.min(level, MAX_HEADING_LEVEL)}"/></w:pPr>`;

const attributeValue = (attributes: string): string =>
  /\bw:val\s*=\s*["']([^"']*)["']/.exec(attributes.slice(0, MAX_VALUE))?.[1] ?? '';
