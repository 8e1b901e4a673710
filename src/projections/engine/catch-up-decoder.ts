/** Decodes for projections. Far behind the head of the log, another thread decrypts meanwhile. */
import { type Decoded, type EventCodec, sealedLength } from '../../event-log/codec.ts';
import { ThreadedDecryption } from '../../event-log/threaded-decryption.ts';
import type { StoredEvent } from '../../ports/event-log.ts';

type Decoder = Pick<EventCodec, 'decode'>;

export interface BatchDecoder extends Decoder {
  /** True while another thread works on the batch given last, so that the one before can be folded meanwhile. */
  readonly isAhead?: boolean;
}

/** Starting the thread takes as long as decrypting about as many events. */
const MIN_EVENTS_BEHIND = 10_000;
/** Characters of a batch; more cost less to decrypt than to send. */
const MAX_SENT = 256 * 1024;

export class CatchUpDecoder implements BatchDecoder {
  readonly #codec: Decoder;
  readonly #maxBatch: number;
  readonly #thread: ThreadedDecryption;
  /** Events in full batches since the last one that was not full. */
  #inFullBatches = 0;
  #isAhead = false;

  /**
   * @param maxBatch a batch of fewer events reaches the head of the log
   * @param signal ends the thread
   */
  constructor(codec: Decoder, maxBatch: number, signal: AbortSignal) {
    this.#codec = codec;
    this.#maxBatch = maxBatch;
    this.#thread = new ThreadedDecryption(signal);
  }

  get isAhead(): boolean {
    return this.#isAhead;
  }

  decode(events: readonly StoredEvent[]): Promise<readonly Decoded[]> {
    this.#inFullBatches = events.length < this.#maxBatch ? 0 : this.#inFullBatches + events.length;
    const opener = this.#inFullBatches < MIN_EVENTS_BEHIND || isLarge(events) ? null : this.#thread.opener;
    this.#isAhead = opener !== null;
    return opener === null ? this.#codec.decode(events) : this.#codec.decode(events, opener);
  }
}

function isLarge(events: readonly StoredEvent[]): boolean {
  let length = 0;
  for (const event of events) length += sealedLength(event);
  return length > MAX_SENT;
}
