import type { EventLog, Position } from '../../ports/event-log.ts';

/**
 * Head of the log at the last look-up. The length of a batch does not tell whether the head is reached, because logs choose
 * their own page sizes and skip foreign events.
 */
export class KnownHead {
  readonly #log: Pick<EventLog, 'head'>;
  #position: Position | null = null;

  constructor(log: Pick<EventLog, 'head'>) {
    this.#log = log;
  }

  async lookUp(): Promise<Position | null> {
    this.#position = await this.#log.head();
    return this.#position;
  }

  isAfter(position: Position): boolean {
    return this.#position !== null && position < this.#position;
  }
}
