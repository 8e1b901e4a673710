import { isObject } from '../../lib/is-object.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { TokenUsage } from '../../ports/models.ts';
import { hasError, hasThinking, textOf } from './content.ts';
import { readUsage } from './usage.ts';

export interface CompletionChunk {
  readonly text: string;
  /** The server tells reasoning apart, and this chunk has some. */
  readonly reasons: boolean;
  readonly model: string | null;
  /** `null` until the last chunk. */
  readonly finish: string | null;
  readonly refused: boolean;
  /** The server reports that the answer breaks off here. */
  readonly failed: boolean;
  readonly usage: TokenUsage | null;
}

/** JSON around the text of a chunk, both quotes included. */
interface Frame {
  readonly before: string;
  readonly after: string;
  readonly model: string | null;
}

const CONTENT_KEY = '"content"';
const CONTENT = `${CONTENT_KEY}:"`;
const NOTHING = { reasons: false, finish: null, refused: false, failed: false, usage: null };
/** Ends a JSON string, or needs the parser. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings.
const NOT_LITERAL = /["\\\u0000-\u001f]/;

/**
 * Reads the chunks of one completion. Most differ from the one before in their text alone, which is then cut out without
 * parsing.
 */
export class ChunkReader {
  #frame: Frame | null = null;

  /** Returns null for anything but a completion chunk. */
  read(data: string): CompletionChunk | null {
    const framed = this.#readFramed(data);
    if (framed !== null) return framed;
    const chunk = parseChunk(data);
    this.#frame = chunk === null ? null : frameOf(data, chunk);
    return chunk;
  }

  #readFramed(data: string): CompletionChunk | null {
    if (this.#frame === null) return null;
    const { before, after, model } = this.#frame;
    const end = data.length - after.length;
    // Comparing slices takes a third of the time of startsWith and endsWith.
    if (end < before.length || data.slice(0, before.length) !== before || data.slice(end) !== after) return null;
    const text = data.slice(before.length, end);
    return NOT_LITERAL.test(text) ? null : { ...NOTHING, text, model };
  }
}

/** Returns null unless the chunk has text alone, unescaped, under the only key of that name. */
function frameOf(data: string, { text, model, finish, refused, failed, usage }: CompletionChunk): Frame | null {
  if (text === '' || finish !== null || refused || failed || usage !== null) return null;
  const at = data.indexOf(CONTENT_KEY);
  if (at === -1 || at !== data.lastIndexOf(CONTENT_KEY) || !data.startsWith(CONTENT, at)) return null;
  const start = at + CONTENT.length;
  const end = start + text.length;
  if (data.slice(start, end) !== text || data.charAt(end) !== '"' || NOT_LITERAL.test(text)) return null;
  return { before: data.slice(0, start), after: data.slice(end), model };
}

function parseChunk(data: string): CompletionChunk | null {
  const chunk = parseJson(data);
  if (!isObject(chunk)) return null;
  // vLLM and Groq send an error alone, OpenRouter with choices.
  if (hasError(chunk)) return { ...NOTHING, text: '', model: null, failed: true };
  if (!Array.isArray(chunk.choices)) return null;
  const [choice = {}]: readonly unknown[] = chunk.choices;
  if (!isObject(choice)) return null;
  const delta = isObject(choice.delta) ? choice.delta : {};
  const text = textOf(delta.content);
  if (text === null) return null;
  // Older releases of Ollama have an empty one in each chunk before the last.
  const finish = textIn(choice.finish_reason);
  return {
    text,
    // vLLM and DeepSeek, then Ollama, Groq and OpenRouter.
    reasons:
      [delta.reasoning_content, delta.reasoning].some((part) => textIn(part) !== null) || hasThinking(delta.content),
    model: typeof chunk.model === 'string' ? chunk.model : null,
    finish,
    refused: textIn(delta.refusal) !== null || finish === 'content_filter',
    failed: finish === 'error' || hasError(choice),
    usage: readUsage(chunk.usage),
  };
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
