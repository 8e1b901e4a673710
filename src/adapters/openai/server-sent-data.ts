/** The data of server-sent events, read by read. */
import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import { MOST_RESPONSE_BYTES } from './light-fetch.ts';

/** Characters: a chunk of a completion has a few hundred. */
const LONGEST_EVENT = 1024 * 1024;
/** What an endpoint says last. */
const DONE = '[DONE]';
/** For the connection to come to its end after that, so that it can be used again. */
const END_MS = 100;

/**
 * What arrived together is given together: a reader that is slower than the endpoint is asked less often.
 * @throws Error for a stream without measure; whatever the body throws
 */
export async function* serverSentData(body: Readable): AsyncGenerator<readonly string[]> {
  let arrived: string[] = [];
  let tooLong = false;
  const parser = createParser({
    onEvent: ({ data }) => void arrived.push(data),
    onError: ({ type }) => {
      tooLong ||= type === 'max-buffer-size-exceeded';
    },
    maxBufferSize: LONGEST_EVENT,
  });
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for await (const read of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += read.byteLength;
      if (bytes > MOST_RESPONSE_BYTES) throw new Error(`More than ${MOST_RESPONSE_BYTES} bytes in one response`);
      parser.feed(decoder.decode(read, { stream: true }));
      if (tooLong) throw new Error(`More than ${LONGEST_EVENT} characters in one event`);
      const given = arrived;
      arrived = [];
      const doneAt = given.indexOf(DONE);
      if (doneAt < 0 && given.length > 0) yield given;
      if (doneAt > 0) yield given.slice(0, doneAt);
      if (doneAt >= 0) return await endOf(body);
    }
  } finally {
    // Left, or broken: the endpoint is to stop. After its end this does nothing.
    body.destroy();
  }
}

/** Settles soon, whatever the endpoint does. */
async function endOf(body: Readable): Promise<void> {
  if (body.readableEnded) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = setTimeout(resolve, END_MS);
  body.once('close', resolve).once('end', resolve).once('error', resolve).resume();
  await promise;
  clearTimeout(late);
}
