import type { CompletionPart, LanguageModel, PromptMessage, StreamOptions } from '../../ports/models.ts';
import { chatStream } from './chat-stream.ts';
import type { OpenClient } from './client.ts';
import { completions } from './completion.ts';
import { endpointFailureOf, waitToRetry } from './failures.ts';
import { ModelCapabilities, type OptionalFields } from './model-capabilities.ts';
import type { ModelLimits, UsageObserver } from './options.ts';
import { StreamTimeouts } from './stream-timeouts.ts';
import { reportUsage } from './usage.ts';

/** A stream is retried once, and only before its first text. */
export function openAiLanguageModel(open: OpenClient, limits: ModelLimits, onUsage: UsageObserver): LanguageModel {
  const capabilities = new ModelCapabilities();

  async function* attempt(
    model: string,
    messages: readonly PromptMessage[],
    fields: OptionalFields,
    timeouts: StreamTimeouts,
  ): AsyncGenerator<CompletionPart> {
    timeouts.expect('The first token', limits.firstTokenMs);
    const client = await open();
    const { signal } = timeouts;
    for await (const part of chatStream({ client, model, messages, fields, signal })) {
      timeouts.pause();
      if (part.kind === 'usage') reportUsage(onUsage, model, part.usage);
      yield part;
      timeouts.expect('The next token', limits.betweenTokensMs);
    }
  }

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
          for await (const part of attempt(model, messages, fields, timeouts)) {
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
          if (fewer !== null) fields = fewer;
          else if (!failure.worthRetrying) throw failure.error;
          else if (!(await waitToRetry(failure, limits.retryDelayMs, limits.maxAnswerRetryWaitMs, timeouts.signal)))
            throw failure.error;
        }
      }
    } finally {
      timeouts.end();
    }
  }

  return { stream, complete: completions(open, capabilities, onUsage) };
}
