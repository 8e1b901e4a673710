/** Data fields of an event stream, in batches. */
import { finished, type Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import { chunkCost } from '../../lib/chunk-cost.ts';

/** Bounds the work of an endless response. */
const MAX_STREAM_BYTES = 32 * 1024 * 1024;
/** A completion chunk has a few hundred characters, or a whole answer. One of brackets alone takes 10 ms to parse. */
const MAX_EVENT_CHARACTERS = 256 * 1024;
/** Last event of a completion stream that the endpoint has ended itself. */
export const DONE = '[DONE]';
/** Wait for the end of the body after that, so that the connection can be reused. */
const DRAIN_MS = 100;
/**
 * Minimum time between two batches that may linger: 33 updates a second look continuous. A batch of ten tokens costs as much to
 * filter and send as a batch of one.
 */
const LINGER_MS = 30;
/** Unread events beyond this pause the body (backpressure). */
const MAX_UNREAD_CHARACTERS = 64 * 1024;

/**
 * Yields events that arrived together as one batch. A batch lingers for more events if the one before is younger than
 * `LINGER_MS`: a slow stream is never delayed. `DONE` is the last event of a stream that has it.
 * @param mayLinger asked before each batch
 * @throws Error for an oversized stream, and whatever the body throws, after all earlier events
 */
export async function* serverSentData(body: Readable, mayLinger: () => boolean): AsyncGenerator<readonly string[]> {
  const events = new ArrivedEvents(body);
  let yieldedAt = Number.NEGATIVE_INFINITY;
  try {
    for (;;) {
      await events.someOrEnd();
      if (mayLinger()) await events.endWithin(yieldedAt + LINGER_MS - performance.now());
      const batch = events.take();
      if (batch.length === 0) break;
      yieldedAt = performance.now();
      yield batch;
    }
    if (events.failure !== null) throw events.failure;
    await drain(body);
  } finally {
    // Stops the endpoint on an early return or a failure; without effect after the end.
    body.destroy();
  }
}

class ArrivedEvents {
  readonly #body: Readable;
  #unread: string[] = [];
  #unreadCharacters = 0;
  #hasEnded = false;
  #failure: Error | null = null;
  #onArrival: () => void = () => undefined;
  #onEnd: () => void = () => undefined;

  constructor(body: Readable) {
    this.#body = body;
    const parser = createParser({
      onEvent: ({ data }) => this.#add(data),
      onError: ({ type, field }) => {
        if (type === 'max-buffer-size-exceeded')
          this.#fail(`More than ${MAX_EVENT_CHARACTERS} characters in one event`);
        // llama.cpp reports a failure in a field of this name, and still ends the stream with `DONE`.
        if (type === 'unknown-field' && field === 'error') this.#fail('The endpoint reported an error');
      },
      maxBufferSize: MAX_EVENT_CHARACTERS,
    });
    const decoder = new TextDecoder();
    let cost = 0;
    body.on('data', (read: Buffer) => {
      cost += chunkCost(read);
      if (cost > MAX_STREAM_BYTES) this.#fail(`More than ${MAX_STREAM_BYTES} bytes in one response`);
      if (this.#hasEnded) return;
      parser.feed(decoder.decode(read, { stream: true }));
      if (this.#unreadCharacters > MAX_UNREAD_CHARACTERS) body.pause();
      if (this.#unread.length > 0) this.#onArrival();
    });
    finished(body, { writable: false }, (error) => this.#end(error ?? null));
  }

  /** `null` while the stream is sound. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** Settles when events are there, or none will come. */
  async someOrEnd(): Promise<void> {
    if (this.#unread.length > 0 || this.#hasEnded) return;
    await new Promise<void>((resolve) => {
      this.#onArrival = resolve;
    });
  }

  /** Settles at the end of the stream, or when the time has passed. */
  async endWithin(milliseconds: number): Promise<void> {
    if (this.#hasEnded || milliseconds <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#onEnd = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** All events that have arrived; none at the end of the stream. */
  take(): readonly string[] {
    const events = this.#unread;
    this.#unread = [];
    this.#unreadCharacters = 0;
    if (this.#body.isPaused()) this.#body.resume();
    return events;
  }

  #add(data: string): void {
    if (this.#hasEnded) return;
    this.#unread.push(data);
    this.#unreadCharacters += data.length;
    if (data === DONE) this.#end(null);
  }

  #fail(message: string): void {
    this.#end(new Error(message));
  }

  /** The first end counts. */
  #end(failure: Error | null): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#failure = failure;
    this.#onArrival();
    this.#onEnd();
  }
}

async function drain(body: Readable): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DRAIN_MS);
  body.once('close', resolve).once('end', resolve).once('error', resolve).resume();
  await promise;
  clearTimeout(timer);
}
