/**
 * Leaves out the reasoning that a model writes before its answer. Servers that do not tell it apart send it as text: `<think>…</think>`
 * from DeepSeek's and Qwen's models, `[THINK]…[/THINK]` from Mistral's, a channel from gpt-oss. Where the chat template has opened the
 * tag in the prompt, a completion begins within the reasoning, and only `</think>` tells where it ends.
 */
import type { ReasoningHabit } from './model-capabilities.ts';

const TAGS: readonly { readonly open: string; readonly close: RegExp }[] = [
  { open: '<think>', close: /<\/think>/i },
  { open: '<thinking>', close: /<\/thinking>/i },
  { open: '<reasoning>', close: /<\/reasoning>/i },
  { open: '<thought>', close: /<\/thought>/i },
  { open: '[think]', close: /\[\/think\]/i },
  { open: '<|channel|>analysis', close: /<\|channel\|>final<\|message\|>/ },
];
const LONGEST_TAG = '<|channel|>final<|message|>'.length;
const UNOPENED = '</think>';
const CLOSE_OF_UNOPENED = /<\/think>|\[\/think\]/i;
/** Reasoning often begins so. A model whose habit is unknown is then read to the end before any text is shown. */
const USUAL_BEGINNINGS = [
  'okay',
  'alright',
  'hmm',
  'let me',
  "let's",
  'the user',
  'the visitor',
  'we need',
  'i need to',
  '好的',
  '嗯',
];
/** White space before a tag is shorter. */
const MAX_UNDECIDED = 200;
/** No answer is longer. */
const MAX_HELD = 24_000;

type State =
  /** Nothing but the beginning of an open tag has arrived. */
  | { readonly kind: 'undecided'; readonly held: string }
  /** Reasoning, if a closing tag follows. */
  | { readonly kind: 'held'; readonly held: string }
  | { readonly kind: 'reasoning'; readonly close: RegExp; readonly tail: string }
  /** White space between reasoning and answer is left out. */
  | { readonly kind: 'between' }
  | { readonly kind: 'answer' };

/** One for each completion. A tag further on is text of the answer. */
export class ReasoningFilter {
  readonly #known: ReasoningHabit;
  #state: State = { kind: 'undecided', held: '' };
  #seen: 'opened' | 'unopened' | null = null;

  /** @param known by the model's earlier completions */
  constructor(known: ReasoningHabit) {
    this.#known = known;
  }

  get hasReasoned(): boolean {
    return this.#seen !== null;
  }

  /** The model is at work, and none of it may be shown yet. */
  get isHolding(): boolean {
    return this.#state.kind === 'reasoning' || this.#state.kind === 'held';
  }

  /** Habit that the completion shows, once it has ended. */
  get habit(): ReasoningHabit {
    if (this.#seen !== null) return this.#seen;
    if (this.#known === 'opened') return 'opened';
    // The model may not have needed to reason this time, or had only written of the tag.
    return this.#known === 'unopened' ? 'unknown' : 'none';
  }

  /** Returns the part of the answer that is certain now. */
  push(text: string): string {
    const state = this.#state;
    switch (state.kind) {
      case 'answer':
        return this.#afterUnopened(text);
      case 'between':
        return this.#answer(text.trimStart());
      case 'held':
        return this.#hold(state.held + text, state.held.length);
      case 'reasoning':
        return this.#reason(state.close, state.tail + text);
      case 'undecided':
        return this.#decide(state.held + text);
    }
  }

  /**
   * Returns what was held back. Reasoning that never ended is no answer.
   * @param isCutOff at the limit of tokens
   */
  end(isCutOff: boolean): string {
    const state = this.#state;
    this.#state = { kind: 'answer' };
    if (state.kind === 'held' && isCutOff) this.#seen = 'unopened';
    else if (state.kind === 'held' || state.kind === 'undecided') return state.held;
    return '';
  }

  #decide(text: string): string {
    const start = text.trimStart();
    const head = start.slice(0, LONGEST_TAG).toLowerCase();
    const begun = TAGS.find(({ open }) => head.startsWith(open));
    if (begun !== undefined) {
      this.#seen = 'opened';
      return this.#reason(begun.close, start.slice(begun.open.length));
    }
    const beginnings = this.#known === 'unknown' ? USUAL_BEGINNINGS : [];
    const mayBegin = ({ open }: { open: string }) => open.startsWith(head);
    if (text.length <= MAX_UNDECIDED && (TAGS.some(mayBegin) || beginnings.some((open) => mayBegin({ open })))) {
      this.#state = { kind: 'undecided', held: text };
      return '';
    }
    const isHeld = this.#known === 'unopened' || beginnings.some((open) => head.startsWith(open));
    return isHeld ? this.#hold(text, 0) : this.#answer(this.#afterUnopened(text));
  }

  #hold(text: string, searched: number): string {
    const from = Math.max(0, searched - UNOPENED.length);
    const end = CLOSE_OF_UNOPENED.exec(text.slice(from));
    if (end !== null) {
      this.#seen = 'unopened';
      return this.#answer(text.slice(from + end.index + end[0].length).trimStart());
    }
    this.#state = { kind: 'held', held: text };
    if (text.length <= MAX_HELD) return '';
    this.#seen = 'unopened';
    return this.#reason(CLOSE_OF_UNOPENED, text);
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

  /** Text before the tag was shown. It is the first completion of its model: the next will be held. */
  #afterUnopened(text: string): string {
    const end = this.#known === 'unknown' && !this.hasReasoned ? text.indexOf(UNOPENED) : -1;
    if (end === -1) return text;
    this.#seen = 'unopened';
    return text.slice(end + UNOPENED.length).trimStart();
  }
}
