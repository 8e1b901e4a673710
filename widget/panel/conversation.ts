/** The conversation: questions, answers, messages of people, and earlier ones. */
import type { ChannelEvent } from '../entry/channel.ts';
import type { WidgetContext } from '../entry/context.ts';
import type { PublicConfig } from '../entry/public-config.ts';
import type { SessionState } from '../entry/session-store.ts';
import type { AnswerOutcome } from './asking/answer-request.ts';
import { Asking } from './asking/asking.ts';
import type { Composer } from './composer.ts';
import { failureView } from './failures/failure-view.ts';
import { failureOf } from './failures/failures.ts';
import { LeadCapture } from './leads/lead-capture.ts';
import { playSound } from './sound.ts';
import { fill, type Strings } from './strings.ts';
import type { AnswerDeps } from './transcript/answer-view.ts';
import { History } from './transcript/history.ts';
import { notice, type Speaker } from './transcript/message-view.ts';
import { type Message, messageOf } from './transcript/messages.ts';
import { rateAnswer } from './transcript/rating.ts';
import { spoken } from './transcript/spoken.ts';
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
  readonly #history: History;
  readonly #lead: LeadCapture;
  readonly #asking: Asking;
  #wantsSync = false;
  #wantsHuman = false;
  #isAbandoned = false;

  constructor(deps: ConversationDeps) {
    this.#deps = deps;
    this.#lead = new LeadCapture({ ...deps, onHidden: (form) => this.#keepFocusOf(form) });
    const answer = this.#answerDeps();
    this.#history = new History({ ...deps, answer: { ...answer, ask: (question) => this.ask(question) } });
    this.#asking = new Asking({
      ...deps,
      history: this.#history,
      answer,
      keepFocusOf: (element) => this.#keepFocusOf(element),
      ring: () => this.#ring(),
      onBegin: deps.onChange,
      onEnd: (outcome) => this.#onAnswered(outcome),
    });
  }

  get isBusy(): boolean {
    return this.#asking.isBusy || this.#lead.isOpen;
  }

  /** Shows earlier messages, and continues a question that a reload interrupted. */
  async begin(): Promise<void> {
    const { session } = this.#deps.context;
    this.#history.showStart();
    if (session.state.isBegun) await this.#loadFirst();
    if (!this.isBusy && !this.#isAbandoned) this.#asking.resume();
  }

  ask(message: string): void {
    if (this.isBusy) return;
    this.#keepFocusOf(this.#history.choices);
    this.#history.showQuestion(message);
    this.#deps.transcript.toEnd();
    this.#deps.context.events.emit('message', { role: 'user', content: message });
    if (this.#lead.isWanted) this.#lead.ask(message, () => this.#send(message));
    else this.#send(message);
  }

  /** Stops the answer that is being written, or skips the form that holds the question. */
  stop(): void {
    if (this.#lead.isOpen) this.#lead.skip();
    else this.#asking.stop();
  }

  /** Shows another session. @param keepsQuestion see `Asking` */
  reset(keepsQuestion = false): void {
    this.#asking.reset(keepsQuestion);
    this.#lead.reset();
    this.#wantsHuman = false;
    this.#history.showStart();
    this.#deps.onChange();
  }

  /** Offers a way back to the session before, until something is asked, in case of a slip. */
  offerFormer(former: SessionState): void {
    this.#history.offerFormer((button) => {
      const { session } = this.#deps.context;
      this.#keepFocusOf(button);
      session.show({ ...former, sound: session.state.sound });
      this.reset(true);
      void this.begin();
    });
  }

  forgetFormer(): void {
    this.#history.forgetFormer();
  }

  /** Leaves the question to whoever reads it next, as a reload does. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#asking.abandon();
  }

  /** @param mayBegin sends a first message where the service knows no conversation */
  async requestHuman(mayBegin = true): Promise<void> {
    const { context, strings } = this.#deps;
    if (mayBegin && !context.session.state.isBegun) {
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
      if (mayBegin && failure.text === 'errorConversation') {
        // The first message was refused.
        context.session.update({ isBegun: false });
        return this.requestHuman();
      }
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

  /** Moves the focus from an element before its removal. A focus outside the widget stays. */
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
    this.#asking.ask({ sessionId, message, ...this.#lead.takeNews() });
  }

  #onAnswered(outcome: AnswerOutcome['kind']): void {
    const { context, onChange } = this.#deps;
    context.channel.syncOtherTabs();
    onChange();
    if (this.#wantsHuman && outcome !== 'failed') {
      this.#wantsHuman = false;
      void this.requestHuman(false);
    }
    // The chatbot answers again: the human left unnoticed, or came this moment.
    const hasBotBack = outcome === 'done' && context.session.state.isTakenOver;
    if (hasBotBack || this.#wantsSync) void this.#sync();
  }

  /** Shows the service's history. Newer messages stay, and the history is read again after them. */
  async #load(): Promise<void> {
    const isShown = await this.#history.load(() => this.isBusy || this.#isAbandoned);
    if (!isShown && !this.#isAbandoned) await this.#sync();
  }

  async #loadFirst(): Promise<void> {
    const { strings, transcript, context } = this.#deps;
    const { sessionId } = context.session.state;
    try {
      await this.#load();
    } catch (error) {
      if (this.#isAbandoned || context.session.state.sessionId !== sessionId) return;
      const again = () => {
        this.#keepFocusOf(shown);
        shown.remove();
        void this.#loadFirst();
      };
      const shown = failureView(failureOf(error), strings, again);
      transcript.add(shown);
    }
  }

  /** Another tab has asked something, or the channel may have missed something. */
  async #sync(): Promise<void> {
    this.#wantsSync = this.isBusy || this.#asking.hasFailed;
    if (!this.#wantsSync) await this.#load().catch(() => undefined);
  }

  #answerDeps(): AnswerDeps {
    const { speaker, strings, context } = this.#deps;
    return {
      speaker,
      strings,
      language: context.language.code,
      rate: (messageId, feedback) =>
        rateAnswer(context, strings, { messageId, feedback, onFailure: (text) => this.#tell(text) }),
    };
  }
}
