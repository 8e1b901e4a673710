/** How much of each feature a text has: what a map from numbers to numbers would hold, several times as fast. */

const FIRST_SLOTS = 8_192;

export class Weights {
  /** Of each slot, one more than the place of its feature; 0 where there is none. A feature stands in the first free slot from its own on. */
  #slots = new Int32Array(FIRST_SLOTS);
  #hashes = new Uint32Array(FIRST_SLOTS / 2);
  #weights = new Float64Array(FIRST_SLOTS / 2);
  #size = 0;

  /** As new, with the space it has. */
  clear(): void {
    this.#slots.fill(0);
    this.#size = 0;
  }

  add(hash: number, weight: number): void {
    const slot = this.#slotOf(hash);
    const place = (this.#slots[slot] ?? 0) - 1;
    if (place >= 0) {
      this.#weights[place] = (this.#weights[place] ?? 0) + weight;
      return;
    }
    this.#hashes[this.#size] = hash;
    this.#weights[this.#size] = weight;
    this.#size += 1;
    this.#slots[slot] = this.#size;
    if (this.#size === this.#hashes.length) this.#grow();
  }

  /** In the order in which they were first added. */
  forEach(take: (hash: number, weight: number) => void): void {
    for (let place = 0; place < this.#size; place += 1) take(this.#hashes[place] ?? 0, this.#weights[place] ?? 0);
  }

  #slotOf(hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const place = (this.#slots[slot] ?? 0) - 1;
      if (place < 0 || this.#hashes[place] === hash) return slot;
    }
  }

  #grow(): void {
    const hashes = new Uint32Array(this.#hashes.length * 2);
    const weights = new Float64Array(hashes.length);
    hashes.set(this.#hashes);
    weights.set(this.#weights);
    this.#slots = new Int32Array(hashes.length * 2);
    this.#hashes = hashes;
    this.#weights = weights;
    for (let place = 0; place < this.#size; place += 1) this.#slots[this.#slotOf(hashes[place] ?? 0)] = place + 1;
  }
}
