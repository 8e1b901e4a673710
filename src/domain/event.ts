/**
 * How an event is declared: one schema gives its type, its validation on the way in and out, and its documentation.
 *
 * An event has two parts. `data` stays readable for as long as the log lives: ids, states, counts, hashes. `sealed` holds what
 * a person may ask to be forgotten, encrypted with the key of its subject; once that key is erased it reads as null.
 */
import type { Static, TObject } from 'typebox';

/** Lifts the plain content of an event stored by an older version to the next one. */
export type Upcast = (stored: { data: Record<string, unknown>; sealed: Record<string, unknown> | null }) => {
  data: Record<string, unknown>;
  sealed: Record<string, unknown> | null;
};

export interface EventDefinition<
  Type extends string = string,
  Data extends TObject = TObject,
  Sealed extends TObject | null = TObject | null,
> {
  readonly type: Type;
  /** Of the schemas below. Older stored versions pass through `upcasts` one after the other. */
  readonly version: number;
  readonly data: Data;
  readonly sealed: Sealed;
  /** Whose key seals it, from `data`. Null for events without a sealed part. */
  readonly subject: ((data: Static<Data>) => string) | null;
  /** By the version they start from. */
  readonly upcasts: Readonly<Record<number, Upcast>>;
}

/** The event a definition describes. `sealed` is null when its key has been erased. */
export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Data, infer Sealed>
    ? Sealed extends TObject
      ? { readonly type: Type; readonly data: Static<Data>; readonly sealed: Static<Sealed> | null }
      : { readonly type: Type; readonly data: Static<Data> }
    : never;

/** The events of a list of definitions. */
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
