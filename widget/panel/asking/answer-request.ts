/** Sends one question and reads its answer, retrying when the connection breaks. */
import type { WidgetContext } from '../../entry/context.ts';
import { record, text } from '../../entry/public-config.ts';
import { pause } from '../../shared/pause.ts';
import { BROKEN_OFF, type Failure, failureOf } from '../failures/failures.ts';
import { type Source, sourcesOf } from '../transcript/messages.ts';
import type { PendingQuestion } from './pending-question.ts';

/** Pauses before automatic retries. The visitor may ask for more. */
const PAUSES_MS = [800, 2_500, 6_000];
/** Status while another attempt of the question is running at the service. */
const IN_USE = 409;
const MAX_IN_USE = 20;
const IN_USE_PAUSE_MS = 1_000;

export type AnswerOutcome =
  | { readonly kind: 'done'; readonly messageId: string; readonly sources: readonly Source[] }
  | { readonly kind: 'takenOver'; readonly messageId: string }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'stopped' };

interface AnswerSink {
  /** Called when an attempt begins, which voids earlier tokens. */
  readonly onBegin: () => void;
  readonly onToken: (token: string) => void;
}

export async function requestAnswer(
  { api, readEvents }: Pick<WidgetContext, 'api' | 'readEvents'>,
  { question, key }: PendingQuestion,
  sink: AnswerSink,
  stop: AbortSignal,
): Promise<AnswerOutcome> {
  const waits = new Waits();
  for (;;) {
    try {
      const outcome = await readAnswer(readEvents(await api.ask(question, key, stop)), sink);
      return stop.aborted ? { kind: 'stopped' } : outcome;
    } catch (error) {
      if (await waits.untilNextAttempt(error, stop)) continue;
      return stop.aborted ? { kind: 'stopped' } : { kind: 'failed', failure: failureOf(error) };
    }
  }
}

class Waits {
  #lost = 0;
  #inUse = 0;

  async untilNextAttempt(error: unknown, stop: AbortSignal): Promise<boolean> {
    const wait = stop.aborted ? undefined : this.#after(error);
    if (wait === undefined) return false;
    await pause(wait, stop);
    return !stop.aborted;
  }

  #after(error: unknown): number | undefined {
    if ((error as { status?: number }).status === IN_USE && this.#inUse++ < MAX_IN_USE) return IN_USE_PAUSE_MS;
    // No retry offline: the browser says when it is back.
    return failureOf(error).isConnection && navigator.onLine ? PAUSES_MS[this.#lost++] : undefined;
  }
}

/** @throws TypeError when the stream ends early, like a broken connection */
async function readAnswer(events: ReturnType<WidgetContext['readEvents']>, sink: AnswerSink): Promise<AnswerOutcome> {
  sink.onBegin();
  for await (const { event, data } of events) {
    const told = record(JSON.parse(data));
    if (event === 'token') sink.onToken(text(told.token));
    if (event === 'error') return { kind: 'failed', failure: BROKEN_OFF };
    if (event !== 'done') continue;
    const messageId = text(told.messageId);
    if (told.takenOver === true) return { kind: 'takenOver', messageId };
    return { kind: 'done', messageId, sources: sourcesOf(told.sources) };
  }
  throw new TypeError('The answer was cut off');
}
