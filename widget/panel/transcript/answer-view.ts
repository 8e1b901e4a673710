/** Shows an answer while it is awaited, while it is written, and when it is complete. */
import { h, icon, iconButton } from '../../shared/dom.ts';
import { markCitations } from '../../shared/markdown/citation-marks.ts';
import { completed } from '../../shared/markdown/complete.ts';
import { MarkdownView } from '../../shared/markdown/markdown-view.ts';
import { ICONS } from '../icons.ts';
import type { Strings } from '../strings.ts';
import { linkCitations, removeCitations } from './citations.ts';
import { avatar, type Speaker, timeOf } from './message-view.ts';
import type { Feedback, Message } from './messages.ts';
import { SourceList } from './source-list.ts';
import { visiblePart } from './suggestions-line.ts';

const COPIED_MS = 2_000;

export interface AnswerDeps {
  readonly speaker: Speaker;
  readonly strings: Strings;
  readonly language: string;
  /** @returns the rating as it is now; rejects when it could not be saved */
  readonly rate: (messageId: string, feedback: Feedback) => Promise<Feedback | null>;
}

export class AnswerView {
  readonly element: HTMLElement;
  readonly #deps: AnswerDeps;
  readonly #bubble = h('div', { class: 'bubble markdown', dir: 'auto' });
  readonly #column: HTMLElement;
  #markdown: MarkdownView;
  #answer = '';
  #frame = 0;

  constructor(deps: AnswerDeps) {
    this.#deps = deps;
    const speaker = h('span', { class: 'hidden' }, `${deps.speaker.name}: `);
    this.#column = h('div', { class: 'column' }, speaker, this.#bubble);
    this.element = h('div', { class: 'message bot' }, avatar(deps.speaker), this.#column);
    this.#markdown = this.#emptyView();
    this.wait();
  }

  /** The text as it arrived, with the line of suggestions. */
  get answer(): string {
    return this.#answer;
  }

  /** Dots until the first token; also when an answer begins anew. */
  wait(): void {
    this.#answer = '';
    const dots = h('span', { class: 'dots', role: 'img', 'aria-label': this.#deps.strings.writing });
    dots.append(h('i'), h('i'), h('i'));
    this.#bubble.replaceChildren(dots);
    this.element.classList.add('is-waiting');
    // The blocks of a former attempt are gone from the bubble.
    this.#markdown = this.#emptyView();
  }

  #emptyView(): MarkdownView {
    return new MarkdownView(this.#bubble, this.#deps.strings, markCitations);
  }

  append(token: string): void {
    this.#answer += token;
    // Drawn once a frame, however many tokens come.
    this.#frame ||= requestAnimationFrame(() => this.#draw(completed(visiblePart(this.#answer))));
  }

  /** Shows text with nothing below it: the welcome message. */
  showText(text: string): void {
    this.#draw(text);
  }

  /** @param text without the line of suggestions */
  finish(text: string, message: Pick<Message, 'messageId' | 'sources' | 'feedback' | 'createdAt'>): void {
    this.#draw(text || '…');
    const { strings, language } = this.#deps;
    const meta = h('div', { class: 'meta' }, timeOf(message.createdAt, language), this.#copyButton(text));
    if (message.messageId !== '') meta.append(...this.#ratingButtons(message.messageId, message.feedback));
    const sources = new SourceList(message.sources, strings);
    linkCitations(this.#bubble, message.sources, sources, strings);
    if (message.sources.length > 0) this.#column.append(sources.element);
    this.#column.append(meta);
  }

  /** Keeps the text so far, followed by the note. False when there is none. */
  cutOff(note: HTMLElement): boolean {
    const text = visiblePart(this.#answer);
    if (text === '') return false;
    this.#draw(text);
    removeCitations(this.#bubble);
    this.#column.append(note);
    return true;
  }

  #draw(text: string): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (text === '') return;
    if (this.element.classList.contains('is-waiting')) this.#bubble.replaceChildren();
    this.element.classList.remove('is-waiting');
    this.#markdown.show(text);
  }

  /** Only where the browser lets pages write to the clipboard. */
  #copyButton(text: string): HTMLElement | string {
    if (navigator.clipboard === undefined) return '';
    const { copy, copied } = this.#deps.strings;
    const button = iconButton('action', copy, ICONS.copy, async () => {
      const isDone = await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      );
      if (!isDone) return;
      button.replaceChildren(icon(ICONS.check));
      button.setAttribute('aria-label', copied);
      setTimeout(() => {
        button.replaceChildren(icon(ICONS.copy));
        button.setAttribute('aria-label', copy);
      }, COPIED_MS);
    });
    return button;
  }

  #ratingButtons(messageId: string, feedback: Feedback | null): HTMLButtonElement[] {
    const { strings, rate } = this.#deps;
    const buttons = new Map<Feedback, HTMLButtonElement>();
    const show = (now: Feedback | null) => {
      for (const [value, button] of buttons) button.setAttribute('aria-pressed', String(value === now));
    };
    let current = feedback;
    let isSending = false;
    const send = async (given: Feedback) => {
      if (isSending) return;
      isSending = true;
      current = await rate(messageId, given).catch(() => current);
      isSending = false;
      show(current);
    };
    buttons.set(
      'positive',
      iconButton('action', strings.good, ICONS.up, () => void send('positive')),
    );
    buttons.set(
      'negative',
      iconButton('action', strings.bad, ICONS.down, () => void send('negative')),
    );
    show(current);
    return [...buttons.values()];
  }
}
