export interface ServerSentEvent {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string;
}

const LINE_END = /\r\n|\n|\r/;
const FIELD = /^([^:]*)(?:: ?)?(.*)$/s;

/** Parses decoded text as server-sent events (HTML standard), without reconnection times. */
export class EventParser {
  /** Pieces of the line that has not ended yet. They are joined once, so that a long line is not copied with each piece. */
  #begun: string[] = [];
  /** True after a carriage return that may be half of a pair. */
  #isHalfOfPair = false;
  #data: string[] = [];
  #id: string | undefined;
  #event: string | undefined;
  readonly #onId: ((id: string) => void) | undefined;

  /** @param onId called with an id that comes without an event, from which the stream can be resumed too */
  constructor(onId?: (id: string) => void) {
    this.#onId = onId;
  }

  /** @returns the events that this piece of the stream completes */
  feed(text: string): readonly ServerSentEvent[] {
    if (text === '') return [];
    const rest = this.#isHalfOfPair && text.startsWith('\n') ? text.slice(1) : text;
    this.#isHalfOfPair = text.endsWith('\r');
    this.#begun.push(rest);
    if (!LINE_END.test(rest)) return [];
    const lines = this.#begun.join('').split(LINE_END);
    this.#begun = lines.splice(-1);
    return lines.flatMap((line) => (line === '' ? this.#end() : this.#read(line)));
  }

  #read(line: string): readonly [] {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#event = value || undefined;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    return [];
  }

  #end(): readonly ServerSentEvent[] {
    const event = { id: this.#id, event: this.#event, data: this.#data.join('\n') };
    const isEmpty = this.#data.length === 0;
    if (isEmpty && event.id !== undefined) this.#onId?.(event.id);
    this.#data = [];
    this.#id = this.#event = undefined;
    return isEmpty ? [] : [event];
  }
}
