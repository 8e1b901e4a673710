import type { CompletionPart, LanguageModel, PromptMessage, StreamOptions } from '../../ports/models.ts';
import { chatStream } from './chat-stream.ts';
import type { OpenClient } from './client.ts';
import { completions } from './completion.ts';
import { type EndpointFailure, endpointFailureOf, waitToRetry } from './failures.ts';
import { ModelCapabilities, type OptionalFields } from './model-capabilities.ts';
import type { ModelLimits, UsageObserver } from './options.ts';
import { StreamTimeouts } from './stream-timeouts.ts';
import { reportUsage } from './usage.ts';

interface Endpoint {
  readonly open: OpenClient;
  readonly capabilities: ModelCapabilities;
  readonly limits: ModelLimits;
  readonly onUsage: UsageObserver;
}

/** A stream is retried only before its first text: once, and without each field that the endpoint refuses. */
export function openAiLanguageModel(open: OpenClient, limits: ModelLimits, onUsage: UsageObserver): LanguageModel {
  const capabilities = new ModelCapabilities();
  const endpoint = { open, capabilities, limits, onUsage };

  async function* stream(
    messages: readonly PromptMessage[],
    { model, signal }: StreamOptions,
  ): AsyncGenerator<CompletionPart> {
    signal.throwIfAborted();
    const timeouts = new StreamTimeouts(signal, limits.wholeMs);
    const request = { model, messages, fields: capabilities.of(model) };
    try {
      const failure = yield* attempt(endpoint, request, timeouts);
      if (failure !== null) yield* retry(failure, request, timeouts);
    } finally {
      timeouts.end();
    }
  }

  async function* retry(
    failure: EndpointFailure,
    request: ChatRequest,
    timeouts: StreamTimeouts,
  ): AsyncGenerator<CompletionPart> {
    const fewer = capabilities.without(failure, request.fields);
    if (fewer === null) await waitOrThrow(failure, limits, timeouts.signal);
    const fields = fewer ?? request.fields;
    const onAccepted = () => capabilities.remember(request.model, fields);
    const next = yield* attempt(endpoint, { ...request, fields }, timeouts, onAccepted);
    if (next === null) return;
    if (capabilities.without(next, fields) === null) throw next.error;
    yield* retry(next, { ...request, fields }, timeouts);
  }

  return { stream, complete: completions(open, capabilities, onUsage) };
}

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly PromptMessage[];
  readonly fields: OptionalFields;
}

/**
 * @param onAccepted called with the first part
 * @returns the failure of an attempt that ended before its first text
 * @throws the error of a later failure
 */
async function* attempt(
  { open, capabilities, limits, onUsage }: Endpoint,
  request: ChatRequest,
  timeouts: StreamTimeouts,
  onAccepted: () => void = () => undefined,
): AsyncGenerator<CompletionPart, EndpointFailure | null> {
  let [isAccepted, isShown] = [false, false];
  try {
    timeouts.expect('The first token', limits.firstTokenMs);
    const client = await open();
    const { model } = request;
    const [maxTokens, habit] = [capabilities.maxAnswerTokens(model), capabilities.habitOf(model)];
    for await (const part of chatStream({ client, ...request, maxTokens, habit, signal: timeouts.signal })) {
      timeouts.pause();
      if (!isAccepted) onAccepted();
      isAccepted = true;
      isShown ||= part.kind === 'text';
      if (part.kind === 'usage') reportUsage(onUsage, model, part.usage);
      if (part.kind === 'habit') capabilities.rememberHabit(model, part.habit);
      else if (part.kind !== 'reasoning') yield part;
      timeouts.expect('The next token', limits.betweenTokensMs);
    }
    return null;
  } catch (thrown) {
    timeouts.signal.throwIfAborted();
    const failure = endpointFailureOf(thrown);
    if (isShown) throw failure.error;
    return failure;
  }
}

/** @throws the error of the failure when another attempt is useless, or would come too late */
async function waitOrThrow(failure: EndpointFailure, limits: ModelLimits, signal: AbortSignal): Promise<void> {
  const mayRetry =
    failure.worthRetrying && (await waitToRetry(failure, limits.retryDelayMs, limits.maxAnswerRetryWaitMs, signal));
  if (!mayRetry) throw failure.error;
}
