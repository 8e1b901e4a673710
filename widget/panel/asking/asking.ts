/** Asks one question at a time, and shows its answer as it is written, or why there is none. */
import type { Question } from '../../entry/api-client.ts';
import type { WidgetContext } from '../../entry/context.ts';
import { randomId } from '../../shared/random-id.ts';
import type { Composer } from '../composer.ts';
import { failureView } from '../failures/failure-view.ts';
import type { Failure } from '../failures/failures.ts';
import { fill, type Strings } from '../strings.ts';
import { type AnswerDeps, AnswerView } from '../transcript/answer-view.ts';
import type { History } from '../transcript/history.ts';
import { notice } from '../transcript/message-view.ts';
import { spoken } from '../transcript/spoken.ts';
import { splitAnswer } from '../transcript/suggestions-line.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { type AnswerOutcome, requestAnswer } from './answer-request.ts';
import { type PendingQuestion, PendingStore } from './pending-question.ts';

interface AskingDeps {
  readonly context: WidgetContext;
  readonly strings: Strings;
  readonly transcript: Transcript;
  readonly history: History;
  readonly composer: () => Composer;
  readonly answer: AnswerDeps;
  readonly keepFocusOf: (element: HTMLElement) => void;
  readonly ring: () => void;
  readonly onBegin: () => void;
  /** Called when the answer or failure is shown. */
  readonly onEnd: (outcome: AnswerOutcome['kind']) => void;
}

export class Asking {
  readonly #deps: AskingDeps;
  readonly #pending: PendingStore;
  #stop: AbortController | null = null;
  #hasFailed = false;

  constructor(deps: AskingDeps) {
    this.#deps = deps;
    this.#pending = new PendingStore(deps.context.site.chatbotId);
  }

  get isBusy(): boolean {
    return this.#stop !== null;
  }

  /** True when the last question has no answer, which the service's history would not show. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  ask(question: Question): void {
    void this.#run({ question, key: randomId() });
  }

  /** Continues a question that a reload interrupted. */
  resume(): void {
    const pending = this.#pending.read(this.#deps.context.session.state.sessionId);
    if (pending === null) return;
    this.#deps.history.removeAnswersAfterQuestion(pending.question.message);
    void this.#run(pending);
  }

  stop(): void {
    this.#stop?.abort();
  }

  /** @param keepsQuestion for a session that may come back; else the question is dropped with its answer */
  reset(keepsQuestion: boolean): void {
    this.abandon();
    this.#hasFailed = false;
    if (!keepsQuestion) this.#pending.write(null);
    this.#deps.composer().setBusy(false);
  }

  /** Leaves the question to whoever reads it next, as a reload does. */
  abandon(): void {
    const stop = this.#stop;
    this.#stop = null;
    stop?.abort();
  }

  async #run(pending: PendingQuestion): Promise<void> {
    const { context, transcript, composer, answer, strings, onBegin, onEnd } = this.#deps;
    const stop = new AbortController();
    this.#stop = stop;
    this.#hasFailed = false;
    this.#pending.write(pending);
    context.session.update({ isBegun: true });
    composer().setBusy(true);
    onBegin();
    const view = new AnswerView(answer);
    transcript.addMessage(view.element);
    // A model's text is announced at its end only. A person writes whenever they like.
    if (!context.session.state.isTakenOver) transcript.announce(strings.writing);
    const sink = { onBegin: () => view.wait(), onToken: (token: string) => view.append(token) };
    const outcome = await requestAnswer(context, pending, sink, stop.signal);
    // The conversation was reset: this answer is of the former session.
    if (this.#stop !== stop) return;
    this.#stop = null;
    const isOver = outcome.kind !== 'failed' || !outcome.failure.canRetry;
    if (isOver) this.#pending.write(null);
    composer().setBusy(false);
    this.#show(pending, view, outcome);
    onEnd(outcome.kind);
  }

  #show(pending: PendingQuestion, view: AnswerView, outcome: AnswerOutcome): void {
    switch (outcome.kind) {
      case 'done':
        this.#showAnswer(view, outcome);
        break;
      case 'takenOver':
        view.element.remove();
        this.#deps.context.session.goLive(true);
        break;
      case 'stopped': {
        const { strings, transcript } = this.#deps;
        const note = notice(strings.stopped);
        transcript.announce(strings.stopped);
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
    const { context, transcript, history, answer, strings, ring } = this.#deps;
    const { text, suggestions } = splitAnswer(view.answer);
    view.finish(text, { messageId, sources, feedback: null, createdAt: new Date() });
    history.addShown(messageId, suggestions);
    transcript.announce(`${answer.speaker.name}: ${spoken(text, strings)}`);
    context.addUnread();
    ring();
    context.events.emit('message', { role: 'assistant', content: text });
  }

  #showFailure(pending: PendingQuestion, view: AnswerView, failure: Failure): void {
    const { strings, transcript, context, keepFocusOf } = this.#deps;
    this.#hasFailed = true;
    const again = () => {
      removeEventListener('online', again);
      // Another conversation is shown, or this one anew.
      if (this.isBusy || !all.isConnected) return;
      keepFocusOf(all);
      all.remove();
      void this.#run(pending);
    };
    const shown = failureView(failure, strings, again);
    const all = view.cutOff(shown) ? view.element : shown;
    if (all === shown) view.element.replaceWith(shown);
    // Retries by itself when the browser is online again.
    if (failure.text === 'errorOffline') addEventListener('online', again, { once: true });
    const text = fill(strings[failure.text], { n: failure.waitSeconds });
    transcript.announce(text);
    transcript.keepUp();
    context.events.emit('error', { message: text });
  }
}
