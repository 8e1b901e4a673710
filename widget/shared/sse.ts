/** Server-sent events over fetch: EventSource can send neither a header nor a body. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** The server sends heartbeats at most 15 s apart. A stream that is silent for longer is dead. */
const SILENCE_MS = 45_000;
/** One event never holds more: an endless line would else fill the memory. */
const MAX_EVENT_CHARACTERS = 2_000_000;

/** @throws Error when the stream breaks, falls silent or is no event stream; AbortError when the caller gives up */
export async function* readEvents(response: Response, silenceMs = SILENCE_MS): AsyncGenerator<EventSourceMessage> {
  if (response.body === null) throw new TypeError('The response has no body');
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const arrived: EventSourceMessage[] = [];
  let pending = 0;
  const parser = createParser({
    onEvent: (event) => {
      pending = 0;
      arrived.push(event);
    },
  });
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read(), silenceMs);
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      pending += text.length;
      parser.feed(text);
      yield* arrived.splice(0);
      if (done) return;
      if (pending > MAX_EVENT_CHARACTERS) throw new TypeError('An event is too long');
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function withTimeout<Value>(promise: Promise<Value>, limitMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('The stream is silent')), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
