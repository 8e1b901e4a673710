/**
 * Leaves out the reasoning that a model writes before its answer. Servers that do not tell it apart send it as text: `<think>…</think>`
 * from DeepSeek's and Qwen's models, `[THINK]…[/THINK]` from Mistral's, a channel from gpt-oss.
 */

const TAGS: readonly { readonly open: string; readonly close: RegExp }[] = [
  { open: '<think>', close: /<\/think>/i },
  { open: '<thinking>', close: /<\/thinking>/i },
  { open: '<reasoning>', close: /<\/reasoning>/i },
  { open: '<thought>', close: /<\/thought>/i },
  { open: '[think]', close: /\[\/think\]/i },
  { open: '<|channel|>analysis', close: /<\|channel\|>final<\|message\|>/ },
];
const LONGEST_TAG = '<|channel|>final<|message|>'.length;
/** White space before a tag is shorter. */
const MAX_UNDECIDED = 200;

type State =
  /** Nothing but the beginning of an open tag has arrived. */
  | { readonly kind: 'undecided'; readonly held: string }
  | { readonly kind: 'reasoning'; readonly close: RegExp; readonly tail: string }
  /** White space between reasoning and answer is left out. */
  | { readonly kind: 'between' }
  | { readonly kind: 'answer' };

/** One for each completion. A tag further on is text of the answer. */
export class ReasoningFilter {
  #state: State = { kind: 'undecided', held: '' };
  #hasReasoned = false;

  get hasReasoned(): boolean {
    return this.#hasReasoned;
  }

  /** Returns the part of the answer that is certain now. */
  push(text: string): string {
    const state = this.#state;
    switch (state.kind) {
      case 'answer':
        return text;
      case 'between':
        return this.#answer(text.trimStart());
      case 'reasoning':
        return this.#reason(state.close, state.tail + text);
      case 'undecided':
        return this.#decide(state.held + text);
    }
  }

  /** Returns what was held back. Reasoning that never ended is no answer. */
  end(): string {
    const held = this.#state.kind === 'undecided' ? this.#state.held : '';
    this.#state = { kind: 'answer' };
    return held;
  }

  #decide(text: string): string {
    const start = text.trimStart();
    const head = start.slice(0, LONGEST_TAG).toLowerCase();
    const begun = TAGS.find(({ open }) => head.startsWith(open));
    if (begun !== undefined) {
      this.#hasReasoned = true;
      return this.#reason(begun.close, start.slice(begun.open.length));
    }
    const mayBegin = text.length <= MAX_UNDECIDED && TAGS.some(({ open }) => open.startsWith(head));
    if (!mayBegin) return this.#answer(text);
    this.#state = { kind: 'undecided', held: text };
    return '';
  }

  #reason(close: RegExp, text: string): string {
    const end = close.exec(text);
    if (end !== null) return this.#answer(text.slice(end.index + end[0].length).trimStart());
    this.#state = { kind: 'reasoning', close, tail: text.slice(-LONGEST_TAG) };
    return '';
  }

  #answer(text: string): string {
    this.#state = { kind: text === '' ? 'between' : 'answer' };
    return text;
  }
}
