/** Events of every kind there is, made from the very schemas that declare them. */
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import type { EventDefinition } from '../../../src/domain/event.ts';
import { type DomainEvent, EVENT_DEFINITIONS } from '../../../src/domain/events.ts';
import { Id } from '../../../src/domain/schema.ts';
import { idOf } from '../fixtures.ts';

/** The keywords that our schemas use; another one fails a test by name instead of being passed over. */
interface Keywords {
  readonly type?: string;
  readonly const?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

/** Few, so that events meet: the same chatbot, message or lead comes up again and again. */
const fewIds: fc.Arbitrary<string> = fc.constantFrom(...['a', 'b', 'c', 'd'].map(idOf));

const idPattern = (Id as Keywords).pattern;

/** Texts that people write, and texts that break programs: other scripts, control characters, halves of surrogate pairs. */
const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', '\ud800', '\u0000', '__proto__', '"}', '\u2028'),
);

export function valueFitting(schema: TSchema): fc.Arbitrary<unknown> {
  const keywords = schema as Keywords;
  if (keywords.anyOf !== undefined) return fc.oneof(...keywords.anyOf.map(valueFitting));
  if (keywords.const !== undefined) return fc.constant(keywords.const);
  switch (keywords.type) {
    case 'object': {
      const { properties = {}, required = [] } = keywords;
      const fields = Object.entries(properties).map(([name, field]) => [name, valueFitting(field)] as const);
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...required], noNullPrototype: true });
    }
    case 'array':
      return fc.array(valueFitting(keywords.items ?? {}), { maxLength: 3 });
    case 'string':
      if (keywords.pattern === idPattern) return fewIds;
      return keywords.pattern === undefined ? text : fc.stringMatching(new RegExp(keywords.pattern));
    case 'integer':
      return fc.integer({ min: keywords.minimum ?? -1000, max: 2 ** 41 });
    case 'number':
      // JSON has no negative zero.
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      throw new TypeError(`No values are made for ${JSON.stringify(schema)}`);
  }
}

/** An event of the definition. @param erasable also with its sealed part gone. */
export function eventOf(definition: EventDefinition, erasable = false): fc.Arbitrary<DomainEvent> {
  const data = valueFitting(definition.data);
  if (definition.sealed === null) return data.map((made) => ({ type: definition.type, data: made }) as DomainEvent);
  const sealed = valueFitting(definition.sealed);
  const parts = fc.record({ data, sealed: erasable ? fc.option(sealed, { freq: 3 }) : sealed });
  return parts.map((made) => ({ type: definition.type, ...made }) as DomainEvent);
}

/** Any event there is; see `eventOf`. */
export const anyEvent = (erasable = false): fc.Arbitrary<DomainEvent> =>
  fc.oneof(...[...EVENT_DEFINITIONS.values()].map((definition) => eventOf(definition, erasable)));
