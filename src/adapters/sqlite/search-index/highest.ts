/** The highest of a long list of numbers, kept in a heap whose root is the lowest of those kept. */

export class Highest {
  readonly #most: number;
  readonly #values: Float64Array;
  readonly #places: Uint32Array;
  #size = 0;

  /** @param most how many are kept */
  constructor(most: number) {
    this.#most = most;
    this.#values = new Float64Array(most);
    this.#places = new Uint32Array(most);
  }

  /** What is not higher than this is not kept. */
  get threshold(): number {
    return this.#size < this.#most ? Number.NEGATIVE_INFINITY : (this.#values[0] ?? Number.POSITIVE_INFINITY);
  }

  /** Of equal values the earlier offered is kept. @param value higher than the threshold */
  add(value: number, place: number): void {
    if (this.#size < this.#most) {
      this.#size += 1;
      this.#raise(this.#size - 1, value, place);
    } else {
      this.#sink(value, place);
    }
  }

  /** Where those that are kept were, rising. */
  places(): Uint32Array {
    return this.#places.slice(0, this.#size).sort();
  }

  /** Highest first, of equal values the lower place first. */
  sorted(): { readonly place: number; readonly value: number }[] {
    return Array.from({ length: this.#size }, (_, at) => ({
      place: this.#places[at] ?? 0,
      value: this.#values[at] ?? 0,
    })).sort((one, other) => other.value - one.value || one.place - other.place);
  }

  #raise(from: number, value: number, place: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#below(value, place, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#set(at, value, place);
  }

  #sink(value: number, place: number): void {
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#below(this.#values[child + 1] ?? 0, this.#places[child + 1] ?? 0, child)) {
        child += 1;
      }
      if (this.#below(value, place, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#set(at, value, place);
  }

  /** Of equal values the higher place is the lower: it leaves first. */
  #below(value: number, place: number, at: number): boolean {
    const other = this.#values[at] ?? 0;
    return value < other || (value === other && place > (this.#places[at] ?? 0));
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#values[from] ?? 0, this.#places[from] ?? 0);
  }

  #set(at: number, value: number, place: number): void {
    this.#values[at] = value;
    this.#places[at] = place;
  }
}
