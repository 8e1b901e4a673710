import { type CompletionOptions, ModelUnavailable, type PromptMessage } from '../../ports/models.ts';
import type { OpenClient } from './client.ts';
import { textOf } from './content.ts';
import { endpointFailureOf, NO_COMPLETION, UnusableAnswer } from './failures.ts';
import { LateCompletions } from './late-completions.ts';
import { type ModelCapabilities, messagesFor, type OptionalFields, samplingFields } from './model-capabilities.ts';
import type { UsageObserver } from './options.ts';
import { ReasoningFilter } from './reasoning-filter.ts';
import { StreamTimeouts } from './stream-timeouts.ts';
import { readUsage, reportUsage } from './usage.ts';

interface Completion {
  readonly messages: readonly PromptMessage[];
  readonly options: CompletionOptions;
}

export function completions(open: OpenClient, capabilities: ModelCapabilities, onUsage: UsageObserver) {
  async function attempt(
    { messages, options }: Completion,
    fields: OptionalFields,
    signal: AbortSignal,
  ): Promise<string> {
    const { model, maxTokens } = options;
    const client = await open();
    const completion = await client.chat.completions.create(
      { model, messages: messagesFor(messages, fields), ...samplingFields(maxTokens, fields) },
      { signal },
    );
    const usage = readUsage(completion.usage);
    if (usage !== null) reportUsage(onUsage, model, usage);
    // A server may answer any address with status 200: LM Studio with an error, others with a page.
    if (!Array.isArray(completion.choices)) throw new UnusableAnswer(`${NO_COMPLETION}: check OPENAI_BASE_URL`, false);
    const content = textOf(completion.choices[0]?.message?.content) ?? '';
    // Nothing is shown before the end, so that any text may turn out to be reasoning.
    const reasoning = new ReasoningFilter('unopened');
    const isCutOff = completion.choices[0]?.finish_reason === 'length' && capabilities.habitOf(model) === 'unopened';
    const answer = reasoning.push(content) + reasoning.end(isCutOff);
    if (reasoning.hasReasoned) capabilities.rememberHabit(model, reasoning.habit);
    return answer;
  }

  const late = new LateCompletions();

  /** Retries with fewer fields as long as the endpoint refuses some of them. */
  async function withAcceptedFields(call: Completion, signal: AbortSignal): Promise<string> {
    const { model } = call.options;
    // `stream_options` only applies to streams.
    const asked: OptionalFields = { ...capabilities.of(model), usage: false };
    for (let fields = asked; ; ) {
      try {
        const content = await attempt(call, fields, signal);
        if (fields !== asked) capabilities.remember(model, { sampling: fields.sampling, system: fields.system });
        return content;
      } catch (error) {
        const fewer = capabilities.without(endpointFailureOf(error), fields);
        if (fewer === null) throw error;
        fields = fewer;
      }
    }
  }

  return async (messages: readonly PromptMessage[], options: CompletionOptions): Promise<string> => {
    const { model, timeoutMs, signal } = options;
    if (late.areExpected(model, timeoutMs)) throw new ModelUnavailable('The model has twice taken too long');
    const timeouts = new StreamTimeouts(signal, timeoutMs);
    try {
      const completion = await withAcceptedFields({ messages, options }, timeouts.signal);
      late.forget(model);
      return completion;
    } catch (error) {
      if (timeouts.signal.aborted && !signal.aborted) late.add(model, timeoutMs);
      timeouts.signal.throwIfAborted();
      throw endpointFailureOf(error).error;
    } finally {
      timeouts.end();
    }
  };
}
