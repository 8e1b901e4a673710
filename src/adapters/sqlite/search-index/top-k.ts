/** Top-k of a stream of numbers, kept in a min-heap. */

const NOTHING = { place: 0, value: 0 };

export class TopK {
  readonly #k: number;
  readonly #values: Float64Array;
  readonly #places: Uint32Array;
  #size = 0;

  constructor(k: number) {
    this.#k = k;
    this.#values = new Float64Array(k);
    this.#places = new Uint32Array(k);
  }

  /** Values must be above this to enter. */
  get threshold(): number {
    return this.#size < this.#k ? Number.NEGATIVE_INFINITY : (this.#values[0] ?? Number.POSITIVE_INFINITY);
  }

  /** The earlier of equal values stays. @param value above the threshold */
  add(value: number, place: number): void {
    if (this.#size < this.#k) {
      this.#size += 1;
      this.#raise(this.#size - 1, value, place);
    } else {
      this.#sink(value, place);
    }
  }

  /** Ascending. */
  places(): Uint32Array {
    return this.#places.slice(0, this.#size).sort();
  }

  /** Takes all out of the heap, descending by value, then ascending by place. */
  drain(): { readonly place: number; readonly value: number }[] {
    const drained = Array.from({ length: this.#size }, () => NOTHING);
    while (this.#size > 0) {
      this.#size -= 1;
      drained[this.#size] = { place: this.#places[0] ?? 0, value: this.#values[0] ?? 0 };
      if (this.#size > 0) this.#sink(this.#values[this.#size] ?? 0, this.#places[this.#size] ?? 0);
    }
    return drained;
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

  /** The higher place of equal values ranks lower and leaves first. */
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
