/**
 * Joins the tiny chunks of a body before anybody reads them. A megabyte in chunks of one byte would be a million buffers: 300 MB of memory,
 * and two seconds of CPU.
 */
import type { IncomingMessage, Server } from 'node:http';

/** A smaller chunk is copied. */
const MAX_TINY_BYTES = 512;
const GATHERED_BYTES = 16 * 1024;
/** The first chunks are passed on as they are. */
const MAX_PASSED_ON = 8;
/**
 * A client that sends more chunks, smaller than `MIN_AVERAGE_BYTES` on average, is disconnected: each costs a microsecond to
 * parse.
 */
const MAX_CHUNKS = 20_000;
const MIN_AVERAGE_BYTES = 8;

/** Must be called before others read bodies. */
export function gatherTinyChunks(server: Server): void {
  server.prependListener('request', (request) => {
    if (mayHaveManyChunks(request)) gather(request);
  });
}

const mayHaveManyChunks = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > GATHERED_BYTES;

function gather(request: IncomingMessage): void {
  const push = request.push.bind(request);
  const gathered = new GatheredBytes(push);
  let chunks = 0;
  let received = 0;
  request.push = (chunk: Buffer | null) => {
    if (chunk === null || chunk.byteLength > MAX_TINY_BYTES) return gathered.flush() && push(chunk);
    chunks += 1;
    received += chunk.byteLength;
    if (chunks <= MAX_PASSED_ON) return push(chunk);
    if (chunks > MAX_CHUNKS && received < chunks * MIN_AVERAGE_BYTES) {
      request.socket.destroy();
      return false;
    }
    return gathered.add(chunk);
  };
}

/** Joins the chunks of one turn of the event loop. Methods return false when the reader wants no more for now. */
class GatheredBytes {
  readonly #push: (bytes: Buffer) => boolean;
  #buffer = Buffer.alloc(0);
  #length = 0;

  constructor(push: (bytes: Buffer) => boolean) {
    this.#push = push;
  }

  add(chunk: Buffer): boolean {
    if (this.#length === 0) setImmediate(() => this.flush());
    const hasRoom = this.#length + chunk.byteLength <= this.#buffer.byteLength;
    const goesOn = hasRoom || this.flush();
    if (!hasRoom) this.#buffer = Buffer.allocUnsafeSlow(GATHERED_BYTES);
    this.#buffer.set(chunk, this.#length);
    this.#length += chunk.byteLength;
    return goesOn;
  }

  flush(): boolean {
    if (this.#length === 0) return true;
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#buffer = this.#buffer.subarray(this.#length);
    this.#length = 0;
    return this.#push(bytes);
  }
}
