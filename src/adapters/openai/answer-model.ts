import type { AnswerModel, AnswerPart, AnswerRequest } from '../../ports/models.ts';
import { chatStream } from './chat-stream.ts';
import type { OpenClient } from './client.ts';
import { failureOf, waitToRetry } from './failures.ts';
import type { ModelLimits, ModelPrompts } from './options.ts';
import { Patience } from './patience.ts';
import { type AskedFields, RefusedFields } from './refused-fields.ts';
import { sideQuestions } from './side-questions.ts';

/** Answers by streamed chat completions. One retry while nothing has been shown, none after. */
export function openAiAnswerModel(open: OpenClient, prompts: ModelPrompts, limits: ModelLimits): AnswerModel {
  const refused = new RefusedFields();

  async function* attempt(
    request: AnswerRequest,
    messages: ReturnType<ModelPrompts['answer']>,
    fields: AskedFields,
    patience: Patience,
  ): AsyncGenerator<AnswerPart> {
    patience.expect('The first token', limits.firstTokenMs);
    const client = await open();
    const { signal } = patience;
    for await (const part of chatStream({ client, model: request.chatbot.model, messages, fields, signal })) {
      patience.pause();
      yield part;
      patience.expect('The next token', limits.betweenTokensMs);
    }
  }

  async function* answer(request: AnswerRequest, signal: AbortSignal): AsyncGenerator<AnswerPart> {
    signal.throwIfAborted();
    const { model } = request.chatbot;
    const messages = prompts.answer(request);
    const patience = new Patience(signal, limits.wholeMs);
    let fields = refused.of(model);
    try {
      for (let first = true; ; first = false) {
        let shown = false;
        try {
          for await (const part of attempt(request, messages, fields, patience)) {
            if (!shown && !first) refused.remember(model, fields);
            shown ||= part.kind === 'text';
            yield part;
          }
          return;
        } catch (thrown) {
          signal.throwIfAborted();
          patience.signal.throwIfAborted();
          const failure = failureOf(thrown);
          if (shown || !first) throw failure.error;
          const fewer = refused.without(failure, fields);
          if (fewer !== null) fields = fewer;
          else if (!failure.worthRetrying) throw failure.error;
          else if (!(await waitToRetry(failure, limits.retryDelayMs, limits.longestAnswerWaitMs, patience.signal)))
            throw failure.error;
        }
      }
    } finally {
      patience.end();
    }
  }

  return { nameFor: (chatbotModel) => chatbotModel, answer, ...sideQuestions({ open, prompts, limits, refused }) };
}
