/** Streams an answer to a visitor, records how it ended, and tells the observer. */
import { answerIdOf, type ConversationCommands, type SessionRef } from '../commands/conversations.ts';
import type { AnswerSource } from '../domain/conversation/events.ts';
import type { CommandContext } from '../event-log/event-store.ts';
import type { LinkedController } from '../lib/linked-controller.ts';
import type { Ids } from '../ports/clock.ts';
import type { Position } from '../ports/event-log.ts';
import { type ReadProgress, STREAM_READ_WAIT_MS } from '../ports/read-progress.ts';
import type { Report } from '../ports/report.ts';
import type { Queries } from '../projections/queries.ts';
import type { AnswerEvent } from './answer-events.ts';
import type { AnswerObserver, ObservedOutcome } from './answer-observer.ts';
import { suggestionsLine } from './suggestions/suggestions-line.ts';

export type ChatEvent =
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'done';
      readonly sources: readonly AnswerSource[];
      readonly sessionId: string;
      readonly messageId: string;
    }
  /** A human has taken over the session and will answer. `messageId` is that of the visitor's message. */
  | { readonly kind: 'taken-over'; readonly sessionId: string; readonly messageId: string }
  | { readonly kind: 'error' };

/** Abort reason of an answer whose session a human took over: it is not recorded. */
export const TAKEN_OVER: unique symbol = Symbol('taken over');

type FinishedAnswer = Exclude<AnswerEvent, { kind: 'token' }>;

export interface AnswerInProgress {
  readonly session: SessionRef;
  readonly questionId: string;
  readonly context: CommandContext;
  readonly signal: AbortSignal;
  /** Recorded with the answer. */
  readonly model: string;
}

export interface AnswerRecorderDeps {
  readonly conversations: ConversationCommands;
  readonly queries: Pick<Queries, 'messages'>;
  readonly progress: ReadProgress;
  readonly observer: AnswerObserver;
  readonly ids: Ids;
  readonly report: Report;
}

export class AnswerRecorder {
  readonly #deps: AnswerRecorderDeps;

  constructor(deps: AnswerRecorderDeps) {
    this.#deps = deps;
  }

  /**
   * Streams the tokens, then `done`, `taken-over` or `error` once the outcome is recorded. When the visitor stops reading, the model call is
   * aborted and the partial answer is recorded.
   */
  async *streamAnswer(
    answer: AnswerInProgress,
    events: AsyncGenerator<AnswerEvent>,
    stop: LinkedController,
  ): AsyncGenerator<ChatEvent> {
    let isRecorded = false;
    const record = async (event: FinishedAnswer): Promise<ChatEvent> => {
      isRecorded = true;
      return this.#record(answer, event);
    };
    try {
      for (let next = await events.next(); next.done !== true; next = await events.next()) {
        if (next.value.kind === 'token') yield next.value;
        else yield await record(next.value);
      }
    } catch (error) {
      isRecorded = true;
      yield await this.#fail(answer, error);
    } finally {
      if (isRecorded) stop.unlink();
      else {
        // Aborts the model call; the partial answer is recorded.
        stop.abort();
        const finished = await finishedOf(events);
        if (finished !== null) await record(finished);
      }
    }
  }

