/** The data of server-sent events, read by read. */
import { createParser } from 'eventsource-parser';
import { MOST_RESPONSE_BYTES } from './client.ts';

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
export async function* serverSentData(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly string[]> {
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
  const reader = body.getReader();
  let bytes = 0;
  let ended = false;
  try {
    while (!ended) {
      const read = await reader.read();
      ended = read.done;
      if (read.done) break;
      bytes += read.value.byteLength;
      if (bytes > MOST_RESPONSE_BYTES) throw new Error(`More than ${MOST_RESPONSE_BYTES} bytes in one response`);
      parser.feed(decoder.decode(read.value, { stream: true }));
      if (tooLong) throw new Error(`More than ${LONGEST_EVENT} characters in one event`);
      const given = arrived;
      arrived = [];
      const doneAt = given.indexOf(DONE);
      if (doneAt >= 0) {
        if (doneAt > 0) yield given.slice(0, doneAt);
        ended = await endsSoon(reader);
        return;
      }
      if (given.length > 0) yield given;
    }
  } finally {
    if (!ended) reader.cancel().catch(() => undefined);
  }
}

async function endsSoon(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), END_MS);
  const end = reader.read().then(
    ({ done }) => done,
    () => true,
  );
  const ended = await Promise.race([end, late]);
  clearTimeout(timer);
  return ended;
}
