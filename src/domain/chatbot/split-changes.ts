import type { ChatbotChanges } from './configuration.ts';

/** Bytes of JSON. Sealing adds a third, and an event has room for 64 KB. The longest single setting has 48,000 bytes. */
const MAX_BYTES = 44_000;

const bytesOf = (changes: ChatbotChanges): number => new TextEncoder().encode(JSON.stringify(changes)).byteLength;

/** Splits the changes into parts that fit into one event each: one part, unless several of the longest settings change. */
export function splitChanges(changes: ChatbotChanges): readonly ChatbotChanges[] {
  const parts: ChatbotChanges[] = [];
  let left = 0;
  for (const [field, value] of Object.entries(changes)) {
    const bytes = bytesOf({ [field]: value });
    const last = bytes > left ? undefined : parts.pop();
    left = (last === undefined ? MAX_BYTES : left) - bytes;
    parts.push({ ...last, [field]: value });
  }
  return parts;
}