  /** Records the outcome and returns the last event of the visitor's stream. */
  async #record(answer: AnswerInProgress, event: FinishedAnswer): Promise<ChatEvent> {
    const { session, context, signal } = answer;
    if (signal.reason === TAKEN_OVER && event.kind !== 'complete') {
      this.#observe(session, 'taken_over', event);
      return takenOver(answer);
    }
    try {
      if (event.kind === 'complete') return await this.#recordComplete(answer, event);
      await this.#recordInterrupted(answer, event);
    } catch (error) {
      this.#deps.report({ message: 'Failed to record an answer', error, ...requestOf(context) });
    }
    return { kind: 'error' };
  }

  async #recordComplete(
    answer: AnswerInProgress,
    event: Extract<FinishedAnswer, { kind: 'complete' }>,
  ): Promise<ChatEvent> {
    const { session, questionId, context } = answer;
    const messageId = answerIdOf(context);
    const { content, sources, record, suggestions, outcome } = event;
    const complete = { messageId, questionId, content, sources, ...record, suggestions, partial: false, outcome };
    const given = await this.#deps.conversations.recordAnswer(session, complete, context);
    if (!given.ok) {
      const isTakenOver = given.rejection === 'SessionTakenOver';
      this.#observe(session, isTakenOver ? 'taken_over' : 'stopped', event);
      return isTakenOver ? takenOver(answer) : { kind: 'error' };
    }
    this.#observe(session, outcome, event);
    await this.#deps.progress.waitFor(given.position, STREAM_READ_WAIT_MS);
    return { kind: 'done', sources, sessionId: session.sessionId, messageId };
  }

  async #recordInterrupted(
    { session, questionId, context }: AnswerInProgress,
    event: Extract<FinishedAnswer, { kind: 'interrupted' }>,
  ): Promise<void> {
    const { content, sources, record, reason, error } = event;
    const ids = { messageId: this.#deps.ids.next(), questionId };
    this.#observe(session, reason === 'failed' ? 'failed' : 'stopped', event);
    if (reason === 'failed') {
      this.#deps.report({
        message: 'Language model failed; the visitor was shown an error',
        error,
        ...requestOf(context),
      });
      await this.#recordFailure(session, { ...ids, model: record.evidence.model }, context);
    } else if (content !== '') {
      const partial = { ...ids, content, sources, ...record, suggestions: [], partial: true };
      await this.#deps.conversations.recordAnswer(session, partial, context);
    }
  }

  /** A human has the session: nothing is generated. */
  async *leaveToHuman(session: SessionRef, messageId: string): AsyncGenerator<ChatEvent> {
    this.#observe(session, 'taken_over', null);
    yield { kind: 'taken-over', sessionId: session.sessionId, messageId };
  }

  /** Records that answering failed, for errors that are not the model's. */
  async #fail({ session, questionId, context, model }: AnswerInProgress, error: unknown): Promise<ChatEvent> {
    const { report, ids } = this.#deps;
    const messageId = ids.next();
    report({ message: 'Failed to answer', error, ...requestOf(context) });
    this.#observe(session, 'failed', null);
    await this.#recordFailure(session, { messageId, questionId, model }, context).catch((problem: unknown) => {
      report({ message: 'Failed to record an answer', error: problem, ...requestOf(context) });
    });
    return { kind: 'error' };
  }

  async #recordFailure(
    session: SessionRef,
    failure: Parameters<ConversationCommands['recordFailure']>[1],
    context: CommandContext,
  ): Promise<void> {
    const recorded = await this.#deps.conversations.recordFailure(session, failure, context);
    await this.#deps.progress.waitFor(recorded.position, STREAM_READ_WAIT_MS);
  }

  /** Streams a recorded answer again, as one token: the original tokens are not recorded. */
  async *replayAnswer(
    { sessionId }: SessionRef,
    context: CommandContext,
    position: Position | null,
  ): AsyncGenerator<ChatEvent> {
    await this.#deps.progress.waitFor(position, STREAM_READ_WAIT_MS);
    const answer = await this.#deps.queries.messages.find(answerIdOf(context));
    if (answer === null) {
      yield { kind: 'error' };
      return;
    }
    const { messageId, content, sources, suggestions } = answer;
    if (content !== '') yield { kind: 'token', token: content };
    yield { kind: 'token', token: suggestionsLine(suggestions) };
    yield { kind: 'done', sources, sessionId, messageId };
  }

  #observe({ chatbotId }: SessionRef, outcome: ObservedOutcome, event: FinishedAnswer | null): void {
    const evidence = event?.record.evidence;
    this.#deps.observer.answered({
      chatbotId,
      outcome,
      model: evidence?.model ?? null,
      firstTokenMs: evidence?.firstTokenMs ?? null,
      passages: evidence?.passages.length ?? 0,
      sources: event?.sources.length ?? 0,
    });
  }
}

/** Reads on to the event that ends the answer. Returns null when there is none. */
async function finishedOf(events: AsyncGenerator<AnswerEvent>): Promise<FinishedAnswer | null> {
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    if (next.value.kind !== 'token') return next.value;
  }
  return null;
}

function takenOver({ session, questionId }: AnswerInProgress): ChatEvent {
  return { kind: 'taken-over', sessionId: session.sessionId, messageId: questionId };
}

/** Fields of a log line. */
function requestOf({ requestId }: CommandContext): { requestId?: string } {
  return requestId === undefined ? {} : { requestId };
}
