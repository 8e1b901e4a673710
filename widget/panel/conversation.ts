/** The conversation: asks questions, shows the answers, and restores earlier messages. */
import type { ChannelEvent } from '../entry/channel.ts';
import type { WidgetContext } from '../entry/context.ts';
import type { PublicConfig } from '../entry/public-config.ts';
import { randomId } from '../shared/random-id.ts';
import { type AnswerOutcome, requestAnswer } from './asking/answer-request.ts';
import { type PendingQuestion, PendingStore } from './asking/pending-question.ts';
import type { Composer } from './composer.ts';
import { failureView } from './failures/failure-view.ts';
import { failureOf } from './failures/failures.ts';
import { LeadCapture } from './leads/lead-capture.ts';
import { playSound } from './sound.ts';
import { fill, type Strings } from './strings.ts';
import { AnswerView } from './transcript/answer-view.ts';
import { History } from './transcript/history.ts';
import { notice, type Speaker } from './transcript/message-view.ts';
import { type Message, messageOf } from './transcript/messages.ts';
import { rateAnswer } from './transcript/rating.ts';
import { spoken } from './transcript/spoken.ts';
import { splitAnswer } from './transcript/suggestions-line.ts';
import type { Transcript } from './transcript/transcript.ts';

export interface ConversationDeps {
  readonly context: WidgetContext;
  readonly config: PublicConfig;
  readonly strings: Strings;
  readonly speaker: Speaker;
  readonly transcript: Transcript;
  readonly composer: () => Composer;
  /** Called when something changed that the header or the footer shows. */
  readonly onChange: () => void;
}

export class Conversation {
  readonly #deps: ConversationDeps;
  readonly #pending: PendingStore;
  readonly #history: History;
  #stop: AbortController | null = null;
  readonly #lead: LeadCapture;
  #hasFailed = false;
  #wantsSync = false;
  #wantsHuman = false;
  #isAbandoned = false;

