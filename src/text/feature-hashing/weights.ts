/** Open-addressing hash table, several times faster than a `Map`. */

const INITIAL_SLOTS = 8_192;

export class Weights {
  /** One-based index of the slot's feature; 0 for a free slot. Linear probing. */
  #slots = new Int32Array(INITIAL_SLOTS);
  #hashes = new Uint32Array(INITIAL_SLOTS / 2);
  #weights = new Float64Array(INITIAL_SLOTS / 2);
  #size = 0;

  /** Keeps the capacity. */
  clear(): void {
    this.#slots.fill(0);
    this.#size = 0;
  }

  add(hash: number, weight: number): void {
    const slot = this.#slotOf(hash);
    const index = (this.#slots[slot] ?? 0) - 1;
    if (index >= 0) {
      this.#weights[index] = (this.#weights[index] ?? 0) + weight;
      return;
    }
    this.#hashes[this.#size] = hash;
    this.#weights[this.#size] = weight;
    this.#size += 1;
    this.#slots[slot] = this.#size;
    if (this.#size === this.#hashes.length) this.#grow();
  }

  /** Visits in insertion order. */
  forEach(visit: (hash: number, weight: number) => void): void {
    for (let index = 0; index < this.#size; index += 1) visit(this.#hashes[index] ?? 0, this.#weights[index] ?? 0);
  }

  #slotOf(hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const index = (this.#slots[slot] ?? 0) - 1;
      if (index < 0 || this.#hashes[index] === hash) return slot;
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
    for (let index = 0; index < this.#size; index += 1) this.#slots[this.#slotOf(hashes[index] ?? 0)] = index + 1;
  }
}
