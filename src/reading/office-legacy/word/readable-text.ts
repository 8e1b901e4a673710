import { markTabs } from '../../documents/word/word-tabs.ts';
import { UNREAD } from './word-text.ts';

const FIELD_BEGIN = '\u0013';
const FIELD_RESULT = '\u0014';
const FIELD_END = '\u0015';
const MAX_NESTED_FIELDS = 20;

/**
 * Removes field instructions (results stay), note references, picture and comment marks, and deleted text. `decode` is the document's
 * charset.
 */
export class ReadableText {
  readonly #decode: (units: string) => string;
  /** Open fields; true while their instructions are read. */
  #fields: boolean[] = [];

  constructor(decode: (units: string) => string) {
    this.#decode = decode;
  }

  /** Keeps line breaks, and marks tabs for `takeTabs`. */
  read(units: string): string {
    const shown = this.#withoutInstructions(units).replaceAll(UNREAD, '');
    return markTabs(this.#decode(shown))
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
      if (this.#fields.length > MAX_NESTED_FIELDS) this.#fields = [];
    }
    // An unclosed field must not hide the rest.
    this.#fields = this.#fields.map(() => false);
    return shown;
  }
}

/** Symbol fonts use the private use area; only the usual bullets are kept. */
const symbol = (sign: string) => (sign === '\uf0b7' || sign === '\uf0a7' ? '•' : '');
