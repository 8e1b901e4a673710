/** Top-k of a stream of numbers: a buffer, sorted and cut to k whenever it is full. */
import { descendingPlaces } from '../../../../text/ranking/descending.ts';
import type { RankedPlaces } from '../segments/ranked-places.ts';

/** Sorted rarely, since the threshold of a long stream rises quickly. */
const MIN_BUFFERED = 4_096;

export class TopK {
  readonly #k: number;
  readonly #scores: Float64Array;
  readonly #places: Uint32Array;
  #size = 0;
  #threshold = Number.NEGATIVE_INFINITY;

  /** @param most scores that can be added */
  constructor(k: number, most: number) {
    this.#k = k;
    const buffered = Math.min(most, Math.max(MIN_BUFFERED, 2 * k));
    this.#scores = new Float64Array(buffered);
    this.#places = new Uint32Array(buffered);
  }

  /** Scores must be above this to enter. */
  get threshold(): number {
    return this.#threshold;
  }

  /** The earlier of equal scores stays. @param score above the threshold @param place ascending */
  add(score: number, place: number): void {
    if (this.#size === this.#scores.length) this.#cut();
    this.#scores[this.#size] = score;
    this.#places[this.#size] = place;
    this.#size += 1;
  }

  ranked(): RankedPlaces {
    const order = descendingPlaces(this.#scores.subarray(0, this.#size), this.#k);
    const scores = new Float64Array(order.length);
    for (let rank = 0; rank < order.length; rank += 1) {
      const at = order[rank] ?? 0;
      scores[rank] = this.#scores[at] ?? 0;
      order[rank] = this.#places[at] ?? 0;
    }
    return { places: order, scores };
  }

  #cut(): void {
    const { places, scores } = this.ranked();
    this.#places.set(places);
    this.#scores.set(scores);
    this.#size = places.length;
    if (this.#size === this.#k) this.#threshold = scores.at(-1) ?? Number.NEGATIVE_INFINITY;
  }
}
