/**
 * One schema gives the type and the validation of an event. `data` stays readable forever: ids, states, counts, hashes.
 * `sealed` holds personal data, encrypted with the data key of its subject, and reads as null once that key is deleted
 * (crypto-shredding).
 */
import type { Static, TObject } from 'typebox';

/** From the decrypted content of an older event version to the next version. */
export type Upcast = (stored: { data: Record<string, unknown>; sealed: Record<string, unknown> | null }) => {
  data: Record<string, unknown>;
  sealed: Record<string, unknown> | null;
};

/** Upcast of a version with the same content: only the subject of the key changes, or a value is added. */
export const unchanged: Upcast = (stored) => stored;

export interface EventDefinition<
  Type extends string = string,
  Data extends TObject = TObject,
  Sealed extends TObject | null = TObject | null,
> {
  readonly type: Type;
  /** Older stored versions pass through `upcasts` one by one. */
  readonly version: number;
  readonly data: Data;
  readonly sealed: Sealed;
  /** Key subject whose data key seals the event. `null` for an event without a sealed part. */
  readonly subject: ((data: Static<Data>) => string) | null;
  /** Keyed by the version they start from. */
  readonly upcasts: Readonly<Record<number, Upcast>>;
}

export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Data, infer Sealed>
    ? Sealed extends TObject
      ? { readonly type: Type; readonly data: Static<Data>; readonly sealed: Static<Sealed> | null }
      : { readonly type: Type; readonly data: Static<Data> }
    : never;

export type EventsOf<Definitions extends readonly unknown[]> = EventOf<Definitions[number]>;

export function defineEvent<const Type extends string, Data extends TObject>(
  type: Type,
  options: { version?: number; data: Data; upcasts?: Readonly<Record<number, Upcast>> },
): EventDefinition<Type, Data, null> {
  return {
    type,
    version: options.version ?? 1,
    data: options.data,
    sealed: null,
    subject: null,
    upcasts: options.upcasts ?? {},
  };
}

export function defineSealedEvent<const Type extends string, Data extends TObject, Sealed extends TObject>(
  type: Type,
  options: {
    version?: number;
    data: Data;
    sealed: Sealed;
    subject: (data: Static<Data>) => string;
    upcasts?: Readonly<Record<number, Upcast>>;
  },
): EventDefinition<Type, Data, Sealed> {
  return {
    type,
    version: options.version ?? 1,
    data: options.data,
    sealed: options.sealed,
    subject: options.subject,
    upcasts: options.upcasts ?? {},
  };
}
