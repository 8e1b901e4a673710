/** Runs the answer pipeline, as a stream of tokens that ends with the answer or its interruption. */
import type { AnswerOutcome } from '../domain/conversation/events.ts';
import { ModelUnavailable } from '../ports/models.ts';
import { type AnsweringDeps, AnswerPipeline, type AnswerSnapshot } from './answer-pipeline.ts';
import type { QuestionInContext } from './question-in-context.ts';
import { suggestionsLine } from './suggestions/suggestions-line.ts';

export type AnswerEvent =
  /** Never empty. The last token is the suggestions line. */
  | { readonly kind: 'token'; readonly token: string; readonly isSuggestionsLine?: true }
  | ({
      readonly kind: 'complete';
      readonly suggestions: readonly string[];
      readonly outcome: AnswerOutcome;
    } & AnswerSnapshot)
  /** `aborted`: the signal aborted. `failed`: the model failed; `error` is for operators only. */
  | ({ readonly kind: 'interrupted'; readonly reason: 'aborted' | 'failed'; readonly error: Error } & AnswerSnapshot);

/**
 * Starts retrieval at once and the model when the events are read. They end with exactly one `complete` or `interrupted`.
 * @param onPrepared called when passages are retrieved, or could not be
 * @throws StoreUnavailable and any error that is not the model's, while the events are read
 */
export function answerEvents(
  question: QuestionInContext,
  deps: AnsweringDeps,
  signal: AbortSignal,
  onPrepared: () => void = () => undefined,
): AsyncGenerator<AnswerEvent> {
  const pipeline = new AnswerPipeline(question, deps);
  const prepared = pipeline.prepare(signal);
  // The failure surfaces when the events are read, which may never happen.
  prepared.then(onPrepared, onPrepared);
  return eventsOf(pipeline, prepared, signal);
}

async function* eventsOf(
  pipeline: AnswerPipeline,
  prepared: Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  try {
    await prepared;
    for await (const token of pipeline.tokens(signal)) yield { kind: 'token', token };
    const suggestions = await pipeline.suggestions(signal);
    signal.throwIfAborted();
    yield { kind: 'token', token: suggestionsLine(suggestions), isSuggestionsLine: true };
    yield { kind: 'complete', suggestions, outcome: pipeline.outcome, ...pipeline.snapshot() };
  } catch (error) {
    if (signal.aborted) yield { kind: 'interrupted', reason: 'aborted', error: asError(error), ...pipeline.snapshot() };
    else if (error instanceof ModelUnavailable) {
      yield { kind: 'interrupted', reason: 'failed', error, ...pipeline.snapshot() };
    } else throw error;
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
