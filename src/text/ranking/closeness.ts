/** Closeness of passages to a question, whatever cosines the model gives to unrelated texts (0 to .8). */
import type { Ranking } from './ranking.ts';

/** Beyond the end of a truncated ranking: a little less than its last. */
const CLOSENESS_BEYOND_END = -0.05;
/** Bounds the ratio for the same text, whose distance is 0. */
export const MAX_DISTANCE_RATIO = 33;

/** Cosines scaled from 0, the ranking's last, to 1, the same text. */
export class VectorCloseness {
  readonly ids: readonly string[];
  /** Indexed by place in the ranking. */
  readonly values: Float64Array;
  /** A passage missing from a complete ranking has a zero vector: closeness 0. */
  readonly beyond: number;
  readonly nearest: number;
  readonly #places: ReadonlyMap<string, number>;

  /** @param limit most hits that a ranking has; a shorter one was not truncated */
  constructor({ ids, scores }: Ranking, limit: number) {
    const last = scores.at(-1) ?? 0;
    const room = Math.max(1 - last, Number.EPSILON);
    const places = new Map<string, number>();
    this.ids = ids;
    this.values = scores.map((score) => Math.min(1, (score - last) / room));
    for (let place = 0; place < ids.length; place += 1) places.set(ids[place] ?? '', place);
    this.#places = places;
    this.beyond = ids.length < limit ? 0 : CLOSENESS_BEYOND_END;
    this.nearest = this.values[0] ?? this.beyond;
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  /** 0 beyond the ranking's end, 1 for the nearest. */
  nearness(closeness: number): number {
    const span = this.nearest - this.beyond;
    return span > 0 ? Math.max(0, (closeness - this.beyond) / span) : 0;
  }
}

/** Compares a ranking by words with one by a trained model. */
export class ComparedRankings {
  readonly byWords: Ranking;
  readonly vector: VectorCloseness;
  /** Indexed by place in the ranking by words. */
  readonly closeness: Float64Array;
  /** Places of passages that words do not find. */
  readonly unfound: readonly number[];

  constructor(byWords: Ranking, vector: VectorCloseness) {
    const { ids } = byWords;
    const closeness = new Float64Array(ids.length);
    const isFound = new Uint8Array(vector.ids.length);
    for (let rank = 0; rank < ids.length; rank += 1) {
      const place = vector.placeOf(ids[rank] ?? '');
      closeness[rank] = place === undefined ? vector.beyond : (vector.values[place] ?? vector.beyond);
      if (place !== undefined) isFound[place] = 1;
    }
    const unfound: number[] = [];
    for (let place = 0; place < isFound.length; place += 1) if (isFound[place] === 0) unfound.push(place);
    this.byWords = byWords;
    this.vector = vector;
    this.closeness = closeness;
    this.unfound = unfound;
  }
}

/** Distance of the ranking's last in parts of a passage's distance (1 less the cosine). */
export const distanceRatio = (closeness: number): number => 1 / Math.max(1 - closeness, 1 / MAX_DISTANCE_RATIO);