  constructor(deps: ConversationDeps) {
    this.#deps = deps;
    this.#pending = new PendingStore(deps.context.site.chatbotId);
    this.#lead = new LeadCapture({ ...deps, onHidden: (form) => this.#keepFocusOf(form) });
    const answer = { ...this.#answerDeps(), ask: (question: string) => this.ask(question) };
    this.#history = new History({ ...deps, answer });
  }

  get isBusy(): boolean {
    return this.#stop !== null || this.#lead.isOpen;
  }

  /** Shows earlier messages, and continues a question that a reload interrupted. */
  async begin(): Promise<void> {
    const { session } = this.#deps.context;
    this.#history.showStart();
    if (session.state.isBegun) await this.#load();
    const pending = this.#pending.read(session.state.sessionId);
    if (pending === null || this.isBusy || this.#isAbandoned) return;
    this.#history.removeAnswersAfterQuestion(pending.question.message);
    void this.#run(pending);
  }

  ask(message: string): void {
    if (this.isBusy) return;
    this.#keepFocusOf(this.#history.choices);
    this.#history.showQuestion(message);
    this.#deps.transcript.toEnd();
    this.#deps.context.events.emit('message', { role: 'user', content: message });
    if (this.#lead.isWanted) this.#lead.ask(() => this.#send(message));
    else this.#send(message);
  }

  /** Stops the answer that is being written, or skips the form that holds the question. */
  stop(): void {
    if (this.#lead.isOpen) this.#lead.skip();
    else this.#stop?.abort();
  }

  /** Begins another session. Answers of the former one are dropped. */
  reset(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#lead.reset();
    this.#wantsHuman = false;
    this.#hasFailed = false;
    this.#pending.write(null);
    this.#deps.composer().setBusy(false);
    this.#history.showStart();
    this.#deps.onChange();
  }

  /** Leaves the question to whoever reads it next, as a reload does. */
  abandon(): void {
    this.#isAbandoned = true;
    const stop = this.#stop;
    this.#stop = null;
    stop?.abort();
  }

  async requestHuman(): Promise<void> {
    const { context, strings } = this.#deps;
    if (!context.session.state.isBegun) {
      // The service knows a session by its first message.
      this.#wantsHuman = true;
      this.ask(strings.human);
      return;
    }
    try {
      await context.api.requestHuman(context.session.state.sessionId);
      if (context.session.state.isTakenOver) return;
      context.session.goLive(false);
      context.session.update({ isBegun: true });
      this.#tell(strings.humanAsked);
      context.events.emit('handoff', null);
    } catch (error) {
      const failure = failureOf(error);
      this.#tell(fill(strings[failure.text], { n: failure.waitSeconds }));
    }
    this.#deps.transcript.toEnd();
    this.#deps.onChange();
  }

  /** @param before what the panel showed until this event */
  onChannelEvent(
    { event, data }: ChannelEvent,
    before: { readonly isTakenOver: boolean; readonly isLive: boolean },
  ): void {
    const { strings, context, onChange } = this.#deps;
    switch (event) {
      case 'conversation_deleted':
        if (before.isLive) this.#tell(strings.left);
        // A question that is being asked begins another conversation.
        if (!this.isBusy) context.session.update({ isBegun: false });
        onChange();
        return;
      case 'takeover':
        if (!before.isTakenOver) this.#tell(strings.joined);
        onChange();
        this.#lead.skip();
        this.#keepFocusOf(this.#history.choices);
        this.#history.withdrawChoices();
        break;
      case 'release':
        if (before.isTakenOver) this.#tell(strings.left);
        onChange();
        break;
      case 'agent_message':
        this.#showAgentMessage(messageOf({ ...data, role: 'agent' }));
        break;
      case 'sync':
        void this.#sync();
    }
    context.session.update({ isBegun: true });
  }

  #showAgentMessage(message: Message): void {
    const { strings, transcript, context } = this.#deps;
    if (!this.#history.add(message)) return;
    transcript.announce(`${strings.person}: ${spoken(message.content, strings)}`);
    this.#ring();
    context.events.emit('message', { role: 'agent', content: message.content });
  }

  #tell(text: string): void {
    this.#deps.transcript.add(notice(text));
    this.#deps.transcript.announce(text);
  }

  /** Moves the focus from an element that is about to be removed. A focus outside the widget stays. */
  #keepFocusOf(element: HTMLElement | null): void {
    const { context, composer, transcript } = this.#deps;
    if (element?.contains(context.root.activeElement) !== true) return;
    if (!composer().focus()) transcript.focus();
  }

  #ring(): void {
    const { context } = this.#deps;
    if (context.session.state.sound ?? context.site.sound) playSound();
  }

  #send(message: string): void {
    const { sessionId } = this.#deps.context.session.state;
    const question = { sessionId, message, ...this.#lead.takeNews() };
    void this.#run({ question, key: randomId() });
  }

  async #run(pending: PendingQuestion): Promise<void> {
    const { context, transcript } = this.#deps;
    const stop = new AbortController();
    this.#stop = stop;
    this.#hasFailed = false;
    this.#pending.write(pending);
    context.session.update({ isBegun: true });
    this.#deps.composer().setBusy(true);
    this.#deps.onChange();
    const view = new AnswerView(this.#answerDeps());
    transcript.addMessage(view.element);
    const sink = { onBegin: () => view.wait(), onToken: (token: string) => view.append(token) };
    const outcome = await requestAnswer(context, pending, sink, stop.signal);
    // The conversation was reset meanwhile, so this answer belongs to the former session.
    if (this.#stop !== stop) return;
    this.#stop = null;
    const isOver = outcome.kind !== 'failed' || !outcome.failure.canRetry;
    if (isOver) this.#pending.write(null);
    this.#deps.composer().setBusy(false);
    this.#end(pending, view, outcome);
    context.channel.syncOtherTabs();
    this.#deps.onChange();
    if (this.#wantsHuman && outcome.kind !== 'failed') {
      this.#wantsHuman = false;
      void this.requestHuman();
    }
    if (this.#wantsSync) void this.#sync();
  }

  #end(pending: PendingQuestion, view: AnswerView, outcome: AnswerOutcome): void {
    switch (outcome.kind) {
      case 'done':
        this.#showAnswer(view, outcome);
        break;
      case 'takenOver':
        view.element.remove();
        this.#deps.context.session.goLive(true);
        break;
      case 'stopped': {
        const note = notice(this.#deps.strings.stopped);
        if (!view.cutOff(note)) view.element.replaceWith(note);
        break;
      }
      case 'failed':
        this.#showFailure(pending, view, outcome.failure);
        break;
      default:
        outcome satisfies never;
    }
  }

  #showAnswer(view: AnswerView, { messageId, sources }: AnswerOutcome & { kind: 'done' }): void {
    const { context, transcript, speaker, strings } = this.#deps;
    const { text, suggestions } = splitAnswer(view.answer);
    view.finish(text, { messageId, sources, feedback: null, createdAt: new Date() });
    this.#history.addShown(messageId, suggestions);
    transcript.announce(`${speaker.name}: ${spoken(text, strings)}`);
    context.addUnread();
    this.#ring();
    context.events.emit('message', { role: 'assistant', content: text });
    // The chatbot answers again: the human's leaving went unnoticed, or they came this moment.
    if (context.session.state.isTakenOver) this.#wantsSync = true;
  }

  #showFailure(pending: PendingQuestion, view: AnswerView, failure: ReturnType<typeof failureOf>): void {
    const { strings, transcript, context } = this.#deps;
    this.#hasFailed = true;
    const again = () => {
      if (this.isBusy) return;
      removeEventListener('online', again);
      this.#keepFocusOf(shown);
      view.element.remove();
      shown.remove();
      void this.#run(pending);
    };
    const shown = failureView(failure, strings, again);
    if (!view.cutOff(shown)) view.element.replaceWith(shown);
    // Retries by itself when the browser is online again.
    if (failure.text === 'errorOffline') addEventListener('online', again, { once: true });
    const text = fill(strings[failure.text], { n: failure.waitSeconds });
    transcript.announce(text);
    transcript.keepUp();
    context.events.emit('error', { message: text });
  }

  async #load(): Promise<void> {
    const { strings, transcript } = this.#deps;
    try {
      await this.#history.load();
    } catch (error) {
      const again = () => {
        shown.remove();
        void this.#load();
      };
      const shown = failureView(failureOf(error), strings, again);
      transcript.add(shown);
    }
  }

  /** Another tab has asked something, or the channel may have missed something. */
  async #sync(): Promise<void> {
    this.#wantsSync = this.isBusy;
    if (this.isBusy || this.#hasFailed) return;
    await this.#history.load(() => !this.isBusy).catch(() => undefined);
  }

  #answerDeps() {
    const { speaker, strings, context } = this.#deps;
    return {
      speaker,
      strings,
      language: context.language.code,
      rate: (messageId: string, feedback: string) =>
        rateAnswer(context, strings, { messageId, feedback, onFailure: (text) => this.#tell(text) }),
    };
  }
}
