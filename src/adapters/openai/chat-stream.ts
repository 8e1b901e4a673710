import type { OpenAI } from 'openai';
import type { CompletionPart, ModelCall, PromptMessage, TokenUsage } from '../../ports/models.ts';
import { ChunkReader, type CompletionChunk } from './chunk-reader.ts';
import { NO_COMPLETION, UnusableAnswer } from './failures.ts';
import { eventStreamOf } from './http-fetch.ts';
import {
  messagesFor,
  type OptionalFields,
  type ReasoningHabit,
  type Sampling,
  samplingFields,
} from './model-capabilities.ts';
import { ReasoningFilter } from './reasoning-filter.ts';
import { DONE, serverSentData } from './server-sent-data.ts';

export interface ChatCall {
  readonly client: OpenAI;
  readonly model: string;
  readonly messages: readonly PromptMessage[];
  readonly fields: OptionalFields;
  readonly maxTokens: number;
  readonly habit: ReasoningHabit;
  readonly signal: AbortSignal;
}

const MAX_ANSWER_CHARACTERS = 24_000;
/** Names of models and finish reasons are recorded in clear text, so any other text is dropped. */
const NAME = /^[\w.:/@-]{1,100}$/;

export type ChatPart =
  | CompletionPart
  /** Shows that the model is at work. The reasoning itself is left out. */
  | { readonly kind: 'reasoning' }
  /** As soon as the completion shows that the model reasons, or with its end. */
  | { readonly kind: 'habit'; readonly habit: ReasoningHabit };

/**
 * Joins tokens that arrived together, or within a few milliseconds, into one part. The first is never delayed.
 * @throws UnusableAnswer, or what the client throws; the signal's reason when it aborts
 */
export async function* chatStream(call: ChatCall): AsyncGenerator<ChatPart> {
  const { client, model, messages, fields, maxTokens, signal } = call;
  const sampling = samplingFields(maxTokens, fields);
  const request = client.chat.completions.create(
    {
      model,
      messages: messagesFor(messages, fields),
      stream: true,
      ...sampling,
      ...(fields.usage ? { stream_options: { include_usage: true } } : {}),
    },
    { signal },
  );
  // The package's own stream reader costs several times as much and yields every token alone.
  const stream = eventStreamOf(await request.asResponse());
  if (stream === null) throw new UnusableAnswer('The model endpoint sent something else than a stream', true);
  const answer = new StreamedAnswer(sampling, call.habit);
  const batches = serverSentData(stream, () => answer.hasText);
  for await (const chunks of batches) yield* answer.partsOf(chunks);
  signal.throwIfAborted();
  answer.end();
}

class StreamedAnswer {
  readonly #sampling: Sampling;
  readonly #chunks = new ChunkReader();
  readonly #reasoning: ReasoningFilter;
  #hasToldHabit = false;
  #characters = 0;
  #finished = false;

  constructor(sampling: Sampling, habit: ReasoningHabit) {
    this.#sampling = sampling;
    this.#reasoning = new ReasoningFilter(habit);
  }

  get hasText(): boolean {
    return this.#characters > 0;
  }

  /** @throws UnusableAnswer, after the parts that came before */
  *partsOf(chunks: readonly string[]): Iterable<ChatPart> {
    const isFirst = !this.hasText;
    const { text, reasons, usage, finish, servedModel, failure } = this.#read(chunks);
    if ((reasons || this.#reasoning.isHolding) && isFirst) yield { kind: 'reasoning' };
    if (!this.#hasToldHabit && (reasons || this.#reasoning.hasReasoned || this.#finished)) {
      this.#hasToldHabit = true;
      yield { kind: 'habit', habit: reasons ? 'opened' : this.#reasoning.habit };
    }
    if (text !== '' && isFirst) yield { kind: 'call', call: callOf(this.#sampling, servedModel) };
    if (text !== '') yield { kind: 'text', text };
    if (finish !== null && NAME.test(finish)) yield { kind: 'finish', reason: finish };
    if (usage !== null) yield { kind: 'usage', usage };
    if (failure !== null) throw failure;
  }

  /** Reads up to the first chunk that makes the answer unusable. */
  #read(chunks: readonly string[]) {
    let text = '';
    let reasons = false;
    let usage: TokenUsage | null = null;
    let finish: string | null = null;
    let servedModel: string | null = null;
    let failure: UnusableAnswer | null = null;
    for (const data of chunks) {
      if (data === DONE) {
        // Some servers give no finish reason, but an answer that breaks off never comes to this.
        text += this.#end(false);
        break;
      }
      const chunk = this.#chunks.read(data);
      failure = this.#failureOf(chunk);
      if (chunk === null || failure !== null) break;
      text += this.#upToLimit(this.#reasoning.push(chunk.text));
      if (chunk.finish !== null) text += this.#end(chunk.finish === 'length');
      reasons ||= chunk.reasons;
      usage = chunk.usage ?? usage;
      finish = chunk.finish ?? finish;
      servedModel ??= chunk.model;
      if (this.#characters <= MAX_ANSWER_CHARACTERS) continue;
      failure = new UnusableAnswer(`The answer of the model exceeds ${MAX_ANSWER_CHARACTERS} characters`, false);
      break;
    }
    return { text, reasons, usage, finish, servedModel, failure };
  }

  #end(isCutOff: boolean): string {
    this.#finished = true;
    return this.#upToLimit(this.#reasoning.end(isCutOff));
  }

  /** A single chunk of a hostile endpoint may hold ten times the limit. */
  #upToLimit(answer: string): string {
    const room = MAX_ANSWER_CHARACTERS - this.#characters;
    this.#characters += answer.length;
    return answer.slice(0, room);
  }

  #failureOf(chunk: CompletionChunk | null): UnusableAnswer | null {
    if (chunk === null) return this.#unusable(NO_COMPLETION);
    if (chunk.failed) return this.#unusable('The model endpoint reported an error in its answer');
    return chunk.refused ? new UnusableAnswer('The model refused to answer', false) : null;
  }

  /** @throws UnusableAnswer when the answer is incomplete or empty */
  end(): void {
    if (!this.#finished) throw this.#unusable('The model broke off in mid-answer');
    if (this.#characters === 0) throw new UnusableAnswer('The model gave an empty answer', true);
  }

  #unusable(message: string): UnusableAnswer {
    return new UnusableAnswer(message, this.#characters === 0);
  }
}

function callOf(sampling: Sampling, servedModel: string | null): ModelCall {
  const { temperature, max_tokens: maxTokens = sampling.max_completion_tokens } = sampling;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    servedModel: servedModel !== null && NAME.test(servedModel) ? servedModel : null,
  };
}
