import type { AnswerModel, AnswerPart, AnswerRequest } from '../../ports/models.ts';
import { chatStream } from './chat-stream.ts';
import type { OpenClient } from './client.ts';
import { type Failure, failureOf, waitToRetry } from './failures.ts';
import type { ModelLimits, ModelPrompts } from './options.ts';
import { Patience } from './patience.ts';
import { sideQuestions } from './side-questions.ts';

/** Answers by streamed chat completions. One retry while nothing has been shown, none after. */
export function openAiAnswerModel(open: OpenClient, prompts: ModelPrompts, limits: ModelLimits): AnswerModel {
  // Learnt from the endpoint's first refusal.
  let withUsage = true;

  async function* attempt(request: AnswerRequest, patience: Patience): AsyncIterable<AnswerPart> {
    patience.expect('The first token', limits.firstTokenMs);
    const client = await open();
    const { signal } = patience;
    const call = { client, model: request.chatbot.model, messages: prompts.answer(request), withUsage, signal };
    for await (const part of chatStream(call)) {
      patience.pause();
      yield part;
      patience.expect('The next token', limits.betweenTokensMs);
    }
  }

  async function mayRetry(failure: Failure, signal: AbortSignal): Promise<boolean> {
    if (failure.status === 400 || failure.status === 422) {
      const couldBeUsage = withUsage;
      withUsage = false;
      return couldBeUsage;
    }
    const { retryDelayMs, longestAnswerWaitMs } = limits;
    return failure.worthRetrying && (await waitToRetry(failure, retryDelayMs, longestAnswerWaitMs, signal));
  }

  async function* answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<AnswerPart> {
    signal.throwIfAborted();
    const patience = new Patience(signal, limits.wholeMs);
    try {
      for (let first = true; ; first = false) {
        let shown = false;
        try {
          for await (const part of attempt(request, patience)) {
            shown ||= part.kind === 'text';
            yield part;
          }
          return;
        } catch (thrown) {
          signal.throwIfAborted();
          patience.signal.throwIfAborted();
          const failure = failureOf(thrown);
          if (shown || !first || !(await mayRetry(failure, patience.signal))) throw failure.error;
        }
      }
    } finally {
      patience.end();
    }
  }

  return { nameFor: (chatbotModel) => chatbotModel, answer, ...sideQuestions(open, prompts, limits) };
}
