import type { Static, TObject } from 'typebox';
import type { Validator } from 'typebox/compile';
import type { EventDefinition } from '../domain/event.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { JsonObject, NewEvent, StoredEvent } from '../ports/event-log.ts';
import type { Keys } from '../ports/keys.ts';
import { EventDecoder } from './event-decoder.ts';
import { pickDeclared } from './pick-declared.ts';
import type { EventMetadata } from './recorded-event.ts';
import { seal } from './sealing.ts';
import { SubjectErased } from './subject-erased.ts';

export class EventCodec extends EventDecoder {
  readonly #keys: Keys;
  /** Keyed by the data object of the stored event. */
  readonly #encoded = new WeakMap<JsonObject, DomainEvent>();

  constructor(keys: Keys, definitions?: ReadonlyMap<string, EventDefinition>) {
    super(keys, definitions);
    this.#keys = keys;
  }

  /** @throws TypeError when the event does not fit its declaration; SubjectErased */
  async encode(id: string, event: DomainEvent, metadata: Omit<EventMetadata, 'version'>): Promise<NewEvent> {
    const schemas = this.schemasOf(event.type);
    if (schemas === null) throw new TypeError(`Undeclared event: ${event.type}`);
    const { definition } = schemas;
    assertFits(event.type, 'data', schemas.data, event.data);
    const data = pickDeclared(definition.data, event.data) as JsonObject;
    const stampedMetadata = () =>
      ({ ...metadata, version: definition.version, keys: this.#keys.revision }) as unknown as JsonObject;
    if (schemas.sealed === null || definition.sealed === null || definition.subject === null) {
      this.#encoded.set(data, { type: event.type, data } as DomainEvent);
      return { id, type: event.type, data, metadata: stampedMetadata() };
    }

    const given = 'sealed' in event ? event.sealed : null;
    assertFits(event.type, 'sealed', schemas.sealed, given);
    const subject = definition.subject(event.data as Static<TObject>);
    const key = await this.#keys.getOrCreate(subject);
    if (key === null) throw new SubjectErased(subject);
    const plain = pickDeclared(definition.sealed, given);
    const stored = { ...data, sealed: { subject, box: seal(JSON.stringify(plain), key, id) } };
    this.#encoded.set(stored, { type: event.type, data, sealed: plain } as DomainEvent);
    return { id, type: event.type, data: stored, metadata: stampedMetadata() };
  }

  protected override encodedHere({ data }: StoredEvent): DomainEvent | undefined {
    return this.#encoded.get(data);
  }
}

function assertFits(type: string, part: string, schema: Validator, value: unknown): void {
  if (schema.Check(value)) return;
  const [first] = schema.Errors(value);
  throw new TypeError(
    `${type}.${part} does not fit its declaration: ${first?.instancePath ?? ''} ${first?.message ?? ''}`,
  );
}
