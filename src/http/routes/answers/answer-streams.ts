// Declares `reply.sse`.
import type {} from '@fastify/sse';
import type { FastifyReply } from 'fastify';
import type { ChatEvent } from '../../../answering/answer-recorder.ts';
import type { TestChatExplanation } from '../../../audit/explain/explain-test-chat.ts';
import type { AnswerSource } from '../../../domain/conversation/events.ts';
import { errorCatalogue } from '../../errors/catalogue.ts';
import type { IdempotentRequest } from '../../plugins/idempotency/idempotent-request.ts';

const REPLAYED_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

export type StreamedEvent =
  | ChatEvent
  | { readonly kind: 'explanation'; readonly explanation: TestChatExplanation }
  | {
      readonly kind: 'test-chat-done';
      readonly sources: readonly AnswerSource[];
      readonly suggestions: readonly string[];
    };

export interface AnswerToSend {
  readonly events: AsyncIterable<StreamedEvent>;
  /** Settles when the read models hold the events recorded before the stream (read-your-writes). `done` waits for it. */
  readonly whenVisible: () => Promise<void>;
  /** Aborted on client disconnect; aborting it stops the answer. */
  readonly disconnect: AbortController;
  /** Stores the whole stream for repeats, if the answer was completed. */
  readonly idempotency: IdempotentRequest | null;
}

interface StreamLimits {
  /** A client that reads nothing for this long is disconnected. */
  readonly stallTimeoutMs: number;
  /** Time that a stream has to end after the cut-off. */
  readonly cutOffGraceMs: number;
}

interface WireEvent {
  readonly event: 'token' | 'explanation' | 'done' | 'error';
  readonly data: unknown;
}

/** Sent when an answer cannot be completed, whatever the reason. */
const FAILED: WireEvent = { event: 'error', data: { message: errorCatalogue.GENERATION_FAILED.message } };

const asText = (events: readonly WireEvent[]): string =>
  events.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');

function toWireEvent(event: StreamedEvent): WireEvent {
  switch (event.kind) {
    case 'token':
      return { event: 'token', data: { token: event.token } };
    case 'done': {
      const { sources, sessionId, messageId } = event;
      return { event: 'done', data: { sources, sessionId, messageId } };
    }
    case 'taken-over': {
      const { sessionId, messageId } = event;
      return { event: 'done', data: { sources: [], sessionId, messageId, takenOver: true } };
    }
    case 'explanation':
      return { event: 'explanation', data: event.explanation };
    case 'test-chat-done': {
      const { sources, suggestions } = event;
      return { event: 'done', data: { sources, suggestions } };
    }
    case 'error':
      return FAILED;
    default:
      event satisfies never;
      return FAILED;
  }
}

export class AnswerStreams {
  readonly #cutOff: AbortSignal;
  readonly #limits: StreamLimits;

  /** @param cutOff ends open streams with an error event */
  constructor(cutOff: AbortSignal, limits: StreamLimits = { stallTimeoutMs: 60_000, cutOffGraceMs: 5_000 }) {
    this.#cutOff = cutOff;
    this.#limits = limits;
  }

  async send(reply: FastifyReply, answer: AnswerToSend): Promise<void> {
    const { disconnect } = answer;
    const stop = () => {
      disconnect.abort();
      // A stalled client cannot receive the error event either.
      setTimeout(() => reply.raw.destroy(), this.#limits.cutOffGraceMs).unref();
    };
    if (this.#cutOff.aborted) stop();
    this.#cutOff.addEventListener('abort', stop, { once: true });
    await this.#send(reply, answer);
    this.#cutOff.removeEventListener('abort', stop);
  }

  async #send(reply: FastifyReply, { events, whenVisible, disconnect, idempotency }: AnswerToSend): Promise<void> {
    sendHead(reply);
    let last: WireEvent = FAILED;
    const recorded: WireEvent[] = [];
    try {
      for await (const event of events) {
        const wireEvent = toWireEvent(event);
        if (idempotency !== null) recorded.push(wireEvent);
        if (wireEvent.event === 'done' || wireEvent.event === 'error') last = wireEvent;
        // After a disconnect the loop continues, as the partial answer is still recorded.
        else if (reply.sse.isConnected) await this.#deliver(reply, wireEvent, disconnect);
      }
    } catch (error) {
      last = FAILED;
      reply.log.error({ err: error }, 'Answer stream failed');
    }
    await whenVisible().catch((error: unknown) => {
      last = FAILED;
      reply.log.error({ err: error }, 'Failed to wait for the read models');
    });
    // Settled before the last event is sent. A repeat completes an answer that failed.
    if (idempotency !== null) await settle(idempotency, last, recorded);
    await this.#deliver(reply, last, disconnect);
  }

  /** Settles when the client can take more (backpressure), has disconnected, or has stalled too long. */
  async #deliver(reply: FastifyReply, event: WireEvent, disconnect: AbortController): Promise<void> {
    if (!reply.sse.isConnected) return;
    const sent = reply.sse.send(event).catch(() => undefined);
    if (!reply.raw.writableNeedDrain) return sent;
    const closed = Promise.withResolvers<void>();
    const stalled = setTimeout(() => {
      disconnect.abort();
      reply.raw.destroy();
    }, this.#limits.stallTimeoutMs);
    reply.raw.once('close', closed.resolve);
    await Promise.race([sent, closed.promise]);
    reply.raw.off('close', closed.resolve);
    clearTimeout(stalled);
  }
}

function sendHead(reply: FastifyReply): void {
  reply.header('Cache-Control', 'no-cache, no-transform');
  reply.header('X-Accel-Buffering', 'no');
  // The stream defaults to keep-alive. A client that reads to the end of the connection would hang.
  if (!reply.raw.shouldKeepAlive) reply.header('Connection', 'close');
  reply.sse.sendHeaders();
  reply.raw.flushHeaders();
}

async function settle(request: IdempotentRequest, last: WireEvent, recorded: readonly WireEvent[]): Promise<void> {
  if (last.event !== 'done') await request.release();
  else await request.storeResponse({ status: 200, headers: REPLAYED_HEADERS, body: asText(recorded) });
}
