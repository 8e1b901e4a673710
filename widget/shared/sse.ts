/** Server-sent events over fetch: EventSource can send neither a header nor a body. */
import { EventParser, type ServerSentEvent } from './event-parser.ts';

/** The server sends heartbeats every 15 s at most, so a silent stream is dead. */
const SILENCE_MS = 45_000;
/** Bounds the memory that an endless line can take. */
const MAX_EVENT_CHARACTERS = 2_000_000;

/**
 * @param onId called with an id that comes without an event
 * @throws Error when the stream breaks, falls silent or has no body; AbortError when the caller gives up
 */
export async function* readEvents(response: Response, onId?: (id: string) => void): AsyncGenerator<ServerSentEvent> {
  if (response.body === null) throw new TypeError('The response has no body');
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parser = new EventParser(onId);
  let pending = 0;
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read(), SILENCE_MS);
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      const events = parser.feed(text);
      pending = events.length > 0 ? 0 : pending + text.length;
      yield* events;
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
