import { UNREAD } from './word-text.ts';

const FIELD_BEGIN = '\u0013';
const FIELD_RESULT = '\u0014';
const FIELD_END = '\u0015';
/** Fields within fields; more are no fields. */
const MAX_NESTED = 20;

/**
 * Takes units of one paragraph after the other and gives them without what nobody sees: instructions of fields (links, page numbers,
 * tables of contents; what they result in stays), marks of notes, pictures and comments, deleted text. `decode` is the document's own.
 */
export class ReadableText {
  readonly #decode: (units: string) => string;
  /** For each open field whether its instructions are being read. */
  #fields: boolean[] = [];

  constructor(decode: (units: string) => string) {
    this.#decode = decode;
  }

  /** One paragraph; line breaks within it stay. */
  read(units: string): string {
    const shown = this.#withoutInstructions(units).replaceAll(UNREAD, '');
    return this.#decode(shown)
      .replaceAll('\u000b', '\n')
      .replaceAll('\u001e', '-')
      .replace(/(?![\t\n])\p{Cc}/gu, '')
      .replace(/[\uf000-\uf0ff]/g, symbol)
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
  }

  #withoutInstructions(units: string): string {
    if (this.#fields.length === 0 && !units.includes(FIELD_BEGIN)) return units;
    let shown = '';
    for (const unit of units) {
      if (unit === FIELD_BEGIN) this.#fields.push(true);
      else if (unit === FIELD_END) this.#fields.pop();
      else if (unit === FIELD_RESULT) this.#fields.splice(-1, 1, false);
      else if (!this.#fields.includes(true)) shown += unit;
      if (this.#fields.length > MAX_NESTED) this.#fields = [];
    }
    // Instructions end with their paragraph at the latest: a field that lost its marks must not swallow the rest.
    this.#fields = this.#fields.map(() => false);
    return shown;
  }
}

/** Fonts of symbols keep their signs where Unicode has none; only the usual bullets mean something as text. */
const symbol = (sign: string) => (sign === '\uf0b7' || sign === '\uf0a7' ? '•' : '');
