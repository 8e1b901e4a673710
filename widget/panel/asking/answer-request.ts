/** Sends one question and reads its answer to the end, retrying when the connection breaks. */
import type { WidgetContext } from '../../entry/context.ts';
import { record, text } from '../../entry/public-config.ts';
import { pause } from '../../shared/pause.ts';
import { BROKEN_OFF, type Failure, failureOf } from '../failures/failures.ts';
import { type Source, sourcesOf } from '../transcript/messages.ts';
import type { PendingQuestion } from './pending-question.ts';

/** Attempts of our own after a lost connection. The visitor may ask for more. */
const PAUSES_MS = [800, 2_500, 6_000];
/** Another attempt of the same question is still running at the service. */
const IN_USE = 409;
const MAX_IN_USE = 20;

export type AnswerOutcome =
  | { readonly kind: 'done'; readonly messageId: string; readonly sources: readonly Source[] }
  | { readonly kind: 'takenOver'; readonly messageId: string }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'stopped' };

interface AnswerSink {
  /** Called when an attempt begins. Tokens of an earlier attempt are void. */
  readonly onBegin: () => void;
  readonly onToken: (token: string) => void;
}

export async function requestAnswer(
  { api, readEvents }: Pick<WidgetContext, 'api' | 'readEvents'>,
  { question, key }: PendingQuestion,
  sink: AnswerSink,
  stop: AbortSignal,
): Promise<AnswerOutcome> {
  let lost = 0;
  let inUse = 0;
  for (;;) {
    try {
      const response = await api.ask(question, key, stop);
      const outcome = await readAnswer(readEvents(response), sink);
      if (stop.aborted) return { kind: 'stopped' };
      if (outcome !== null) return outcome;
      // The stream ended without its last event: the connection was cut on the way.
      throw new TypeError('The answer was cut off');
    } catch (error) {
      if (stop.aborted) return { kind: 'stopped' };
      const failure = failureOf(error);
      const isInUse = (error as { status?: number }).status === IN_USE && inUse++ < MAX_IN_USE;
      let wait: number | undefined;
      if (isInUse) wait = 1_000;
      // Offline, the visitor is told at once: the browser says when it is worth another attempt.
      else if (failure.isConnection && navigator.onLine) wait = PAUSES_MS[lost++];
      if (wait === undefined) return { kind: 'failed', failure };
      await pause(wait, stop);
      if (stop.aborted) return { kind: 'stopped' };
    }
  }
}

/** Returns null when the stream ends without a last event. */
async function readAnswer(
  events: ReturnType<WidgetContext['readEvents']>,
  sink: AnswerSink,
): Promise<AnswerOutcome | null> {
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
  return null;
}
