/** An open event stream of a service, read event by event. */
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { Owner, TestService, Widget } from './service.ts';

export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export class EventStream {
  readonly response: Response;
  readonly received: ReceivedEvent[] = [];
  /** Settles when the server has ended it, or the connection broke. */
  readonly ended: Promise<void>;
  readonly #leaving: AbortController;
  readonly #arrivals = new EventTarget();
  #read = 0;
  #isOver = false;

  private constructor(response: Response, leaving: AbortController) {
    this.response = response;
    this.#leaving = leaving;
    this.ended = this.#consume().catch(() => undefined);
  }

  /** @param path below `/api` */
  static async open(
    service: Pick<TestService, 'fetch'>,
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<EventStream> {
    const leaving = new AbortController();
    const response = await service.fetch('GET', `/api${path}`, { headers }, leaving.signal);
    const stream = new EventStream(response, leaving);
    onTestFinished(() => stream.close());
    return stream;
  }

  static ofOwner(owner: Owner, chatbotId: string, lastEventId?: string): Promise<EventStream> {
    return EventStream.open(owner.service, `/chatbots/${chatbotId}/events`, {
      cookie: owner.cookie,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    });
  }

  static ofVisitor(widget: Widget, sessionId: string, lastEventId?: string): Promise<EventStream> {
    return EventStream.open(widget.service, `/chat/any/events?sessionId=${encodeURIComponent(sessionId)}`, {
      ...widget.headers,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    });
  }

  /** The next event that has not been asked for yet, of that name if one is given. @throws when the stream ends first */
  async next(event?: string): Promise<ReceivedEvent> {
    for (;;) {
      const found = this.received.findIndex(
        (each, index) => index >= this.#read && (event === undefined || each.event === event),
      );
      const received = this.received[found];
      if (received !== undefined) {
        this.#read = found + 1;
        return received;
      }
      if (this.#isOver) throw new Error(`The stream ended after ${JSON.stringify(this.received)}`);
      await once(this.#arrivals, 'arrival');
    }
  }

  async close(): Promise<void> {
    this.#leaving.abort();
    await this.ended;
  }

  async #consume(): Promise<void> {
    let text = '';
    try {
      for await (const part of this.response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (text + part).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
        this.#arrivals.dispatchEvent(new Event('arrival'));
      }
    } finally {
      this.#isOver = true;
      this.#arrivals.dispatchEvent(new Event('arrival'));
    }
  }

  #take(block: string): void {
    const [, id = '', event = '', data = ''] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? [];
    if (event !== '') this.received.push({ id, event, data: JSON.parse(data) as Record<string, unknown> });
  }
}
