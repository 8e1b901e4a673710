// Gives replies their `sse`.
import type {} from '@fastify/sse';
import type { FastifyReply } from 'fastify';
import type { ChatEvent } from '../../workers/answering/chat.ts';
import { errorCatalogue } from '../errors/catalogue.ts';
import type { KeyedRequest } from '../idempotency/keyed-request.ts';

/** Said when an answer cannot be completed, whatever the reason. */
const FAILED = { event: 'error', data: { message: errorCatalogue.GENERATION_FAILED.message } };

/** Of a stream that is given at once, to a repeat. */
const REPLAYED_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

interface StreamLimits {
  /** A reader that takes nothing for so long is as good as gone. */
  readonly stalledMs: number;
  /** What the end of a stream may still take after it was cut off. */
  readonly lastWordsMs: number;
}

interface WireEvent {
  readonly event: string;
  readonly data: unknown;
}

const asText = (events: readonly WireEvent[]): string =>
  events.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');

function onTheWire(event: ChatEvent): WireEvent {
  switch (event.kind) {
    case 'token':
      return { event: 'token', data: { token: event.token } };
    case 'done': {
      const { sources, sessionId, messageId } = event;
      return { event: 'done', data: { sources, sessionId, messageId } };
    }
    case 'error':
      return FAILED;
    default:
      event satisfies never;
      return FAILED;
  }
}

/** The answers that are being streamed: each goes at its reader's pace, and all can be cut off. */
export class AnswerStreams {
  readonly #cutOff: AbortSignal;
  readonly #limits: StreamLimits;

  /** @param cutOff stops the answers still under way: their readers get an error event */
  constructor(cutOff: AbortSignal, limits: StreamLimits = { stalledMs: 60_000, lastWordsMs: 5_000 }) {
    this.#cutOff = cutOff;
    this.#limits = limits;
  }

  /**
   * Sends the events until the answer ends, fails, or its reader is gone.
   * @param visible settles when what was recorded before the stream began can be read: the stream does not end well before
   * @param leaving aborted when the reader goes; aborting it stops the answer
   * @param keyed is given the whole stream to keep for repeats, if the answer was completed
   */
  async send(
    reply: FastifyReply,
    events: AsyncIterable<ChatEvent>,
    visible: Promise<void>,
    leaving: AbortController,
    keyed: KeyedRequest | null = null,
  ): Promise<void> {
    const stop = () => {
      leaving.abort();
      // A reader that takes nothing cannot be told either.
      setTimeout(() => reply.raw.destroy(), this.#limits.lastWordsMs).unref();
    };
    if (this.#cutOff.aborted) stop();
    this.#cutOff.addEventListener('abort', stop, { once: true });
    await this.#send(reply, events, visible, leaving, keyed);
    this.#cutOff.removeEventListener('abort', stop);
  }

  async #send(
    reply: FastifyReply,
    events: AsyncIterable<ChatEvent>,
    visible: Promise<void>,
    leaving: AbortController,
    keyed: KeyedRequest | null,
  ): Promise<void> {
    reply.header('Cache-Control', 'no-cache, no-transform');
    reply.header('X-Accel-Buffering', 'no');
    // Unless told otherwise, the stream says that the connection stays: it then stays open for a caller who waits for its end.
    if (!reply.raw.shouldKeepAlive) reply.header('Connection', 'close');
    reply.sse.sendHeaders();
    reply.raw.flushHeaders();
    // Looked at only at the end; until then its failure is nobody's surprise.
    const readable = visible.then(
      () => true,
      () => false,
    );
    let last: WireEvent = FAILED;
    const told: WireEvent[] = [];
    try {
      for await (const event of events) {
        const wireEvent = onTheWire(event);
        if (keyed !== null) told.push(wireEvent);
        if (event.kind !== 'token') last = wireEvent;
        // With nobody reading any more the answer is still brought to its end: what was said so far is being recorded.
        else if (reply.sse.isConnected) await this.#deliver(reply, wireEvent, leaving);
      }
    } catch (error) {
      last = FAILED;
      reply.log.error({ err: error }, 'An answer stream failed');
    }
    if (!(await readable)) last = FAILED;
    // Before its end is told: whoever has read it can rely on it. One that was not completed is for a repeat to complete.
    if (last.event === 'done') await keyed?.keep({ status: 200, headers: REPLAYED_HEADERS, body: asText(told) });
    else await keyed?.giveUp();
    await this.#deliver(reply, last, leaving);
  }

  /** Settles when the reader has room for more. A reader that is gone, or makes no room for long, is left: nothing waits for them. */
  async #deliver(reply: FastifyReply, event: WireEvent, leaving: AbortController): Promise<void> {
    if (!reply.sse.isConnected) return;
    const sent = reply.sse.send(event).catch(() => undefined);
    // Most often there is room at once.
    if (!reply.raw.writableNeedDrain) return sent;
    const gone = Promise.withResolvers<void>();
    const stalled = setTimeout(() => {
      leaving.abort();
      reply.raw.destroy();
    }, this.#limits.stalledMs);
    reply.raw.once('close', gone.resolve);
    await Promise.race([sent, gone.promise]);
    reply.raw.off('close', gone.resolve);
    clearTimeout(stalled);
  }
}
