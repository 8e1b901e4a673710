/**
 * Scalar quantization for a first scan. Vectors of many dimensions keep one sign bit per dimension, those of few keep one byte,
 * because signs alone would distinguish too little.
 */

/** Above, each dimension gets a bit. */
const MAX_BYTE_DIMENSIONS = 512;
/** Quantized vectors are padded to whole SIMD registers. */
const REGISTER_BYTES = 16;
/** Components are clamped to eight times the average magnitude, which they rarely exceed. */
const MAX_COMPONENT = 8;
/** Scales the query's components, so that dot products fit 32 bits. */
const QUESTION_SCALE = 16_000;

export type QuantizationKind = 'bits' | 'bytes';

export class Quantizer {
  readonly kind: QuantizationKind;
  /** Per quantized vector. */
  readonly bytes: number;
  readonly #dimensions: number;
  readonly #scale: number;

  constructor(dimensions: number) {
    this.kind = dimensions <= MAX_BYTE_DIMENSIONS ? 'bytes' : 'bits';
    this.bytes = Math.ceil(dimensions / (this.kind === 'bits' ? 8 : 1) / REGISTER_BYTES) * REGISTER_BYTES;
    this.#dimensions = dimensions;
    this.#scale = (127 * Math.sqrt(dimensions)) / MAX_COMPONENT;
  }

  /** @param vectors concatenated */
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

  /** The form that the kernels expect: sign bits, or 16-bit numbers. */
  encodeQuery(vector: Float32Array): Uint8Array<ArrayBuffer> {
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

function clamp(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value));
}
