/** The structure of a read model's documents, derived from the schemas of the events that it folds. */
import type { TSchema } from 'typebox';
import type { EventDefinition } from '../../../src/domain/event.ts';
import { type DomainEvent, EVENT_DEFINITIONS } from '../../../src/domain/events.ts';
import type { CollectionDefinition } from '../../../src/ports/documents.ts';
import type { JsonObject, JsonValue } from '../../../src/ports/event-log.ts';
import type { Projection } from '../../../src/projections/projection.ts';
import { recordedFrom } from '../events/facts.ts';

/**
 * A type's name, the fields of an object (`?` marks a field that some documents lack), a list's elements as `{ "[]": ... }`, or
 * several of these.
 */
export type Shape = string | { readonly [field: string]: Shape } | readonly Shape[];

/** A stored document of one version must agree with it. */
export interface Fingerprint {
  readonly version: number;
  readonly indexes: CollectionDefinition['indexes'];
  readonly rawField: string | null;
  readonly document: Shape;
}

/** The shape of a projection's documents, over every kind of event that its schemas allow. */
export function fingerprintOf(projection: Projection): Fingerprint {
  const { version, indexes, rawField = null } = projection.collection;
  const merged = new ShapeUnion();
  const history = projection.handles.flatMap((type) => eventsOfEveryKind(definitionOf(type)));
  // Each event is folded into the absent document and into every document that widened the shape.
  const widening: (JsonObject | null)[] = [null];
  for (const before of widening) {
    for (const recorded of recordedFrom(1, history)) {
      for (const { id, reads } of projection.touches(recorded as never)) {
        const after = projection.apply(reads ? before : null, recorded as never, id);
        if (after !== null && merged.add(after)) widening.push(after);
      }
    }
  }
  return { version, indexes, rawField, document: merged.shape() };
}

function definitionOf(type: string): EventDefinition {
  const definition = EVENT_DEFINITIONS.get(type);
  if (definition === undefined) throw new Error(`There is no event ${type}`);
  return definition;
}

/** Events that together take every alternative of the schemas, with and without the sealed part. */
function eventsOfEveryKind({ type, data, sealed }: EventDefinition): readonly DomainEvent[] {
  const [first = {}, ...others] = valuesOf(data);
  const parts: object[] =
    sealed === null
      ? [first, ...others].map((value) => ({ data: value }))
      : [
          ...[first, ...others].map((value) => ({ data: value, sealed: valuesOf(sealed)[0] })),
          ...valuesOf(sealed).map((value) => ({ data: first, sealed: value })),
          { data: first, sealed: null },
        ];
  return parts.map((part) => ({ type, ...part }) as DomainEvent);
}

interface Keywords {
  readonly type?: string;
  readonly const?: JsonValue;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

/** Values that fit the schema. The first has every optional field; each of the others takes one alternative. */
function valuesOf(schema: TSchema): readonly [JsonValue, ...JsonValue[]] {
  const keywords = schema as Keywords;
  if (keywords.const !== undefined) return [keywords.const];
  if (keywords.anyOf !== undefined) return nonEmpty(keywords.anyOf.flatMap(valuesOf), schema);
  switch (keywords.type) {
    case 'object':
      return objectsOf(keywords);
    case 'array':
      return [
        ...nonEmpty(
          valuesOf(keywords.items ?? {}).map((value) => [value]),
          schema,
        ),
        [],
      ];
    case 'string':
      return ['text'];
    case 'integer':
    case 'number':
      return [1];
    case 'boolean':
      return [true];
    case 'null':
      return [null];
    default:
      throw new TypeError(`No values are made for ${JSON.stringify(schema)}`);
  }
}

function objectsOf({ properties = {}, required = [] }: Keywords): readonly [JsonObject, ...JsonObject[]] {
  const fields = Object.entries(properties).map(([name, field]) => [name, valuesOf(field)] as const);
  const full: JsonObject = Object.fromEntries(fields.map(([name, [first]]) => [name, first]));
  const variants = fields.flatMap(([name, [, ...others]]) => others.map((value) => ({ ...full, [name]: value })));
  const optional = fields.filter(([name]) => !required.includes(name));
  if (optional.length === 0) return [full, ...variants];
  return [full, ...variants, Object.fromEntries(Object.entries(full).filter(([name]) => required.includes(name)))];
}

function nonEmpty<Value>(values: readonly Value[], schema: TSchema): readonly [Value, ...Value[]] {
  const [first, ...others] = values;
  if (first === undefined) throw new TypeError(`No value fits ${JSON.stringify(schema)}`);
  return [first, ...others];
}

/** The union of the shapes of all values added. */
class ShapeUnion {
  readonly #types = new Set<string>();
  readonly #fields = new Map<string, { readonly union: ShapeUnion; count: number }>();
  #elements: ShapeUnion | null = null;
  #objects = 0;

  /** @returns true when the value widened the shape */
  add(value: JsonValue): boolean {
    const before = JSON.stringify(this.shape());
    this.#merge(value);
    return JSON.stringify(this.shape()) !== before;
  }

  shape(): Shape {
    const shapes: Shape[] = [...this.#types].toSorted();
    if (this.#elements !== null) shapes.push({ '[]': this.#elements.shape() });
    if (this.#objects > 0) shapes.push(this.#objectShape());
    const [only = 'never', ...others] = shapes;
    return others.length === 0 ? only : shapes;
  }

  #merge(value: JsonValue): void {
    if (value === null) this.#types.add('null');
    else if (Array.isArray(value)) {
      this.#elements ??= new ShapeUnion();
      for (const element of value as readonly JsonValue[]) this.#elements.#merge(element);
    } else if (typeof value === 'object') this.#mergeObject(value as JsonObject);
    else this.#types.add(typeof value);
  }

  #mergeObject(object: JsonObject): void {
    this.#objects += 1;
    for (const [name, value] of Object.entries(object)) {
      if (value === undefined) continue;
      const field = this.#fields.get(name) ?? { union: new ShapeUnion(), count: 0 };
      this.#fields.set(name, field);
      field.count += 1;
      field.union.#merge(value);
    }
  }

  #objectShape(): Shape {
    const fields = [...this.#fields].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      fields.map(([name, { union, count }]) => [count < this.#objects ? `${name}?` : name, union.shape()]),
    );
  }
}
