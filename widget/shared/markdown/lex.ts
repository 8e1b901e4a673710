import { Lexer, Tokenizer, type Tokens, type TokensList } from 'marked';

/** Longer texts are shown as they are, since parsing would hold the page. */
const MAX_CHARACTERS = 40_000;
/** Characters searched for ends of emphasis: a hundred times those of a long answer. */
const MAX_LOOKED_THROUGH = 2_000_000;

/**
 * `marked` searches the rest of a paragraph for the end of each mark of emphasis: 24,000 characters of `_a*` would hold the page for ten
 * seconds. Beyond the limit, text is shown as it is.
 */
class BoundedTokenizer extends Tokenizer<string, string> {
  #left = MAX_LOOKED_THROUGH;

  override emStrong(text: string, masked: string, before?: string): Tokens.Em | Tokens.Strong | undefined {
    if (!/^[*_]/.test(text)) return undefined;
    this.#left -= text.length;
    return this.#left < 0 ? undefined : super.emStrong(text, masked, before);
  }

  override inlineText(text: string): Tokens.Text | undefined {
    return this.#left < 0 ? { type: 'text', raw: text, text, escaped: false } : super.inlineText(text);
  }
}

/** Returns null for Markdown that is too long or nested too deeply to parse. */
export function lexMarkdown(markdown: string): TokensList | null {
  if (markdown.length > MAX_CHARACTERS) return null;
  try {
    return new Lexer({ gfm: true, breaks: true, tokenizer: new BoundedTokenizer() }).lex(markdown);
  } catch {
    return null;
  }
}
