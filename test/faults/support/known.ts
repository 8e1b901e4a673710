import { isDeepStrictEqual } from 'node:util';

/**
 * Possible values of one fact: the one of the last answer and, while a request is in progress or was cut off, also the one that
 * this request would give it.
 */
export class Known<Value> {
  #possible: readonly Value[];

  constructor(value: Value) {
    this.#possible = [value];
  }

  /** False after a request was cut off: the old or the new value may hold. */
  get isCertain(): boolean {
    return this.#possible.length === 1;
  }

  /** The value unless the request in progress is carried out. */
  get value(): Value {
    return this.#possible[0] as Value;
  }

  mayBe(value: Value): boolean {
    return this.#possible.some((possible) => isDeepStrictEqual(possible, value));
  }

  /** The new value alone holds once the request is answered. @throws what the request threw */
  async change<Answer>(to: Value, request: () => Promise<Answer>, onTheWay: readonly Value[] = []): Promise<Answer> {
    this.#possible = [...this.#possible, ...onTheWay, to];
    const answer = await request();
    this.#possible = [to];
    return answer;
  }

  /** Fixes the value to the one that was seen. @throws Error when that contradicts what was answered */
  see(actual: Value, what: string): void {
    if (!this.mayBe(actual)) {
      const expected = this.#possible.map((possible) => JSON.stringify(possible)).join(' or ');
      throw new Error(`${what} is ${JSON.stringify(actual)}, but was answered to be ${expected}`);
    }
    this.#possible = [actual];
  }
}
