/**
 * Dictionary encoding of passage ids: the reader thread numbers the passages that searches find, and sends each id once. The
 * caller says how many it knows, so that a lost or late result does no harm.
 */
import { randomUUID } from 'node:crypto';

/** A fuller dictionary is replaced by an empty one, which bounds the memory of both sides. */
const MAX_IDS = 20_000;
const ID_BYTES = 200;
/** Ids hold no white space. */
export const ID_SEPARATOR = '\n';

export interface KnownIds {
  /** Unique. */
  readonly dictionary: string;
  /** Number of ids that the caller knows, from the first on. */
  readonly count: number;
}

export interface AddedIds {
  readonly dictionary: string;
  /** Number of the first. */
  readonly from: number;
  /** Separated by `ID_SEPARATOR`. */
  readonly ids: string;
}

export class IdDictionary {
  readonly #passages: number;
  #name = randomUUID();
  #ids: string[] = [];
  /** Indexed by place; numbers count from 1, 0 is a passage that has none yet. */
  #numbers = new Uint32Array();

  /** @param passages how many places there are */
  constructor(passages: number) {
    this.#passages = passages;
  }

  get bytes(): number {
    return this.#numbers.byteLength + this.#ids.length * ID_BYTES;
  }

  /** Called before a search, all of whose numbers must belong to one dictionary. */
  trim(): void {
    if (this.#ids.length > MAX_IDS) this.clear();
  }

  clear(): void {
    if (this.#ids.length === 0) return;
    this.#name = randomUUID();
    this.#ids = [];
    this.#numbers = new Uint32Array();
  }

  /** Numbers the passages at these places. @param idsAt reads the ids of unnumbered places, in their order */
  add(places: Uint32Array, idsAt: (places: readonly number[]) => readonly string[]): void {
    if (this.#numbers.length === 0) this.#numbers = new Uint32Array(this.#passages);
    const unnumbered: number[] = [];
    for (let rank = 0; rank < places.length; rank += 1) {
      const place = places[rank] ?? 0;
      if (this.#numbers[place] === 0) unnumbered.push(place);
    }
    if (unnumbered.length === 0) return;
    const ids = idsAt(unnumbered);
    for (const [index, place] of unnumbered.entries()) this.#numbers[place] = this.#ids.push(ids[index] ?? '');
  }

  /** @param place of a numbered passage */
  numberAt(place: number): number {
    return (this.#numbers[place] ?? 0) - 1;
  }

  unknownTo(known: KnownIds | null): AddedIds {
    const from = known?.dictionary === this.#name ? known.count : 0;
    return { dictionary: this.#name, from, ids: this.#ids.slice(from).join(ID_SEPARATOR) };
  }
}
