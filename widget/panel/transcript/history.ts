import type { WidgetContext } from '../../entry/context.ts';
import { type PublicConfig, text } from '../../entry/public-config.ts';
import { h } from '../../shared/dom.ts';
import type { Strings } from '../strings.ts';
import { type AnswerDeps, AnswerView } from './answer-view.ts';
import { agentMessage, choices, type Speaker, userMessage } from './message-view.ts';
import { type Message, messageOf, messagesOf } from './messages.ts';
import { questionsOf, splitAnswer } from './suggestions-line.ts';
import type { Transcript } from './transcript.ts';

interface HistoryDeps {
  readonly context: WidgetContext;
  readonly config: PublicConfig;
  readonly strings: Strings;
  readonly speaker: Speaker;
  readonly transcript: Transcript;
  /** Called when another speaker answers than before. */
  readonly onChange: () => void;
  readonly answer: AnswerDeps & { readonly ask: (question: string) => void };
}

interface Entry {
  /** Empty for a question asked on this page, whose id is unknown. */
  readonly messageId: string;
  readonly role: Message['role'];
  readonly content: string;
  readonly element: HTMLElement | null;
}

export class History {
  readonly #deps: HistoryDeps;
  #entries: Entry[] = [];
  #choices: HTMLElement | null = null;
  #start: HTMLElement = h('div');
  #former: HTMLElement | null = null;

  constructor(deps: HistoryDeps) {
    this.#deps = deps;
  }

  get choices(): HTMLElement | null {
    return this.#choices;
  }

  /** The welcome message and the quick prompts. */
  showStart(): void {
    const { config, transcript, strings, answer } = this.#deps;
    transcript.clear();
    this.#entries = [];
    this.#choices = null;
    const welcome = new AnswerView(answer);
    welcome.showText(config.welcomeMessage || strings.welcome);
    this.#start = welcome.element;
    transcript.addMessage(this.#start);
    this.#offer(config.quickPrompts);
  }

  showQuestion(content: string): void {
    this.add(messageOf({ role: 'user', content }));
  }

  /** Returns false for a known message. */
  add(message: Message): boolean {
    if (message.messageId !== '' && this.#entries.some(({ messageId }) => messageId === message.messageId))
      return false;
    this.withdrawChoices();
    this.forgetFormer();
    const element = this.#elementOf(message);
    this.#entries.push({ ...message, element });
    this.#deps.transcript.addMessage(element);
    return true;
  }

  /** Adds an answer that was shown while it was written. */
  addShown(messageId: string, suggestions: readonly string[]): void {
    this.#entries.push({ messageId, role: 'assistant', content: '', element: null });
    this.#offer(suggestions);
  }

  /** Removes the text of an interrupted attempt, before the next one writes it again. */
  removeAnswersAfterQuestion(question: string): void {
    const at = this.#entries.findLastIndex(({ role, content }) => role === 'user' && content === question);
    if (at < 0) this.showQuestion(question);
    else for (const { element, role } of this.#entries.splice(at + 1)) if (role === 'assistant') element?.remove();
    this.withdrawChoices();
  }

  /**
   * Returns false when something was shown or asked meanwhile, which the response may lack.
   * @param isBusy called with the response
   * @throws as the request does
   */
  async load(isBusy: () => boolean): Promise<boolean> {
    const { context } = this.#deps;
    const { sessionId, isTakenOver } = context.session.state;
    const newest = this.#entries.at(-1);
    const page = await context.api.history(sessionId);
    if (context.session.state.sessionId !== sessionId) return true;
    if (isBusy() || this.#entries.at(-1) !== newest) return false;
    const messages = withoutCutOff(messagesOf(page.messages));
    // The channel's later events are newer.
    if (context.session.state.isTakenOver === isTakenOver) this.#setTakenOver(page.takenOver);
    if (messages.length === 0) this.#stopWaiting();
    if (this.#shows(messages)) return true;
    this.showStart();
    for (const message of messages) this.add(message);
    const last = messages.at(-1);
    if (last?.role === 'assistant' && !context.session.state.isTakenOver) this.#offer(suggestionsOf(last));
    else if (last !== undefined) this.withdrawChoices();
    this.#offerEarlier(text(page.nextBefore));
    this.#deps.transcript.toEnd();
    return true;
  }

  /** Called when a conversation that waited for a person was deleted. */
  #stopWaiting(): void {
    const { context, onChange } = this.#deps;
    if (!context.session.isLive) return;
    context.session.endLive();
    onChange();
  }

  /** Applies changes from before the channel was open. */
  #setTakenOver(takenOver: unknown): void {
    const { context, onChange } = this.#deps;
    const { session } = context;
    if (takenOver === session.state.isTakenOver || typeof takenOver !== 'boolean') return;
    if (takenOver) session.goLive(true);
    else session.endLive();
    onChange();
  }

  /** True when the newest of the service's messages are the newest here. */
  #shows(messages: readonly Message[]): boolean {
    // An empty history does not clear messages on the page.
    if (messages.length === 0) return true;
    const newest = this.#entries.slice(-messages.length);
    if (newest.length < messages.length) return false;
    return messages.every(({ messageId, role }, index) => {
      const shown = newest[index];
      return shown?.role === role && (shown.messageId === '' || shown.messageId === messageId);
    });
  }

  #elementOf(message: Message): HTMLElement {
    const { strings, context, answer } = this.#deps;
    const { code } = context.language;
    if (message.role === 'user') return userMessage(message, strings, code);
    if (message.role === 'agent') return agentMessage(message, strings, code);
    const view = new AnswerView(answer);
    view.finish(splitAnswer(message.content).text, message);
    return view.element;
  }

  /** Removes suggested questions, which do not fit when a person answers. */
  withdrawChoices(): void {
    this.#choices?.remove();
    this.#choices = null;
  }

  #offer(questions: readonly string[]): void {
    this.withdrawChoices();
    if (questions.length === 0) return;
    this.#choices = choices(questions, this.#deps.strings.questions, this.#deps.answer.ask);
    this.#deps.transcript.add(this.#choices);
  }

