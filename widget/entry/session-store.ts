/** The visitor's session: one a chatbot, kept over reloads and shared by the tabs of a site. */
import { randomId } from '../shared/random-id.ts';

export interface SessionState {
  readonly sessionId: string;
  /** A new session has no history to load. */
  readonly isBegun: boolean;
  /** Until when a person is waited for or has the conversation, in milliseconds; 0 when neither. */
  readonly liveUntil: number;
  /** A human answers in the chatbot's place. */
  readonly isTakenOver: boolean;
  readonly lastEventId: string;
  /** Contact details were given or skipped. */
  readonly leadSettled: boolean;
  /** New messages make a sound; null until the visitor chooses. */
  readonly sound: boolean | null;
}

/** A person who has not written for so long is no longer waited for. */
const LIVE_MS = 12 * 3_600_000;

const newState = (): SessionState => ({
  sessionId: randomId(),
  isBegun: false,
  liveUntil: 0,
  isTakenOver: false,
  lastEventId: '',
  leadSettled: false,
  sound: null,
});

export class SessionStore {
  readonly #key: string;
  /** Pages that may not store anything still have a conversation until they are left. */
  #state: SessionState;
  /** The session that this page shows. The state may be of a later one, which another tab has begun, before this page hears of it. */
  #shownSessionId: string;

  constructor(chatbotId: string) {
    this.#key = `chatledger:${chatbotId}`;
    this.#state = this.#stored() ?? newState();
    this.#shownSessionId = this.#state.sessionId;
  }

  /** As it is now, whichever tab has changed it. */
  get state(): SessionState {
    this.#state = this.#stored() ?? this.#state;
    return this.#state;
  }

  update(changes: Partial<SessionState>): void {
    this.#state = { ...this.state, ...changes };
    try {
      // A full storage refuses the new state, and must not keep the former one either.
      localStorage.removeItem(this.#key);
      localStorage.setItem(this.#key, JSON.stringify(this.#state));
    } catch {
      // Private windows, sandboxed frames and full storages: it is kept in memory.
    }
  }

  get isLive(): boolean {
    return this.state.liveUntil > Date.now();
  }

  /** @param isTakenOver false while a person was only asked for */
  goLive(isTakenOver: boolean): void {
    this.update({ liveUntil: Date.now() + LIVE_MS, isTakenOver });
  }

  endLive(): void {
    this.update({ liveUntil: 0, isTakenOver: false });
  }

  /** Begins another session. @returns the former one */
  reset(): SessionState {
    const former = this.state;
    this.show({ ...newState(), sound: former.sound });
    return former;
  }

  /** Makes the session the current one. */
  show(state: SessionState): void {
    this.update(state);
    this.#shownSessionId = state.sessionId;
  }

  /** Calls when another page has changed to another session: in another tab, or before the visitor came back to this page. */
  onReset(listener: () => void): void {
    const check = () => {
      const { sessionId } = this.state;
      if (sessionId === this.#shownSessionId) return;
      this.#shownSessionId = sessionId;
      listener();
    };
    addEventListener('storage', ({ key }) => {
      if (key === this.#key || key === null) check();
    });
    addEventListener('pageshow', check);
  }

  #stored(): SessionState | null {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(this.#key) ?? 'null');
      const { sessionId } = (stored ?? {}) as Partial<SessionState>;
      if (typeof sessionId !== 'string' || !/^[\w-]{1,128}$/.test(sessionId)) return null;
      return { ...newState(), ...(stored as SessionState) };
    } catch {
      return null;
    }
  }
}
