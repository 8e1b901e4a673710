/**
 * Short codes of vectors, by which a search finds the few that are worth comparing exactly. Vectors of many dimensions keep the sign
 * of each (a bit), vectors of few keep each in a byte, since so few signs would tell too little.
 */

/** Up to so many dimensions each has a byte. */
const DIMENSIONS_IN_BYTES = 512;
/** Codes are whole vector registers, the rest is zero. */
const REGISTER_BYTES = 16;
/** A component of a unit vector is rarely above eight times what it is on average; what is, counts as that. */
const LARGEST_COMPONENT = 8;
/** What a question's components are multiplied with: its products with a code then fit 32 bits, whatever it holds. */
const QUESTION_SCALE = 16_000;

export type CodeKind = 'bits' | 'bytes';

export class Coding {
  readonly kind: CodeKind;
  /** Of one code. */
  readonly bytes: number;
  readonly #dimensions: number;
  readonly #scale: number;

  constructor(dimensions: number) {
    this.kind = dimensions <= DIMENSIONS_IN_BYTES ? 'bytes' : 'bits';
    this.bytes = Math.ceil(dimensions / (this.kind === 'bits' ? 8 : 1) / REGISTER_BYTES) * REGISTER_BYTES;
    this.#dimensions = dimensions;
    this.#scale = (127 * Math.sqrt(dimensions)) / LARGEST_COMPONENT;
  }

  /** The codes of vectors that lie one after the other. */
  encode(vectors: Float32Array): Uint8Array<ArrayBuffer> {
    const count = vectors.length / this.#dimensions;
    const codes = new Uint8Array(count * this.bytes);
    for (let index = 0; index < count; index += 1) {
      const vector = vectors.subarray(index * this.#dimensions, (index + 1) * this.#dimensions);
      const code = codes.subarray(index * this.bytes, (index + 1) * this.bytes);
      if (this.kind === 'bits') writeSigns(vector, code);
      else this.#writeBytes(vector, code);
    }
    return codes;
  }

  /** What codes are compared with, as the kernels take it: signs, or 16-bit numbers. */
  question(vector: Float32Array): Uint8Array<ArrayBuffer> {
    if (this.kind === 'bits') return this.encode(vector);
    const numbers = new Int16Array(this.bytes);
    for (const [place, value] of vector.entries()) numbers[place] = Math.round(clamp(value, 1) * QUESTION_SCALE);
    return new Uint8Array(numbers.buffer);
  }

  #writeBytes(vector: Float32Array, code: Uint8Array): void {
    for (let place = 0; place < vector.length; place += 1) {
      code[place] = Math.round(clamp((vector[place] ?? 0) * this.#scale, 127));
    }
  }
}

function writeSigns(vector: Float32Array, code: Uint8Array): void {
  for (let place = 0; place < vector.length; place += 1) {
    if ((vector[place] ?? 0) > 0) code[place >> 3] = (code[place >> 3] ?? 0) | (1 << (place & 7));
  }
}

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}
