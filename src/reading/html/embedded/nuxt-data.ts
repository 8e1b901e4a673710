const MAX_DEPTH = 60;
const MAX_VALUES = 200_000;

/**
 * Payload of Nuxt 3 (https://github.com/sveltejs/devalue): a flat list in which objects and lists refer to members by index, and wrappers
 * such as `["Reactive", 3]` to what they wrap. Returns null for anything else.
 */
export function parseNuxtPayload(flat: unknown): unknown {
  if (!Array.isArray(flat)) return null;
  const values: readonly unknown[] = flat;
  let left = MAX_VALUES;

  function valueAt(place: unknown, depth: number): unknown {
    left -= 1;
    if (typeof place !== 'number' || place < 0 || depth > MAX_DEPTH || left < 0) return null;
    const value = values[place];
    if (Array.isArray(value)) {
      const [first, ...rest] = value as readonly unknown[];
      const members = typeof first === 'string' ? rest : (value as readonly unknown[]);
      return members.map((member) => valueAt(member, depth + 1));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, valueAt(member, depth + 1)]));
  }

  const root = valueAt(0, 0);
  const payload = Array.isArray(root) && root.length === 1 ? (root[0] as unknown) : root;
  return typeof payload === 'object' && payload !== null && 'data' in payload ? payload.data : payload;
}
