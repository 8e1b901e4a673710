/**
 * Codec between domain events and stored events. Stored bytes are untrusted: an older version, another program or an attacker
 * may have written them.
 */
import type { KeyObject } from 'node:crypto';
import type { Static, TObject } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { EventDefinition } from '../domain/event.ts';
import { type DomainEvent, EVENT_DEFINITIONS } from '../domain/events.ts';
import { EventLoopBudget } from '../lib/event-loop-budget.ts';
import type { JsonObject, NewEvent, StoredEvent } from '../ports/event-log.ts';
import type { KeySubject, Keys, ReadableKeys } from '../ports/keys.ts';
import { pickDeclared } from './declared.ts';
import type { EventMetadata, RecordedEvent } from './recorded-event.ts';
import { open, seal } from './sealing.ts';
import { UnreadableEvent } from './unreadable-event.ts';
import { type Plain, upcastToNewest } from './upcasting.ts';

/** The subject is crypto-shredded. */
export class SubjectErased extends Error {
  override readonly name = 'SubjectErased';
  readonly subject: KeySubject;
  constructor(subject: KeySubject) {
    super(`${subject} has been erased`);
    this.subject = subject;
  }
}

export type Decoded =
  | { readonly ok: true; readonly recorded: RecordedEvent }
  | { readonly ok: false; readonly error: UnreadableEvent };

interface Schemas {
  readonly definition: EventDefinition;
  readonly data: Validator;
  readonly sealed: Validator | null;
}

/** Sealed part of an event (`data.sealed`). */
interface SealedBox {
  readonly subject: KeySubject;
  readonly box: string;
}

/** The sealed part of an event. Its key is null once the subject is erased. */
interface Sealed extends SealedBox {
  readonly id: string;
  readonly key: KeyObject | null;
  /** `null` until the box is opened. */
  plaintext: string | null;
}

/** A sealed part, the key that opens it, and the id of its event. */
export interface SealedPart {
  readonly box: string;
  readonly key: KeyObject;
  readonly id: string;
}

/** Decrypts in another thread. The caller opens the parts that are null or missing, and learns why they fail. */
export type OpenBoxes = (parts: readonly SealedPart[]) => Promise<readonly (string | null)[]>;

/** Events between two checks of the event-loop budget. The largest, 64 KB each, take a millisecond. */
const YIELD_CHECK_INTERVAL = 4;
const SUBJECT = /^[a-z]+:[\w:/-]+$/;
const NO_KEYS: ReadonlyMap<KeySubject, KeyObject | null> = new Map();

/** Only decodes, so a read-only key store suffices. */
export class EventDecoder {
  readonly #keys: Pick<ReadableKeys, 'find' | 'findMissing'>;
  readonly #definitions: ReadonlyMap<string, EventDefinition>;
  /** Compiled at first use, for a fast start. */
  readonly #schemas = new Map<string, Schemas>();

  constructor(
    keys: Pick<ReadableKeys, 'find' | 'findMissing'>,
    definitions: ReadonlyMap<string, EventDefinition> = EVENT_DEFINITIONS,
  ) {
    this.#keys = keys;
    this.#definitions = definitions;
  }

