/** One stream of a chatbot's events serves the whole page, and resumes where it broke off. */
import { useEffect, useRef } from 'preact/hooks';
import { pause } from '../../widget/shared/pause.ts';
import { readEvents } from '../../widget/shared/sse.ts';
import { Store } from '../state/store.ts';
import { ApiError } from './api-error.ts';
import { chatbotRoot } from './chatbot-root.ts';
import { send } from './client.ts';
import type { OwnerEvent } from './types.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Time after which a hidden tab closes its stream, or keeps one of those that hidden tabs share. */
const HIDDEN_MS = 60_000;
/** Streams of hidden tabs: browsers open six connections to an HTTP/1.1 server, which the tab in sight needs too. */
const HIDDEN_STREAMS = ['1', '2', '3'];
/** Failures until the user is told: a restart of the service takes less. */
const FAILURES_UNTOLD = 2;

/** True while events are late: offline, or the stream cannot be opened. */
export const isInterrupted = new Store(false);
for (const event of ['online', 'offline']) {
  addEventListener(event, () => {
    isInterrupted.set(event === 'offline');
  });
}

interface Follower {
  readonly onEvent: (event: OwnerEvent) => void;
  /** The stream is open. Earlier changes must be fetched. */
  readonly onOpen: () => void;
}

class ChatbotStream {
  readonly followers = new Set<Follower>();
  readonly #chatbotId: string;
  #lastEventId = '';
  #running: AbortController | undefined;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  /** Lets another hidden tab keep the stream. */
  #unlock: (() => void) | undefined;

  constructor(chatbotId: string) {
    this.#chatbotId = chatbotId;
  }

  start(): void {
    addEventListener('pagehide', this.#pause);
    addEventListener('pageshow', this.#resume);
    this.#resume();
  }

  stop(): void {
    removeEventListener('pagehide', this.#pause);
    removeEventListener('pageshow', this.#resume);
    this.#pause();
  }

  readonly #resume = (): void => {
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#onVisibility();
  };

  /** Pages in the back/forward cache would keep their connections. */
  readonly #pause = (): void => {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    clearTimeout(this.#hiding);
    this.#unlock?.();
    this.#close();
  };

  readonly #onVisibility = (): void => {
    clearTimeout(this.#hiding);
    this.#unlock?.();
    if (!document.hidden) this.#open();
    // A tab opened in the background has no stream yet.
    else this.#hiding = setTimeout(() => void this.#hide(), this.#running === undefined ? 0 : HIDDEN_MS);
  };

  /** Keeps one hidden tab's stream for each of a few chatbots, to alert and to count in the title who waits. The others try again later. */
  async #hide(): Promise<void> {
    const shown = new Promise<void>((resolve) => {
      this.#unlock = resolve;
    });
    const isHidden = () => document.hidden && this.followers.size > 0;
    const keep = async () => {
      if (isHidden()) this.#open();
      await shown;
    };
    const hasKept = await withLock([this.#chatbotId], () => withLock(HIDDEN_STREAMS, keep));
    if (hasKept || !isHidden()) return;
    this.#close();
    this.#hiding = setTimeout(() => void this.#hide(), HIDDEN_MS);
  }

  #open(): void {
    if (this.#running !== undefined) return;
    this.#running = new AbortController();
    void this.#run(this.#running.signal);
  }

  #close(): void {
    this.#running?.abort();
    this.#running = undefined;
    isInterrupted.set(false);
  }

  async #run(stop: AbortSignal): Promise<void> {
    for (let failures = 0; !stop.aborted; failures++) {
      try {
        await this.#follow(stop, () => {
          failures = 0;
          isInterrupted.set(false);
        });
      } catch (error) {
        // The chatbot or the session is gone.
        if (error instanceof ApiError && (error.status === 401 || error.status === 404)) return;
      }
      if (stop.aborted) return;
      if (failures >= FAILURES_UNTOLD) isInterrupted.set(true);
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2), stop);
    }
  }

  async #follow(stop: AbortSignal, onOpen: () => void): Promise<void> {
    const headers: Record<string, string> = this.#lastEventId === '' ? {} : { 'Last-Event-ID': this.#lastEventId };
    const path = `${chatbotRoot(this.#chatbotId)}/events`;
    const response = await send('GET', path, undefined, { signal: stop, headers });
    onOpen();
    for (const follower of this.followers) follower.onOpen();
    for await (const { id, event, data } of readEvents(response)) {
      if (stop.aborted) return;
      if (id !== undefined) this.#lastEventId = id;
      const happened = { event, data: JSON.parse(data) } as OwnerEvent;
      for (const follower of this.followers) follower.onEvent(happened);
    }
  }
}

/**
 * Works while holding the first free lock. Locks exist on secure pages only.
 * @returns false when none was free, or the work was not done
 */
async function withLock(names: readonly string[], work: () => Promise<unknown>): Promise<boolean> {
  for (const name of names) {
    const take = async (lock: unknown) => lock !== null && (await work()) !== false;
    if (await navigator.locks?.request(`chatledger-${name}`, { ifAvailable: true }, take)) return true;
  }
  return false;
}

const streams = new Map<string, ChatbotStream>();

/** @param follower may be a new object on every render */
export function useChatbotEvents(chatbotId: string, follower: Follower): void {
  const current = useRef(follower);
  current.current = follower;
  useEffect(() => {
    const follows: Follower = {
      onEvent: (event) => current.current.onEvent(event),
      onOpen: () => current.current.onOpen(),
    };
    const stream = streams.get(chatbotId) ?? new ChatbotStream(chatbotId);
    streams.set(chatbotId, stream);
    stream.followers.add(follows);
    if (stream.followers.size === 1) stream.start();
    return () => {
      stream.followers.delete(follows);
      if (stream.followers.size > 0) return;
      stream.stop();
      streams.delete(chatbotId);
    };
  }, [chatbotId]);
}
