/**
 * One client's event stream. Unsent bytes are bounded: a slow reader is dropped, and resumes by the id of the last event it
 * got.
 */
import type { ServerResponse } from 'node:http';
import type { Position } from '../../ports/event-log.ts';
import type { ChannelScope } from '../../projections/chatbot-events/queries.ts';
import { onResponseClose } from '../response-close.ts';
import type { ChannelEvent } from './channel-events.ts';
import { type EventId, HEARTBEAT, streamOpening } from './event-format.ts';

/** Besides the buffers of both sides' sockets. */
const MAX_UNSENT_BYTES = 256 * 1024;
/** Live events that wait until the backlog has been sent. */
const MAX_WAITING_EVENTS = 1_000;
/** Characters of the backlog in one write: a write per event would cost more than reading the event. */
const WRITE_LENGTH = 16_384;

export interface ChannelReader extends ChannelScope {
  /** The owner's session or the visitor's widget key; the stream ends with it. */
  readonly credential: string;
  /** As rate limits count it. */
  readonly client: string;
}

export class Channel {
  readonly reader: ChannelReader;
  /** Events up to here are in the backlog; later ones are sent live. */
  readonly from: Position | null;
  /** Last event that the client has; null for a client that does not resume. */
  readonly lastId: EventId | null;
  readonly closed: Promise<void>;
  readonly #ending = new AbortController();
  readonly #response: ServerResponse;
  /** `null` once the backlog was sent. */
  #waiting: string[] | null = [];
  #waitingBytes = 0;
  /** Heartbeats since the client last read everything. */
  #stalledBeats = 0;

  constructor(reader: ChannelReader, from: Position | null, response: ServerResponse, lastId: EventId | null = null) {
    this.reader = reader;
    this.from = from;
    this.lastId = lastId;
    this.#response = response;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    onResponseClose(response, () => {
      this.#close();
      resolve();
    });
    response.write(streamOpening(lastId === null ? from : null));
  }

  get isClosed(): boolean {
    return this.#ending.signal.aborted;
  }

  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** @param text shared by all readers of the same event */
  offer(text: string): void {
    if (this.isClosed) return;
    if (this.#waiting === null) {
      this.#write(text);
      return;
    }
    this.#waitingBytes += text.length;
    if (this.#waiting.length >= MAX_WAITING_EVENTS || this.#waitingBytes > MAX_UNSENT_BYTES) this.drop();
    else this.#waiting.push(text);
  }

  /** Sends events of the backlog. Resolves when there is room for more (backpressure). */
  async send(events: readonly ChannelEvent[]): Promise<void> {
    let text = '';
    for (const event of events) {
      text += event.text;
      if (text.length < WRITE_LENGTH) continue;
      await this.#sendText(text);
      text = '';
    }
    if (text !== '') await this.#sendText(text);
  }

  async #sendText(text: string): Promise<void> {
    if (this.isClosed || this.#response.write(text)) return;
    const drained = Promise.withResolvers<void>();
    this.#response.once('drain', drained.resolve);
    await Promise.race([drained.promise, this.closed]);
    this.#response.off('drain', drained.resolve);
  }

  goLive(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const text of waiting) this.#write(text);
  }

  /** @param maxStalledBeats consecutive heartbeats that a client may leave unread */
  beat(maxStalledBeats: number): void {
    if (this.isClosed) return;
    this.#stalledBeats = this.#response.writableNeedDrain ? this.#stalledBeats + 1 : 0;
    if (this.#stalledBeats > maxStalledBeats) this.drop();
    else if (this.#stalledBeats === 0) this.#response.write(HEARTBEAT);
  }

  /** Ends the stream after all that was written. */
  end(): void {
    if (this.isClosed) return;
    this.#close();
    // A client that reads nothing keeps no server waiting.
    if (this.#response.writableNeedDrain) this.#response.destroy();
    else this.#response.end();
  }

  /** Closes the connection: the client reads too slowly, or an event cannot be shown. */
  drop(): void {
    this.#close();
    this.#response.destroy();
  }

  #close(): void {
    this.#ending.abort();
    this.#waiting = null;
  }

  #write(text: string): void {
    if (this.isClosed) return;
    if (this.#response.writableLength + text.length > MAX_UNSENT_BYTES) this.drop();
    else this.#response.write(text);
  }
}
