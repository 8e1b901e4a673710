/**
 * Fair share of the memory for responses that their clients have not read yet. A client that asks and never reads would otherwise hold as
 * many pages of megabytes as its rate allows. When the share is used up, the client with the most unsent bytes loses its oldest response.
 */
import fp from 'fastify-plugin';
import { isShared } from '../../pages/static-file.ts';
import { onResponseClose } from '../../response-close.ts';
import { clientAddress } from '../client-address/client-address.ts';

const MAX_BYTES = 128 * 1024 * 1024;
/** Smaller responses weigh little more than their connections. */
const MIN_BYTES = 16 * 1024;
const REPORT_EVERY_MS = 60_000;

interface UnsentOptions {
  readonly maxBytes?: number;
}

export const unsentResponses = fp<UnsentOptions>(
  async (app, { maxBytes = MAX_BYTES }) => {
    const unsent = new UnsentResponses(maxBytes);
    let silentUntil = 0;
    const report = () => {
      if (Date.now() < silentUntil) return;
      silentUntil = Date.now() + REPORT_EVERY_MS;
      app.log.warn(
        { bytes: maxBytes },
        'Unsent responses are at their limit of memory; ended those of the slowest readers',
      );
    };
    app.addHook('onSend', (request, { raw }, payload, done) => {
      const bytes = bytesOf(payload);
      if (bytes >= MIN_BYTES) {
        const { sent, ended } = unsent.add(clientAddress(request), bytes, () => raw.destroy());
        onResponseClose(raw, sent);
        if (ended > 0) report();
      }
      done();
    });
  },
  { name: 'unsent-responses' },
);

/** Counts UTF-16 units of a string. Streams are bounded by backpressure, so they count as none. */
function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array && !isShared(payload) ? payload.byteLength : 0;
}

interface Unsent {
  readonly bytes: number;
  readonly end: () => void;
}

interface Reader {
  bytes: number;
  /** Oldest first. */
  readonly responses: Set<Unsent>;
}

export class UnsentResponses {
  readonly #max: number;
  readonly #readers = new Map<string, Reader>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#max = maxBytes;
  }

  /**
   * @param end ends the response without sending the rest
   * @returns `sent` to call once the response was sent or has ended, and the number of responses that were ended for it
   */
  add(client: string, bytes: number, end: () => void): { readonly sent: () => void; readonly ended: number } {
    const reader = this.#readers.get(client) ?? { bytes: 0, responses: new Set() };
    this.#readers.set(client, reader);
    const added = { bytes, end };
    reader.responses.add(added);
    reader.bytes += bytes;
    this.#bytes += bytes;
    let ended = 0;
    for (; this.#bytes > this.#max; ended += 1) this.#endOldestOfGreatest();
    return { sent: () => this.#remove(client, reader, added), ended };
  }

  #endOldestOfGreatest(): void {
    const [first, ...others] = this.#readers;
    if (first === undefined) return;
    const [client, reader] = others.reduce((most, entry) => (entry[1].bytes > most[1].bytes ? entry : most), first);
    const [oldest] = reader.responses;
    if (oldest === undefined) return;
    this.#remove(client, reader, oldest);
    oldest.end();
  }

  #remove(client: string, reader: Reader, response: Unsent): void {
    if (!reader.responses.delete(response)) return;
    reader.bytes -= response.bytes;
    this.#bytes -= response.bytes;
    if (reader.responses.size === 0 && this.#readers.get(client) === reader) this.#readers.delete(client);
  }
}
