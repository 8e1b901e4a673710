/** Stored bytes are untrusted: an older version, another program or an attacker may have written them. */
import type { KeyObject } from 'node:crypto';
import type { Static, TObject } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { EventDefinition } from '../domain/event.ts';
import { type DomainEvent, EVENT_DEFINITIONS } from '../domain/events.ts';
import { EventLoopBudget } from '../lib/event-loop-budget.ts';
import { errorMessage } from '../lib/thrown.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import type { KeySubject, ReadableKeys } from '../ports/keys.ts';
import type { EventMetadata, RecordedEvent } from './recorded-event.ts';
import {
  assertOwnBox,
  boxOf,
  isSubject,
  type OpenBoxes,
  openBox,
  openElsewhere,
  type SealedBox,
  type SealedPart,
} from './sealed-part.ts';
import { UnreadableEvent } from './unreadable-event.ts';
import { upcastToNewest } from './upcasting.ts';

export type Decoded =
  | { readonly ok: true; readonly recorded: RecordedEvent }
  | { readonly ok: false; readonly error: UnreadableEvent };

interface Schemas {
  readonly definition: EventDefinition;
  readonly data: Validator;
  readonly sealed: Validator | null;
}

/** Events between two checks of the event-loop budget. The largest, 64 KB each, take a millisecond. */
const YIELD_CHECK_INTERVAL = 4;
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
    const sealed = events.map((event, index): SealedPart | null => {
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
   * Older versions may be sealed with the key of a wider subject, such as the chatbot's for a conversation. They read as erased
   * once the newest version's subject is erased, although the wider key still exists.
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
    return subject !== undefined && subject !== box?.subject && isSubject(subject) ? subject : null;
  }

  #decodeOne(stored: StoredEvent, sealed: SealedPart | null): Decoded {
    try {
      const event = this.#domainEvent(stored, sealed);
      const metadata = metadataOf(stored);
      const { id, stream, revision, position, recordedAt } = stored;
      return { ok: true, recorded: { event, id, stream, revision, position, recordedAt, metadata } };
    } catch (error) {
      if (error instanceof UnreadableEvent) return { ok: false, error };
      return { ok: false, error: new UnreadableEvent(stored, errorMessage(error), { cause: error }) };
    }
  }

  #domainEvent(stored: StoredEvent, sealed: SealedPart | null): DomainEvent {
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
