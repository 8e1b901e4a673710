/** Vectors as texts on many topics have them, made a hundred thousand in seconds, and what is nearest among them. */
import { gaussian, seededRandom } from '../../test/support/seeded-random.ts';

/** Normally distributed numbers, of which each vector takes a run that begins anywhere: making each anew would take minutes. */
const NOISE = 1 << 20;
/** Distance of a passage from the middle of its topic. */
const SPREAD = 0.75;

export class ClusteredVectors {
  readonly random: () => number;
  readonly #dimensions: number;
  readonly #noise: Float32Array;
  readonly #middles: readonly Float32Array[];

  constructor(dimensions: number, clusters: number) {
    this.random = seededRandom(20_000);
    this.#dimensions = dimensions;
    this.#noise = Float32Array.from({ length: NOISE }, () => gaussian(this.random));
    const nothing = new Float32Array(dimensions);
    this.#middles = Array.from({ length: clusters }, () => this.#beside(nothing));
  }

  /** One near the middle of a cluster, of unit length. */
  next(): Float32Array {
    const middle = this.#middles[Math.floor(this.random() * this.#middles.length)];
    if (middle === undefined) throw new RangeError('There are no clusters');
    return this.#beside(middle);
  }

  #beside(middle: Float32Array): Float32Array {
    const start = Math.floor(this.random() * (NOISE - this.#dimensions));
    const vector = new Float32Array(this.#dimensions);
    const scale = SPREAD / Math.sqrt(this.#dimensions);
    let squares = 0;
    for (let place = 0; place < vector.length; place += 1) {
      const value = (middle[place] ?? 0) + scale * (this.#noise[start + place] ?? 0);
      vector[place] = value;
      squares += value * value;
    }
    const length = Math.sqrt(squares);
    for (let place = 0; place < vector.length; place += 1) vector[place] = (vector[place] ?? 0) / length;
    return vector;
  }
}

export function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < one.length; place += 1) sum += (one[place] ?? 0) * (other[place] ?? 0);
  return sum;
}

/** Keeps the few nearest of all that were offered. */
export class NearestSoFar {
  readonly #most: number;
  #kept: { readonly id: string; readonly closeness: number }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get ids(): readonly string[] {
    return this.#kept.map(({ id }) => id);
  }

  offer(id: string, closeness: number): void {
    if (this.#kept.length === this.#most && closeness <= (this.#kept.at(-1)?.closeness ?? 0)) return;
    this.#kept.push({ id, closeness });
    this.#kept.sort((one, other) => other.closeness - one.closeness);
    this.#kept = this.#kept.slice(0, this.#most);
  }
}
