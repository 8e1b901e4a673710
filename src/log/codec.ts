/**
 * Between domain events and stored ones. On the way in: validated, sealed, chained. On the way out: upcast, opened, validated;
 * every stored byte is distrusted, since an older version, another program or an attacker may have written it.
 */
import type { KeyObject } from 'node:crypto';
import type { Static, TObject } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { EventDefinition } from '../domain/event.ts';
import { type DomainEvent, eventDefinitions } from '../domain/events.ts';
import type { JsonObject, NewEvent, StoredEvent } from '../ports/event-log.ts';
import type { KeySubject, Keys } from '../ports/keys.ts';
import { declaredOnly } from './declared.ts';
import type { EventMetadata, Recorded } from './recorded.ts';
import { open, seal } from './sealing.ts';

/** A stored event that this version cannot read: unknown, malformed, or tampered with. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
  readonly stored: StoredEvent;
  constructor(stored: StoredEvent, message: string, options?: ErrorOptions) {
    super(`${stored.type} at ${stored.stream}@${stored.revision}: ${message}`, options);
    this.stored = stored;
  }
}

/** The subject's key is gone: nothing of it can be recorded any more. */
export class SubjectErased extends Error {
  override readonly name = 'SubjectErased';
  readonly subject: KeySubject;
  constructor(subject: KeySubject) {
    super(`${subject} has been erased`);
    this.subject = subject;
  }
}

export type Decoded =
  | { readonly readable: true; readonly recorded: Recorded }
  | { readonly readable: false; readonly error: UnreadableEvent };

interface Schemas {
  readonly definition: EventDefinition;
  readonly data: Validator;
  readonly sealed: Validator | null;
}

/** `{subject, box}` of an event's sealed part, as it is stored in `data.sealed`. */
interface SealedBox {
  readonly subject: KeySubject;
  readonly box: string;
}

/** How every subject begins. A key store is never asked for what somebody else made up. */
const SUBJECT = /^[a-z]+:[\w:/-]+$/;

export class EventCodec {
  readonly #keys: Keys;
  readonly #definitions: ReadonlyMap<string, EventDefinition>;
  /** Compiled when first met: a start need not wait for all. */
  readonly #schemas = new Map<string, Schemas>();

  constructor(keys: Keys, definitions: ReadonlyMap<string, EventDefinition> = eventDefinitions) {
    this.#keys = keys;
    this.#definitions = definitions;
  }

  /** Only what the event's declaration names is recorded. @throws TypeError when the event does not fit its declaration; SubjectErased when it may not be recorded. */
  async encode(id: string, event: DomainEvent, metadata: Omit<EventMetadata, 'version'>): Promise<NewEvent> {
    const schemas = this.#schemasOf(event.type);
    if (schemas === null) throw new TypeError(`Undeclared event: ${event.type}`);
    const { definition } = schemas;
    requireFit(event.type, 'data', schemas.data, event.data);
    const data = declaredOnly(definition.data, event.data) as JsonObject;
    const stamped = { ...metadata, version: definition.version } as unknown as JsonObject;
    if (schemas.sealed === null || definition.sealed === null || definition.subject === null)
      return { id, type: event.type, data, metadata: stamped };

    const plain = 'sealed' in event ? event.sealed : null;
    requireFit(event.type, 'sealed', schemas.sealed, plain);
    const subject = definition.subject(event.data as Static<TObject>);
    const key = await this.#keys.obtain(subject);
    if (key === null) throw new SubjectErased(subject);
    const sealed = { subject, box: seal(JSON.stringify(declaredOnly(definition.sealed, plain)), key, id) };
    return { id, type: event.type, data: { ...data, sealed }, metadata: stamped };
  }

  /** One result an event, in order. Types that this version does not declare are unreadable, not an exception. */
  async decode(events: readonly StoredEvent[]): Promise<readonly Decoded[]> {
    const subjects = new Set<KeySubject>();
    for (const event of events) {
      const box = boxOf(event);
      if (box !== null) subjects.add(box.subject);
    }
    const keys = subjects.size === 0 ? new Map<KeySubject, KeyObject | null>() : await this.#keys.find([...subjects]);
    return events.map((event) => this.#decodeOne(event, keys));
  }

  #decodeOne(stored: StoredEvent, keys: ReadonlyMap<KeySubject, KeyObject | null>): Decoded {
    try {
      const event = this.#domainEvent(stored, keys);
      const metadata = metadataOf(stored);
      const { id, stream, revision, position, recordedAt } = stored;
      return { readable: true, recorded: { event, id, stream, revision, position, recordedAt, metadata } };
    } catch (error) {
      if (error instanceof UnreadableEvent) return { readable: false, error };
      return { readable: false, error: new UnreadableEvent(stored, messageOf(error), { cause: error }) };
    }
  }