  /** One result per event, in order. @param openBoxes default: decrypts in this thread */
  async decode(events: readonly StoredEvent[], openBoxes?: OpenBoxes): Promise<readonly Decoded[]> {
    const subjects = new Set<KeySubject>();
    const boxes = events.map((event) => boxOf(event, subjects));
    const keys = subjects.size === 0 ? NO_KEYS : await this.#keys.find([...subjects]);
    const narrower = events.map((event, index) => this.#narrowerSubject(event, boxes[index] ?? null));
    const erased = await this.#erasedAmong(narrower);
    const sealed = events.map((event, index): Sealed | null => {
      const found = boxes[index] ?? null;
      if (found === null) return null;
      const { subject, box } = found;
      const isErased = erased.has(narrower[index] ?? '');
      return { subject, box, id: event.id, key: isErased ? null : (keys.get(subject) ?? null), plaintext: null };
    });
    if (openBoxes !== undefined) await openElsewhere(sealed, openBoxes);
    const decoded: Decoded[] = [];
    const budget = events.length < YIELD_CHECK_INTERVAL ? null : new EventLoopBudget();
    for (const [index, event] of events.entries()) {
      if (index % YIELD_CHECK_INTERVAL === YIELD_CHECK_INTERVAL - 1) await budget?.yieldIfUsedUp();
      decoded.push(this.#decodeOne(event, sealed[index] ?? null));
    }
    return decoded;
  }

  /**
   * Older versions may be sealed with the key of a wider subject, such as the chatbot's for a conversation. They read as erased once
   * the subject of the newest version is erased, although the wider key still exists.
   */
  async #erasedAmong(subjects: readonly (KeySubject | null)[]): Promise<ReadonlySet<KeySubject>> {
    const narrower = new Set(subjects.filter((subject) => subject !== null));
    if (narrower.size === 0) return narrower;
    const [keys, missing] = await Promise.all([this.#keys.find([...narrower]), this.#keys.findMissing([...narrower])]);
    const neverMade = new Set(missing);
    return new Set([...narrower].filter((subject) => keys.get(subject) === null && !neverMade.has(subject)));
  }

  #narrowerSubject(event: StoredEvent, box: SealedBox | null): KeySubject | null {
    const definition = box === null ? undefined : this.#definitions.get(event.type);
    if (definition === undefined || event.metadata.version === definition.version) return null;
    const subject = definition.subject?.(event.data as Static<TObject>);
    return subject !== undefined && subject !== box?.subject && SUBJECT.test(subject) ? subject : null;
  }

  #decodeOne(stored: StoredEvent, sealed: Sealed | null): Decoded {
    try {
      const event = this.#domainEvent(stored, sealed);
      const metadata = metadataOf(stored);
      const { id, stream, revision, position, recordedAt } = stored;
      return { ok: true, recorded: { event, id, stream, revision, position, recordedAt, metadata } };
    } catch (error) {
      if (error instanceof UnreadableEvent) return { ok: false, error };
      return { ok: false, error: new UnreadableEvent(stored, messageOf(error), { cause: error }) };
    }
  }

  #domainEvent(stored: StoredEvent, sealed: Sealed | null): DomainEvent {
    const schemas = this.schemasOf(stored.type);
    if (schemas === null) throw new UnreadableEvent(stored, 'this version does not know the type');
    const encoded = sealed?.key === null ? undefined : this.encodedHere(stored);
    if (encoded !== undefined) return encoded;
    const opened = openBox(stored, sealed);
    const upcast = upcastToNewest(schemas.definition, stored, opened);
    if (!schemas.data.Check(upcast.data)) throw new UnreadableEvent(stored, 'its data does not fit the declaration');
    if (schemas.sealed === null) return { type: stored.type, data: upcast.data } as DomainEvent;
    assertOwnBox(schemas.definition, stored, sealed);
    if (upcast.sealed !== null && !schemas.sealed.Check(upcast.sealed)) {
      throw new UnreadableEvent(stored, 'its sealed part does not fit the declaration');
    }
    return { type: stored.type, data: upcast.data, sealed: upcast.sealed } as DomainEvent;
  }

  /** Returns the domain event that this codec encoded, when the log passes the stored event on from memory. */
  protected encodedHere(_stored: StoredEvent): DomainEvent | undefined {
    return undefined;
  }

  protected schemasOf(type: string): Schemas | null {
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

/** Subject whose key seals the event; null without a sealed part. */
export function sealedFor(event: StoredEvent): KeySubject | null {
  return boxOf(event, new Set())?.subject ?? null;
}

/** Characters of the event's sealed part. */
export function sealedLength(event: StoredEvent): number {
  const sealed = (event.data as Partial<JsonObject> | null)?.sealed as Partial<SealedBox> | null | undefined;
  return typeof sealed?.box === 'string' ? sealed.box.length : 0;
}

/** @param known subjects that are well-formed, to which the event's is added */
function boxOf(event: StoredEvent, known: Set<KeySubject>): SealedBox | null {
  const sealed = (event.data as Partial<JsonObject> | null)?.sealed as Partial<SealedBox> | null | undefined;
  if (typeof sealed?.subject !== 'string' || typeof sealed.box !== 'string') return null;
  if (!known.has(sealed.subject)) {
    if (!SUBJECT.test(sealed.subject)) return null;
    known.add(sealed.subject);
  }
  return sealed as SealedBox;
}

/**
 * Rejects tampering that looks like erasure: a removed box, or one under a subject without a key. Older versions may be
 * unsealed or belong to another subject.
 */
function assertOwnBox(definition: EventDefinition, stored: StoredEvent, sealed: Sealed | null): void {
  if (stored.metadata.version !== definition.version) return;
  const subject = definition.subject?.(stored.data as Static<TObject>);
  if (sealed?.subject !== subject) throw new UnreadableEvent(stored, 'its sealed part is not its own');
}

function openBox(stored: StoredEvent, sealed: Sealed | null): Plain {
  if (stored.data.sealed === undefined) return { data: stored.data as Record<string, unknown>, sealed: null };
  if (sealed === null) throw new UnreadableEvent(stored, 'its sealed part is malformed');
  const { sealed: _, ...data } = stored.data;
  const { box, key, id, plaintext } = sealed;
  if (key === null) return { data, sealed: null };
  return { data, sealed: JSON.parse(plaintext ?? open(box, key, id)) as Record<string, unknown> };
}

async function openElsewhere(sealed: readonly (Sealed | null)[], openBoxes: OpenBoxes): Promise<void> {
  const readable = sealed.filter((each) => each !== null && each.key !== null) as readonly (Sealed & SealedPart)[];
  const opened = await openBoxes(readable);
  for (const [index, each] of readable.entries()) each.plaintext = opened[index] ?? null;
}

/** Limit of `Date`, epoch milliseconds. */
const MAX_TIME = 8.64e15;

function metadataOf(stored: StoredEvent): EventMetadata {
  const { at, commandId, previous, actor } = stored.metadata;
  const fits =
    Number.isSafeInteger(at) &&
    Math.abs(Number(at)) <= MAX_TIME &&
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
