/** How close passages are to a question, whatever cosines the model gives to unrelated texts (0 to .8). */
import type { Ranked } from './ranked.ts';

/** Beyond the end of a truncated ranking: a little less than its last. */
const CLOSENESS_BEYOND_END = -0.05;
/** The same text is not infinitely near. */
export const MAX_TIMES_NEARER = 33;

/** 1 for the same text, 0 for the ranking's last. */
export class VectorCloseness {
  /** By place in the ranking. */
  readonly values: Float64Array;
  /** A passage missing from a complete ranking has a zero vector: closeness 0. */
  readonly beyond: number;
  /** Closeness of the first. */
  readonly nearest: number;
  readonly #places: ReadonlyMap<string, number>;

  /** @param limit most hits that a ranking has; a shorter one was not truncated */
  constructor(byVector: readonly Ranked[], limit: number) {
    const last = byVector.at(-1)?.score ?? 0;
    const room = Math.max(1 - last, Number.EPSILON);
    const places = new Map<string, number>();
    this.values = new Float64Array(byVector.length);
    for (const [place, { id, score }] of byVector.entries()) {
      this.values[place] = Math.min(1, (score - last) / room);
      places.set(id, place);
    }
    this.#places = places;
    this.beyond = byVector.length < limit ? 0 : CLOSENESS_BEYOND_END;
    this.nearest = this.values[0] ?? this.beyond;
  }

  along(byWords: readonly Ranked[]): ClosenessAlong {
    const closeness = new Float64Array(byWords.length);
    const isFound = new Uint8Array(this.values.length);
    for (const [rank, { id }] of byWords.entries()) {
      const place = this.#places.get(id);
      closeness[rank] = place === undefined ? this.beyond : (this.values[place] ?? this.beyond);
      if (place !== undefined) isFound[place] = 1;
    }
    const unfound: number[] = [];
    for (let place = 0; place < isFound.length; place += 1) if (isFound[place] === 0) unfound.push(place);
    return { closeness, unfound };
  }

  /** 0 beyond the ranking's end, 1 for the nearest. */
  nearness(closeness: number): number {
    const span = this.nearest - this.beyond;
    return span > 0 ? Math.max(0, (closeness - this.beyond) / span) : 0;
  }
}

/** A ranking by words beside one by vector. */
export interface ClosenessAlong {
  /** By place in the ranking by words. */
  readonly closeness: Float64Array;
  /** Places in the ranking by vector of what words do not find. */
  readonly unfound: readonly number[];
}

/** The ratio of the distance of the ranking's last to a passage's, by the part of a cosine that is left to 1. */
export const timesNearer = (closeness: number): number => 1 / Math.max(1 - closeness, 1 / MAX_TIMES_NEARER);

/** One ranking is asked several times: for its agreement, for feedback and for its weight. */
const KNOWN = new WeakMap<readonly Ranked[], { readonly limit: number; readonly vector: VectorCloseness }>();

export function closenessOf(byVector: readonly Ranked[], limit: number): VectorCloseness {
  const known = KNOWN.get(byVector);
  if (known?.limit === limit) return known.vector;
  const vector = new VectorCloseness(byVector, limit);
  KNOWN.set(byVector, { limit, vector });
  return vector;
}

/** By ranking by words: the closeness along it, for the ranking by vector that was asked last. */
const KNOWN_ALONG = new WeakMap<
  readonly Ranked[],
  { readonly vector: VectorCloseness; readonly along: ClosenessAlong }
>();

export function closenessAlong(byWords: readonly Ranked[], vector: VectorCloseness): ClosenessAlong {
  const known = KNOWN_ALONG.get(byWords);
  if (known?.vector === vector) return known.along;
  const along = vector.along(byWords);
  KNOWN_ALONG.set(byWords, { vector, along });
  return along;
}
