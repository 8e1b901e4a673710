/** The realtime channel of a session, for messages, arrivals and departures of agents. One tab holds it and tells the others. */
import { page } from '../shared/page.ts';
import { pause } from '../shared/pause.ts';
import { readEvents } from '../shared/sse.ts';
import { type ApiClient, ApiError } from './api-client.ts';
import { record } from './public-config.ts';
import type { SessionStore } from './session-store.ts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

export interface ChannelEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface ChannelDeps {
  readonly api: ApiClient;
  readonly session: SessionStore;
  readonly chatbotId: string;
  readonly onEvent: (event: ChannelEvent) => void;
}

interface Following {
  readonly sessionId: string;
  readonly stop: AbortController;
  /** False while another tab has the channel. */
  isHolding: boolean;
}

/** Event for all tabs: messages may have been missed, so history must be read again. */
export const SYNC: ChannelEvent = { event: 'sync', data: {} };

export class Channel {
  readonly #deps: ChannelDeps;
  readonly #lock: string;
  #tabs: BroadcastChannel | null;
  #following: Following | null = null;
  #isWanted = false;
  #isAway = false;

  constructor(deps: ChannelDeps) {
    this.#deps = deps;
    this.#lock = `chatledger:${deps.chatbotId}`;
    this.#tabs = this.#hearOtherTabs();
  }

  want(isWanted: boolean): void {
    this.#isWanted = isWanted;
    const isOpen = isWanted && !this.#isAway;
    const { sessionId } = this.#deps.session.state;
    if (isOpen && this.#following?.sessionId === sessionId) return;
    this.#following?.stop.abort();
    this.#following = null;
    if (isOpen) this.#start(sessionId, page.visibilityState === 'visible');
  }

  /**
   * Takes the channel for a tab that came into sight: phones put other tabs to sleep.
   * @param hasSlept this tab may have slept too, and lost its connection unseen
   */
  takeOver(hasSlept: boolean): void {
    const following = this.#following;
    if (following === null || (following.isHolding && !hasSlept)) return;
    following.stop.abort();
    this.#start(following.sessionId, true);
    this.#deps.onEvent(SYNC);
  }

  #start(sessionId: string, steal: boolean): void {
    this.#following = { sessionId, stop: new AbortController(), isHolding: false };
    void this.#hold(this.#following, steal);
  }

  /** @param isAway the page was left: the back/forward cache drops pages that hold a wanted lock or get messages of other tabs */
  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    this.#tabs?.close();
    this.#tabs = isAway ? null : this.#hearOtherTabs();
    this.want(this.#isWanted);
  }

  syncOtherTabs(): void {
    this.#tellOtherTabs(SYNC);
  }

  /** Lets only the tab with the lock connect, since browsers open six connections to an HTTP/1.1 server. */
  async #hold(following: Following, steal: boolean): Promise<void> {
    const { sessionId, stop } = following;
    const follow = () => {
      following.isHolding = true;
      return this.#follow(sessionId, stop.signal);
    };
    const options = steal ? { steal } : { signal: stop.signal };
    try {
      // Locks exist on secure pages only.
      await (navigator.locks?.request(`${this.#lock}:${sessionId}`, options, follow) ?? follow());
    } catch {
      const isStolen = following.isHolding;
      // Locks are refused where the browser stores nothing.
      if (!isStolen && !stop.signal.aborted) await follow();
      stop.abort();
      if (isStolen && this.#following === following) return this.#start(sessionId, false);
    }
    if (this.#following === following) this.#following = null;
  }

  async #follow(sessionId: string, stop: AbortSignal): Promise<void> {
    let failures = 0;
    const onEvent = () => {
      failures = 0;
    };
    while (!stop.aborted) {
      try {
        await this.#receive(sessionId, stop, onEvent);
      } catch (error) {
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) return;
      }
      if (stop.aborted) return;
      failures++;
      await pause(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (0.75 + Math.random() / 2), stop);
    }
  }

  async #receive(sessionId: string, stop: AbortSignal, onEvent: () => void): Promise<void> {
    const { api, session } = this.#deps;
    const { lastEventId } = session.state;
    const response = await api.events(sessionId, lastEventId, stop);
    // Without an event id to resume from, earlier events must be read from history.
    if (lastEventId === '') this.#tell(SYNC);
    const resumeFrom = (id: string | undefined) => {
      if (id && !stop.aborted) session.update({ lastEventId: id });
    };
    for await (const { id, event = 'message', data } of readEvents(response, resumeFrom)) {
      if (stop.aborted) return;
      onEvent();
      resumeFrom(id);
      this.#tell({ event, data: record(parsed(data)) });
    }
  }

  #tell(event: ChannelEvent): void {
    this.#deps.onEvent(event);
    this.#tellOtherTabs(event);
  }

  /** Returns null where the browser refuses it, as it stores nothing. */
  #hearOtherTabs(): BroadcastChannel | null {
    const { session, onEvent } = this.#deps;
    try {
      const tabs = new BroadcastChannel(this.#lock);
      tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const { sessionId, event, data: told } = record(data);
        const isOurs = sessionId === session.state.sessionId && typeof event === 'string';
        if (isOurs) onEvent({ event: String(event), data: record(told) });
      });
      return tabs;
    } catch {
      return null;
    }
  }

  #tellOtherTabs({ event, data }: ChannelEvent): void {
    this.#tabs?.postMessage({ sessionId: this.#deps.session.state.sessionId, event, data });
  }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
