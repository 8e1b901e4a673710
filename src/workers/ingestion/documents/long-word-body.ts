import { SaxesParser } from 'saxes';
import { damaged } from './unreadable.ts';
import { localName } from './xml-tree.ts';

/** Of XML. What converts it takes some eighty bytes for each character. */
const PART_CHARACTERS = 2_000_000;
/** So many times as long a part may be that ends within a list. */
const LISTS_MAY_BE = 3;

export interface BodyPart {
  /** A whole main part of a Word document. */
  readonly xml: string;
  /** It begins with further rows of the table that the part before it ends with. */
  readonly goesOn: boolean;
}

/**
 * The main part of a Word document as several that hold the same between them, when it is long: cut between paragraphs or tables, and
 * between rows of a table. Lists are cut only where they are far too long: what comes after such a cut is counted from one again.
 * @throws Unreadable when it is not well-formed
 */
export function bodyParts(xml: string, partCharacters: number = PART_CHARACTERS): readonly BodyPart[] {
  if (xml.length <= partCharacters) return [{ xml, goesOn: false }];
  const cutter = new BodyCutter(xml, partCharacters);
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', ({ name }) => cutter.opened(name, parser.position));
  parser.on('closetag', ({ name }) => cutter.closed(name, parser.position));
  parser.on('error', () => {
    throw damaged('its text is not well-formed');
  });
  parser.write(xml).close();
  return cutter.parts();
}

/** Elements by how many are open: the document, its body, what stands in that, the rows of tables there. */
const BODY = 2;
const CHILD = 3;
const ROW = 4;

interface Cut {
  readonly from: number;
  readonly to: number;
  /** Of the table that was cut before, up to its first row; and what closes the one that is cut after. */
  readonly opening: string;
  readonly closing: string;
}

interface Child {
  readonly from: number;
  readonly name: string;
  /** Up to the first row of a table; null before that, and of what is no table. */
  tableOpening: string | null;
  isListed: boolean;
  /** What is deleted may belong to the paragraph after it. */
  isDeleted: boolean;
}

class BodyCutter {
  readonly #xml: string;
  readonly #partCharacters: number;
  readonly #cuts: Cut[] = [];
  #open = 0;
  /** Where the last tag ended. */
  #end = 0;
  #body: { readonly from: number; to: number } | null = null;
  #child: Child | null = null;
  #from = 0;
  #opening = '';

  constructor(xml: string, partCharacters: number) {
    this.#xml = xml;
    this.#partCharacters = partCharacters;
  }

  opened(name: string, at: number): void {
    this.#open += 1;
    const local = localName(name);
    if (this.#open === BODY && local === 'body' && this.#body === null) {
      this.#body = { from: at, to: at };
      this.#from = at;
    } else if (this.#open === CHILD) {
      this.#child = { from: this.#end, name, tableOpening: null, isListed: false, isDeleted: false };
    } else if (this.#child !== null) {
      if (this.#open === ROW && local === 'tr' && localName(this.#child.name) === 'tbl') this.#row(this.#child);
      if (local === 'numPr') this.#child.isListed = true;
      if (local === 'del') this.#child.isDeleted = true;
    }
    this.#end = at;
  }

  closed(name: string, at: number): void {
    if (this.#open === CHILD && this.#child !== null) this.#childEnds(this.#child, at);
    if (this.#open === BODY && localName(name) === 'body' && this.#body !== null) this.#body.to = this.#end;
    this.#open -= 1;
    this.#end = at;
  }

  parts(): readonly BodyPart[] {
    const body = this.#body;
    if (body === null) return [{ xml: this.#xml, goesOn: false }];
    this.#cut(body.to, '', '');
    const head = this.#xml.slice(0, body.from);
    const tail = this.#xml.slice(body.to);
    return this.#cuts.map(({ from, to, opening, closing }) => ({
      xml: `${head}${opening}${this.#xml.slice(from, to)}${closing}${tail}`,
      goesOn: opening !== '',
    }));
  }

  /** A row begins where the last tag ended. */
  #row(table: Child): void {
    if (table.tableOpening === null) table.tableOpening = this.#xml.slice(table.from, this.#end);
    else if (this.#isFull(this.#end, 1)) this.#cut(this.#end, `</${table.name}>`, table.tableOpening);
  }

  #childEnds({ isListed, isDeleted }: Child, at: number): void {
    this.#child = null;
    if (!isDeleted && this.#isFull(at, isListed ? LISTS_MAY_BE : 1)) this.#cut(at, '', '');
  }

  #isFull(at: number, times: number): boolean {
    return at - this.#from > this.#partCharacters * times;
  }

  #cut(to: number, closing: string, nextOpening: string): void {
    this.#cuts.push({ from: this.#from, to, opening: this.#opening, closing });
    this.#from = to;
    this.#opening = nextOpening;
  }
}
