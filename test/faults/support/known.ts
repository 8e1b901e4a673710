import { isDeepStrictEqual } from 'node:util';

/**
 * What a caller may count on of one value: what the last answer said; while a request is under way, or was cut off, also what
 * that request would make of it.
 */
export class Known<Value> {
  #possible: readonly Value[];

  constructor(value: Value) {
    this.#possible = [value];
  }

  /** One that was asked for when the service ended: either may be true. */
  get isCertain(): boolean {
    return this.#possible.length === 1;
  }

  /** What it is unless the request under way is carried out. */
  get value(): Value {
    return this.#possible[0] as Value;
  }

  mayBe(value: Value): boolean {
    return this.#possible.some((possible) => isDeepStrictEqual(possible, value));
  }

  /** Only when the request is answered does the new value hold alone. @throws what the request threw */
  async change<Answer>(to: Value, request: () => Promise<Answer>, onTheWay: readonly Value[] = []): Promise<Answer> {
    this.#possible = [...this.#possible, ...onTheWay, to];
    const answer = await request();
    this.#possible = [to];
    return answer;
  }

  /** From now on it is what was seen. @throws Error when that contradicts what was answered */
  see(actual: Value, what: string): void {
    if (!this.mayBe(actual)) {
      const expected = this.#possible.map((possible) => JSON.stringify(possible)).join(' or ');
      throw new Error(`${what} is ${JSON.stringify(actual)}, but was answered to be ${expected}`);
    }
    this.#possible = [actual];
  }
}
