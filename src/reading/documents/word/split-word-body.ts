import { SaxesParser } from 'saxes';
import { damaged } from '../../unreadable.ts';
import { MAX_ELEMENTS, tooManyElements } from '../ooxml/element-limit.ts';
import { localName } from '../ooxml/xml-tree.ts';

/** The converter needs some eighty bytes per character of XML. */
const MAX_PART_CHARACTERS = 2_000_000;
/** A part that ends within a list may be this many times as long. */
const LIST_PART_FACTOR = 3;

export interface BodyPart {
  /** A complete main part (`document.xml`). */
  readonly xml: string;
  /** Starts with further rows of the previous part's last table. */
  readonly continuesTable: boolean;
}

/**
 * Splits a long main part between paragraphs, tables or table rows. Lists are split only when far too long; numbering then
 * restarts.
 * @throws Unreadable when the XML is not well-formed, or one paragraph or row is too large
 */
export function splitWordBody(xml: string, partCharacters: number = MAX_PART_CHARACTERS): readonly BodyPart[] {
  if (xml.length <= partCharacters) return [{ xml, continuesTable: false }];
  const cutter = new BodySplitter(xml, partCharacters);
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', ({ name }) => cutter.onOpenTag(name, parser.position));
  parser.on('closetag', ({ name }) => cutter.onCloseTag(name, parser.position));
  parser.on('error', () => {
    throw damaged('its text is not well-formed');
  });
  parser.write(xml).close();
  return cutter.parts();
}

/** Nesting depths of the body, its children, and table rows. */
const BODY_DEPTH = 2;
const CHILD_DEPTH = 3;
const ROW_DEPTH = 4;

interface Cut {
  readonly from: number;
  readonly to: number;
  /** Markup that reopens the table split before this part, and closes the one split after it. */
  readonly opening: string;
  readonly closing: string;
}

interface Child {
  readonly from: number;
  readonly name: string;
  /** Markup up to the table's first row; null before that row and for other elements. */
  tableOpening: string | null;
  isListed: boolean;
  /** A tracked deletion may merge with the next paragraph. */
  isDeleted: boolean;
}

class BodySplitter {
  readonly #xml: string;
  readonly #partCharacters: number;
  readonly #cuts: Cut[] = [];
  #open = 0;
  /** Offset after the last tag. */
  #end = 0;
  #body: { readonly from: number; to: number } | null = null;
  #child: Child | null = null;
  #from = 0;
  #elements = 0;
  #opening = '';

  constructor(xml: string, partCharacters: number) {
    this.#xml = xml;
    this.#partCharacters = partCharacters;
  }

  onOpenTag(name: string, at: number): void {
    this.#open += 1;
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS) throw tooManyElements();
    const local = localName(name);
    if (this.#open === BODY_DEPTH && local === 'body' && this.#body === null) {
      this.#body = { from: at, to: at };
      this.#from = at;
    } else if (this.#open === CHILD_DEPTH) {
      this.#child = { from: this.#end, name, tableOpening: null, isListed: false, isDeleted: false };
    } else if (this.#child !== null) {
      if (this.#open === ROW_DEPTH && local === 'tr' && localName(this.#child.name) === 'tbl') this.#row(this.#child);
      if (local === 'numPr') this.#child.isListed = true;
      if (local === 'del') this.#child.isDeleted = true;
    }
    this.#end = at;
  }

  onCloseTag(name: string, at: number): void {
    if (this.#open === CHILD_DEPTH && this.#child !== null) this.#childEnds(this.#child, at);
    if (this.#open === BODY_DEPTH && localName(name) === 'body' && this.#body !== null) this.#body.to = this.#end;
    this.#open -= 1;
    this.#end = at;
  }

  parts(): readonly BodyPart[] {
    const body = this.#body;
    if (body === null) return [{ xml: this.#xml, continuesTable: false }];
    this.#cut(body.to, '', '');
    const head = this.#xml.slice(0, body.from);
    const tail = this.#xml.slice(body.to);
    return this.#cuts.map(({ from, to, opening, closing }) => ({
      xml: `${head}${opening}${this.#xml.slice(from, to)}${closing}${tail}`,
      continuesTable: opening !== '',
    }));
  }

  /** The row starts after the last tag. */
  #row(table: Child): void {
    if (table.tableOpening === null) table.tableOpening = this.#xml.slice(table.from, this.#end);
    else if (this.#isFull(this.#end, 1)) this.#cut(this.#end, `</${table.name}>`, table.tableOpening);
  }

  #childEnds({ isListed, isDeleted }: Child, at: number): void {
    this.#child = null;
    if (!isDeleted && this.#isFull(at, isListed ? LIST_PART_FACTOR : 1)) this.#cut(at, '', '');
  }

  #isFull(at: number, times: number): boolean {
    return at - this.#from > this.#partCharacters * times;
  }

  #cut(to: number, closing: string, nextOpening: string): void {
    this.#cuts.push({ from: this.#from, to, opening: this.#opening, closing });
    this.#from = to;
    this.#elements = 0;
    this.#opening = nextOpening;
  }
}