  #domainEvent(stored: StoredEvent, keys: ReadonlyMap<KeySubject, KeyObject | null>): DomainEvent {
    const schemas = this.#schemasOf(stored.type);
    if (schemas === null) throw new UnreadableEvent(stored, 'this version does not know the type');
    const opened = openBox(stored, keys);
    const upcast = upcastToNewest(schemas.definition, stored, opened);
    if (!schemas.data.Check(upcast.data)) throw new UnreadableEvent(stored, 'its data does not fit the declaration');
    if (schemas.sealed === null) return { type: stored.type, data: upcast.data } as DomainEvent;
    requireOwnBox(schemas.definition, stored);
    if (upcast.sealed !== null && !schemas.sealed.Check(upcast.sealed)) {
      throw new UnreadableEvent(stored, 'its sealed part does not fit the declaration');
    }
    return { type: stored.type, data: upcast.data, sealed: upcast.sealed } as DomainEvent;
  }

  #schemasOf(type: string): Schemas | null {
    const known = this.#schemas.get(type);
    if (known !== undefined) return known;
    const definition = this.#definitions.get(type);
    if (definition === undefined) return null;
    const sealed = definition.sealed === null ? null : Compile(definition.sealed);
    const schemas: Schemas = { definition, data: Compile(definition.data), sealed };
    this.#schemas.set(type, schemas);
    return schemas;
  }
}

function requireFit(type: string, part: string, schema: Validator, value: unknown): void {
  if (schema.Check(value)) return;
  const [first] = schema.Errors(value);
  throw new TypeError(
    `${type}.${part} does not fit its declaration: ${first?.instancePath ?? ''} ${first?.message ?? ''}`,
  );
}

/** Null when there is none, or something else in its place. */
function boxOf(event: StoredEvent): SealedBox | null {
  const sealed = (event.data as Partial<JsonObject> | null)?.sealed as Partial<SealedBox> | null | undefined;
  if (typeof sealed?.subject !== 'string' || typeof sealed.box !== 'string') return null;
  return SUBJECT.test(sealed.subject) ? (sealed as SealedBox) : null;
}

/**
 * A box that was taken away, or put under a subject without a key, would read as erased. Only asked of the newest version: an older
 * one may not have been sealed, or for another subject.
 */
function requireOwnBox(definition: EventDefinition, stored: StoredEvent): void {
  if (stored.metadata.version !== definition.version) return;
  const subject = definition.subject?.(stored.data as Static<TObject>);
  if (boxOf(stored)?.subject !== subject) throw new UnreadableEvent(stored, 'its sealed part is not its own');
}

type Plain = { data: Record<string, unknown>; sealed: Record<string, unknown> | null };

function openBox(stored: StoredEvent, keys: ReadonlyMap<KeySubject, KeyObject | null>): Plain {
  if (stored.data.sealed === undefined) return { data: stored.data as Record<string, unknown>, sealed: null };
  const box = boxOf(stored);
  if (box === null) throw new UnreadableEvent(stored, 'its sealed part is malformed');
  const { sealed: _, ...data } = stored.data;
  const key = keys.get(box.subject);
  if (key === undefined || key === null) return { data, sealed: null };
  return { data, sealed: JSON.parse(open(box.box, key, stored.id)) as Record<string, unknown> };
}

function upcastToNewest(definition: EventDefinition, stored: StoredEvent, plain: Plain): Plain {
  const version = stored.metadata.version;
  if (version === definition.version) return plain;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > definition.version) {
    throw new UnreadableEvent(stored, `its version ${String(version)} is not known (newest: ${definition.version})`);
  }
  let lifted = plain;
  for (let at = version; at < definition.version; at++) {
    const upcast = definition.upcasts[at];
    if (upcast === undefined) throw new UnreadableEvent(stored, `nothing lifts version ${at}`);
    lifted = upcast(lifted);
  }
  return lifted;
}

/** The latest time there is, epoch milliseconds. */
const LATEST_TIME = 8.64e15;

/** Metadata is written by us beside each event, but read as carefully as the rest. */
function metadataOf(stored: StoredEvent): EventMetadata {
  const { at, commandId, previous, actor } = stored.metadata;
  const fits =
    Number.isSafeInteger(at) &&
    Math.abs(Number(at)) <= LATEST_TIME &&
    typeof commandId === 'string' &&
    (previous === null || typeof previous === 'string') &&
    typeof actor === 'object' &&
    actor !== null;
  if (!fits) throw new UnreadableEvent(stored, 'its metadata is malformed');
  return stored.metadata as unknown as EventMetadata;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
