/** Content of a message or of its delta: text, or with Mistral a list of parts. */
import { isObject } from '../../lib/is-object.ts';

/** Returns null for content of another kind. Parts that are no text, such as Mistral's reasoning, are left out. */
export function textOf(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return '';
  if (!Array.isArray(content)) return null;
  return content.map((part) => (isText(part) ? part.text : '')).join('');
}

export const hasThinking = (content: unknown): boolean =>
  Array.isArray(content) && content.some((part) => isObject(part) && part.type === 'thinking');

/** Servers also report errors with status 200. */
export const hasError = (response: Readonly<Record<string, unknown>>): boolean =>
  response.error !== undefined && response.error !== null;

const isText = (part: unknown): part is { readonly text: string } =>
  isObject(part) && part.type === 'text' && typeof part.text === 'string';
