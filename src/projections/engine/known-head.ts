import type { EventLog, Position } from '../../ports/event-log.ts';

/**
 * Head of the log as it was last looked up: what is before it is behind. The length of a batch tells nothing, since logs read in pages of
 * their own and leave out events of others.
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