  /** Adds a button below the welcome. */
  offerFormer(goBack: (button: HTMLElement) => void): void {
    const { strings, transcript } = this.#deps;
    const button = h('button', { type: 'button', class: 'earlier', click: () => goBack(button) }, strings.earlier);
    this.#former = button;
    transcript.addAbove([button], this.#start);
  }

  forgetFormer(): void {
    this.#former?.remove();
    this.#former = null;
  }

  /** Adds a button that loads earlier messages. */
  #offerEarlier(before: string): void {
    if (before === '') return;
    const { context, strings, transcript } = this.#deps;
    let isLoading = false;
    const load = async () => {
      if (isLoading) return;
      isLoading = true;
      const page = await context.api.history(context.session.state.sessionId, before).catch(() => null);
      isLoading = false;
      if (page === null || !button.isConnected) return;
      const messages = withoutCutOff(messagesOf(page.messages), this.#entries[0]?.role);
      const entries = messages.map((message) => ({ ...message, element: this.#elementOf(message) }));
      this.#entries.unshift(...entries);
      transcript.addAbove(
        entries.map(({ element }) => element),
        this.#start,
      );
      if (button.matches(':focus')) transcript.focus();
      button.remove();
      this.#offerEarlier(text(page.nextBefore));
    };
    const button = h('button', { type: 'button', class: 'earlier', click: () => void load() }, strings.earlier);
    transcript.addAbove([button], this.#start);
  }
}

/**
 * Leaves out answers that a reload interrupted and that were written again. Whole answers end with suggestions; where two tabs asked at
 * once, two follow each other.
 * @param next role of the message after these
 */
const withoutCutOff = (messages: readonly Message[], next?: Message['role']): readonly Message[] =>
  messages.filter(
    ({ role, suggestions }, at) =>
      role !== 'assistant' || suggestions.length > 0 || (messages[at + 1]?.role ?? next) !== 'assistant',
  );

const suggestionsOf = ({ suggestions, content }: Message): readonly string[] =>
  suggestions.length > 0 ? questionsOf(suggestions) : splitAnswer(content).suggestions;
