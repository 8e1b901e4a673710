/** One list of data fields per chunk of the body. */
import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import { MAX_RESPONSE_BYTES } from './undici-fetch.ts';

/** A completion chunk has a few hundred characters. */
const MAX_EVENT_CHARACTERS = 1024 * 1024;
/** Last event of a completion stream. */
const DONE = '[DONE]';
/** Wait for the end of the body after that, so that the connection can be reused. */
const DRAIN_MS = 100;

/**
 * Events that arrived together are yielded together, so that a slow reader is resumed less often.
 * @throws Error for an oversized stream; whatever the body throws
 */
export async function* serverSentData(body: Readable): AsyncGenerator<readonly string[]> {
  let arrived: string[] = [];
  let tooLong = false;
  const parser = createParser({
    onEvent: ({ data }) => void arrived.push(data),
    onError: ({ type }) => {
      tooLong ||= type === 'max-buffer-size-exceeded';
    },
    maxBufferSize: MAX_EVENT_CHARACTERS,
  });
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for await (const read of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += read.byteLength;
      if (bytes > MAX_RESPONSE_BYTES) throw new Error(`More than ${MAX_RESPONSE_BYTES} bytes in one response`);
      parser.feed(decoder.decode(read, { stream: true }));
      if (tooLong) throw new Error(`More than ${MAX_EVENT_CHARACTERS} characters in one event`);
      const events = arrived;
      arrived = [];
      const doneAt = events.indexOf(DONE);
      if (doneAt < 0 && events.length > 0) yield events;
      if (doneAt > 0) yield events.slice(0, doneAt);
      if (doneAt >= 0) return await drain(body);
    }
  } finally {
    // Stops the endpoint on an early return or a failure; without effect after the end.
    body.destroy();
  }
}

async function drain(body: Readable): Promise<void> {
  if (body.readableEnded) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DRAIN_MS);
  body.once('close', resolve).once('end', resolve).once('error', resolve).resume();
  await promise;
  clearTimeout(timer);
}
