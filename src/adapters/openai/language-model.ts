import type { CompletionPart, LanguageModel, PromptMessage, StreamOptions } from '../../ports/models.ts';
import { chatStream } from './chat-stream.ts';
import type { OpenClient } from './client.ts';
import { completions } from './completion.ts';
import { endpointFailureOf, type Failure, waitToRetry } from './failures.ts';
import { ModelCapabilities, type OptionalFields } from './model-capabilities.ts';
import type { ModelLimits, UsageObserver } from './options.ts';
import { StreamTimeouts } from './stream-timeouts.ts';
import { reportUsage } from './usage.ts';

interface Endpoint {
  readonly open: OpenClient;
  readonly limits: ModelLimits;
  readonly onUsage: UsageObserver;
}

/** A stream is retried once, and only before its first text. */
export function openAiLanguageModel(open: OpenClient, limits: ModelLimits, onUsage: UsageObserver): LanguageModel {
  const capabilities = new ModelCapabilities();
  const endpoint = { open, limits, onUsage };

  async function* stream(
    messages: readonly PromptMessage[],
    { model, signal }: StreamOptions,
  ): AsyncGenerator<CompletionPart> {
    signal.throwIfAborted();
    const timeouts = new StreamTimeouts(signal, limits.wholeMs);
    let fields = capabilities.of(model);
    try {
      for (let first = true; ; first = false) {
        let shown = false;
        try {
          for await (const part of streamOnce(endpoint, { model, messages, fields }, timeouts)) {
            if (!shown && !first) capabilities.remember(model, fields);
            shown ||= part.kind === 'text';
            yield part;
          }
          return;
        } catch (thrown) {
          signal.throwIfAborted();
          timeouts.signal.throwIfAborted();
          const failure = endpointFailureOf(thrown);
          if (shown || !first) throw failure.error;
          const fewer = capabilities.without(failure, fields);
          if (fewer === null) await waitOrThrow(failure, limits, timeouts.signal);
          else fields = fewer;
        }
      }
    } finally {
      timeouts.end();
    }
  }

  return { stream, complete: completions(open, capabilities, onUsage) };
}

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly PromptMessage[];
  readonly fields: OptionalFields;
}

async function* streamOnce(
  { open, limits, onUsage }: Endpoint,
  request: ChatRequest,
  timeouts: StreamTimeouts,
): AsyncGenerator<CompletionPart> {
  timeouts.expect('The first token', limits.firstTokenMs);
  const client = await open();
  for await (const part of chatStream({ client, ...request, signal: timeouts.signal })) {
    timeouts.pause();
    if (part.kind === 'usage') reportUsage(onUsage, request.model, part.usage);
    yield part;
    timeouts.expect('The next token', limits.betweenTokensMs);
  }
}

/** @throws the error of the failure when another attempt is useless, or would come too late */
async function waitOrThrow(failure: Failure, limits: ModelLimits, signal: AbortSignal): Promise<void> {
  const mayRetry =
    failure.worthRetrying && (await waitToRetry(failure, limits.retryDelayMs, limits.maxAnswerRetryWaitMs, signal));
  if (!mayRetry) throw failure.error;
}
