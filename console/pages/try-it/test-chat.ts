/** Test chats of this page load, one a chatbot. They go on while another page is looked at, and end with the tab. */
import { readEvents } from '../../../widget/shared/sse.ts';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { send } from '../../api/client.ts';
import { onAccountChange } from '../../api/session-state.ts';
import type { AnswerSource } from '../../api/types.ts';
import type { Explanation } from '../../explanation/types.ts';
import { Store } from '../../state/store.ts';

/** Limit for the first byte, before which the service condenses and searches. */
const FIRST_BYTE_MS = 90_000;
/** Turns that the service accepts, two of them a question and its answer. */
const MAX_HISTORY = 50;
const MAX_TURN_CHARACTERS = 20_000;

export interface Turn {
  readonly id: number;
  readonly question: string;
  /** Markdown, as far as it has come. */
  readonly answer: string;
  readonly state: 'writing' | 'done' | 'failed' | 'stopped';
  readonly sources: readonly AnswerSource[];
  readonly suggestions: readonly string[];
  readonly explanation: Explanation | null;
  /** Error of a failed turn; null when the service gave no reason. */
  readonly error: unknown;
}

const NEW_TURN = {
  answer: '',
  state: 'writing',
  sources: [],
  suggestions: [],
  explanation: null,
  error: null,
} as const;

interface DoneData {
  readonly sources: readonly AnswerSource[];
  readonly suggestions: readonly string[];
}

export class TestChat {
  readonly turns = new Store<readonly Turn[]>([]);
  readonly #path: string;
  #running: AbortController | null = null;
  #lastId = 0;

  constructor(chatbotId: string) {
    this.#path = `${chatbotRoot(chatbotId)}/chat`;
  }

  get isBusy(): boolean {
    return this.turns.get().at(-1)?.state === 'writing';
  }

  ask(question: string): void {
    if (this.isBusy) return;
    const conversationHistory = this.#history();
    const id = ++this.#lastId;
    this.turns.change((turns) => [...turns, { ...NEW_TURN, id, question }]);
    const stop = new AbortController();
    this.#running = stop;
    void this.#run(id, { message: question, conversationHistory }, stop.signal);
  }

  /** Asks the last question again, in the place of the answer that failed. */
  retry(): void {
    const last = this.turns.get().at(-1);
    if (last === undefined || this.isBusy) return;
    this.turns.change((turns) => turns.slice(0, -1));
    this.ask(last.question);
  }

  stop(): void {
    this.#running?.abort();
  }

  clear(): void {
    this.stop();
    this.turns.set([]);
  }

  async #run(id: number, body: object, stop: AbortSignal): Promise<void> {
    try {
      const headers = { Accept: 'text/event-stream' };
      const response = await send('POST', this.#path, body, { headers, signal: stop, withinMs: FIRST_BYTE_MS });
      await this.#readAnswer(id, readEvents(response), stop);
      if (this.#turn(id)?.state === 'writing') this.#change(id, { state: stop.aborted ? 'stopped' : 'failed' });
    } catch (error) {
      this.#change(id, stop.aborted ? { state: 'stopped' } : { state: 'failed', error });
    }
  }

  async #readAnswer(id: number, events: ReturnType<typeof readEvents>, stop: AbortSignal): Promise<void> {
    let written = '';
    let frame = 0;
    const show = () => {
      frame = 0;
      this.#change(id, { answer: written });
    };
    const end = (last: Partial<Turn>) => {
      cancelAnimationFrame(frame);
      this.#change(id, { ...last, answer: written });
    };
    for await (const { event, data } of events) {
      if (stop.aborted) return;
      const told: unknown = JSON.parse(data);
      if (event === 'token') {
        written += (told as { token: string }).token;
        // Drawn once a frame, however many tokens come. A hidden page draws no frames.
        if (document.hidden) show();
        else frame ||= requestAnimationFrame(show);
      } else if (event === 'explanation') this.#change(id, { explanation: told as Explanation });
      else if (event === 'done') end({ ...(told as DoneData), state: 'done' });
      else if (event === 'error') end({ state: 'failed' });
    }
  }

  #turn(id: number): Turn | undefined {
    return this.turns.get().find((turn) => turn.id === id);
  }

  #change(id: number, changes: Partial<Turn>): void {
    this.turns.change((turns) => turns.map((turn) => (turn.id === id ? { ...turn, ...changes } : turn)));
  }

  #history() {
    const said = this.turns.get().filter(({ state, answer }) => state !== 'failed' && answer !== '');
    return said
      .flatMap(({ question, answer }) => [
        { role: 'user', content: question },
        { role: 'assistant', content: answer.slice(0, MAX_TURN_CHARACTERS) },
      ])
      .slice(-MAX_HISTORY);
  }
}

const chats = new Map<string, TestChat>();
onAccountChange(() => {
  for (const chat of chats.values()) chat.clear();
  chats.clear();
});

export function testChatOf(chatbotId: string): TestChat {
  const chat = chats.get(chatbotId) ?? new TestChat(chatbotId);
  chats.set(chatbotId, chat);
  return chat;
}
