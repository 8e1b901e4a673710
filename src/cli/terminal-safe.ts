/**
 * Control characters, which terminals obey, and bidirectional marks, which reorder what is read. Line breaks and tabs stay. `JSON.stringify`
 * escapes only the first 32 of them.
 */
const UNSAFE = /(?!\r?\n|\t)\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Escapes as JSON does: JSON text still means the same. */
export const terminalSafe = (text: string): string =>
  text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
