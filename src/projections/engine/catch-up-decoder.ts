/** Decodes for projections. Far behind the head of the log, another thread decrypts meanwhile. */
import type { EventCodec } from '../../event-log/codec.ts';
import type { Decoded } from '../../event-log/event-decoder.ts';
import { sealedLength } from '../../event-log/sealed-part.ts';
import type { ThreadedDecryption } from '../../event-log/threaded-decryption.ts';
import type { StoredEvent } from '../../ports/event-log.ts';
import type { KnownHead } from './known-head.ts';

type Decoder = Pick<EventCodec, 'decode'>;

export interface BatchDecoder extends Decoder {
  /** True while another thread works on the batch given last, so that the one before can be folded meanwhile. */
  readonly isAhead?: boolean;
}

/** Starting the thread takes as long as decrypting about as many events. */
const MIN_EVENTS_BEHIND = 10_000;
/** Characters of a batch; more cost less to decrypt than to send. */
const MAX_SENT = 256 * 1024;

export interface CatchUpDecryption {
  readonly thread: Pick<ThreadedDecryption, 'opener'>;
  /** Events to decode behind the head before the thread helps. Default 10,000. */
  readonly minEventsBehind?: number;
}

interface CatchUpDecoderOptions extends CatchUpDecryption {
  readonly codec: Decoder;
  readonly head: KnownHead;
}

export class CatchUpDecoder implements BatchDecoder {
  readonly #options: CatchUpDecoderOptions;
  /** Events decoded since the head was last reached. */
  #eventsBehind = 0;
  #isAhead = false;

  constructor(options: CatchUpDecoderOptions) {
    this.#options = options;
  }

  get isAhead(): boolean {
    return this.#isAhead;
  }

  decode(events: readonly StoredEvent[]): Promise<readonly Decoded[]> {
    const { codec, head, thread, minEventsBehind = MIN_EVENTS_BEHIND } = this.#options;
    const end = events.at(-1);
    if (end !== undefined) this.#eventsBehind = head.isAfter(end.position) ? this.#eventsBehind + events.length : 0;
    const opener = this.#eventsBehind < minEventsBehind || isLarge(events) ? null : thread.opener;
    this.#isAhead = opener !== null;
    return opener === null ? codec.decode(events) : codec.decode(events, opener);
  }
}

function isLarge(events: readonly StoredEvent[]): boolean {
  let length = 0;
  for (const event of events) length += sealedLength(event);
  return length > MAX_SENT;
}
