import { type Token, Tokenizer } from 'parse5';

/** Pages of builders give a tag some fifty. A tag whose quote is never closed takes the words behind it for attributes. */
const MAX_ATTRIBUTES = 250;

/** Ignores further attributes of a tag: the tokenizer compares each with all before it, in quadratic time. */
export class BoundedTokenizer extends Tokenizer {
  #tag: Token.Token | null = null;
  #attributes = 0;

  protected override _leaveAttrName(): void {
    if (this.#tag !== this.currentToken) {
      this.#tag = this.currentToken;
      this.#attributes = 0;
    }
    this.#attributes += 1;
    if (this.#attributes <= MAX_ATTRIBUTES) super._leaveAttrName();
  }
}
