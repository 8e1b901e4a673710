/** Characters of all texts in a JSON value: its size, estimated for a fraction of what writing it as JSON costs. */
export function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let length = 0;
  for (const part of Object.values(value)) length += textLength(part);
  return length;
}
