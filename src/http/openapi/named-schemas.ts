/** Moves schemas with a title to `components`, so that clients get named types. */
import { exampleOf } from './examples.ts';
import type { Json, JsonObject } from './json.ts';

export class NamedSchemas {
  readonly #named = new Map<string, JsonObject>();

  /** @throws Error when two different schemas have the same title */
  share(value: unknown): Json {
    if (Array.isArray(value)) return value.map((item) => this.share(item));
    if (typeof value !== 'object' || value === null) return value as Json;
    const inside = this.#shareMembers(value);
    const { title, ...schema } = inside;
    const isNamedSchema = typeof title === 'string' && ('type' in schema || 'enum' in schema || 'anyOf' in schema);
    return isNamedSchema ? this.#refer(title, schema, value) : inside;
  }

  #shareMembers(value: object): JsonObject {
    const shared: JsonObject = {};
    for (const [key, part] of Object.entries(value)) {
      // An example is no schema, whatever its fields are called.
      if (part !== undefined) shared[key] = key === 'examples' || key === 'example' ? (part as Json) : this.share(part);
    }
    return shared;
  }

  /** Ordered by name. */
  schemas(): JsonObject {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #refer(title: string, schema: JsonObject, whole: object): Json {
    const described = 'examples' in schema ? schema : { ...schema, examples: [exampleOf(whole)] };
    const known = this.#named.get(title);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(described)) {
      throw new Error(`Two schemas are called ${title}`);
    }
    this.#named.set(title, described);
    return { $ref: `#/components/schemas/${title}` };
  }
}
