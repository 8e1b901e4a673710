/** Decodes for projections. Far behind the head of the log, another thread decrypts meanwhile. */
import type { Decoded, EventCodec } from '../../event-log/codec.ts';
import { ThreadedDecryption } from '../../event-log/threaded-decryption.ts';
import type { StoredEvent } from '../../ports/event-log.ts';

type Decoder = Pick<EventCodec, 'decode'>;

/** Starting the thread takes as long as decrypting about as many events. */
const MIN_EVENTS_BEHIND = 10_000;

export class CatchUpDecoder implements Decoder {
  readonly #codec: Decoder;
  readonly #maxBatch: number;
  readonly #thread: ThreadedDecryption;
  /** Events in full batches since the last one that was not full. */
  #inFullBatches = 0;

  /**
   * @param maxBatch a batch of fewer events reaches the head of the log
   * @param signal ends the thread
   */
  constructor(codec: Decoder, maxBatch: number, signal: AbortSignal) {
    this.#codec = codec;
    this.#maxBatch = maxBatch;
    this.#thread = new ThreadedDecryption(signal);
  }

  decode(events: readonly StoredEvent[]): Promise<readonly Decoded[]> {
    this.#inFullBatches = events.length < this.#maxBatch ? 0 : this.#inFullBatches + events.length;
    const opener = this.#inFullBatches < MIN_EVENTS_BEHIND ? null : this.#thread.opener;
    return opener === null ? this.#codec.decode(events) : this.#codec.decode(events, opener);
  }
}
