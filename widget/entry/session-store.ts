/** The visitor's session, kept over reloads and shared by a site's tabs. */
import { randomId } from '../shared/random-id.ts';

export interface SessionState {
  readonly sessionId: string;
  /** A new session has no history to load. */
  readonly isBegun: boolean;
  /** Epoch milliseconds until which the conversation waits for a person or has one; 0 when neither. */
  readonly liveUntil: number;
  /** A human answers in the chatbot's place. */
  readonly isTakenOver: boolean;
  readonly lastEventId: string;
  /** Contact details were given or skipped. */
  readonly leadSettled: boolean;
  /** New messages make a sound; null until the visitor chooses. */
  readonly sound: boolean | null;
}

/** Silence after which a person is no longer waited for: longer than a weekend with holidays. */
const LIVE_MS = 7 * 86_400_000;

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
  /** Kept in memory too, for pages without storage. */
  #state: SessionState;
  /** The session shown here, until this page hears of a later one. */
  #shownSessionId: string;

  constructor(chatbotId: string) {
    this.#key = `chatledger:${chatbotId}`;
    this.#state = this.#stored() ?? newState();
    this.#shownSessionId = this.#state.sessionId;
  }

  /** The current state, whichever tab has changed it. */
  get state(): SessionState {
    this.#state = this.#stored() ?? this.#state;
    return this.#state;
  }

  update(changes: Partial<SessionState>): void {
    this.#state = { ...this.state, ...changes };
    try {
      // A full storage must not keep the former state.
      localStorage.removeItem(this.#key);
      localStorage.setItem(this.#key, JSON.stringify(this.#state));
    } catch {
      // Without storage, the state stays in memory.
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

  /** Begins another session and returns the former one. */
  reset(): SessionState {
    const former = this.state;
    this.show({ ...newState(), sound: former.sound });
    return former;
  }

  show(state: SessionState): void {
    this.update(state);
    this.#shownSessionId = state.sessionId;
  }

  /** Calls when another page has changed the session. */
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
