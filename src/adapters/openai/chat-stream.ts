/** One streamed chat completion, checked chunk by chunk. */
import type { OpenAI } from 'openai';
import type { AnswerPart, AnswerUsage } from '../../ports/models.ts';
import { UnusableAnswer } from './failures.ts';
import { eventStreamOf } from './light-fetch.ts';
import type { PromptMessage } from './options.ts';
import { type AskedFields, limitedTo } from './refused-fields.ts';
import { serverSentData } from './server-sent-data.ts';

export interface ChatCall {
  readonly client: OpenAI;
  readonly model: string;
  readonly messages: readonly PromptMessage[];
  readonly fields: AskedFields;
  readonly signal: AbortSignal;
}

/** Tokens: far more than an answer needs, little enough that a model that runs away stops. */
const LONGEST_ANSWER_TOKENS = 1500;
const LONGEST_ANSWER_CHARACTERS = 24_000;

/**
 * Tokens that arrived together are one part.
 * @throws UnusableAnswer, or what the client throws; the signal's reason when it aborts
 */
export async function* chatStream(call: ChatCall): AsyncGenerator<AnswerPart> {
  const { client, model, messages, fields, signal } = call;
  const request = client.chat.completions.create(
    {
      ...{ model, messages: [...messages], stream: true },
      ...limitedTo(LONGEST_ANSWER_TOKENS, fields),
      ...(fields.usage ? { stream_options: { include_usage: true } } : {}),
    },
    { signal },
  );
  // Read by ourselves: the package's own reading of a stream costs several times as much, and gives every token alone.
  const stream = eventStreamOf(await request.asResponse());
  if (stream === null) throw new UnusableAnswer('The model endpoint sent something else than a stream', true);
  const answer = new StreamedAnswer();
  for await (const chunks of serverSentData(stream)) yield* answer.partsOf(chunks);
  signal.throwIfAborted();
  answer.end();
}

class StreamedAnswer {
  #characters = 0;
  #finished = false;

  /** @throws UnusableAnswer, after the parts that came before */
  *partsOf(chunks: readonly string[]): Iterable<AnswerPart> {
    let text = '';
    let usage: AnswerUsage | null = null;
    let fault: UnusableAnswer | null = null;
    for (const data of chunks) {
      const chunk = readChunk(data);
      if (chunk === null) fault = this.#unusable('The model endpoint sent something else than a chat completion');
      else if (chunk.refused) fault = new UnusableAnswer('The model refused to answer', false);
      if (chunk === null || fault !== null) break;
      text += chunk.text;
      usage = chunk.usage ?? usage;
      this.#finished ||= chunk.finished;
      this.#characters += chunk.text.length;
      if (this.#characters <= LONGEST_ANSWER_CHARACTERS) continue;
      fault = new UnusableAnswer('The model does not come to an end', false);
      break;
    }
    if (text !== '') yield { kind: 'text', text };
    if (usage !== null) yield { kind: 'usage', usage };
    if (fault !== null) throw fault;
  }

  /** @throws UnusableAnswer when this was no whole answer */
  end(): void {
    if (!this.#finished) throw this.#unusable('The model broke off in mid-answer');
    if (this.#characters === 0) throw new UnusableAnswer('The model gave an empty answer', true);
  }

  #unusable(message: string): UnusableAnswer {
    return new UnusableAnswer(message, this.#characters === 0);
  }
}

interface Chunk {
  readonly text: string;
  readonly finished: boolean;
  readonly refused: boolean;
  readonly usage: AnswerUsage | null;
}

/** Null for what is no chunk of a completion. */
function readChunk(data: string): Chunk | null {
  const chunk = parsed(data);
  if (!isObject(chunk) || !Array.isArray(chunk.choices)) return null;
  const choice: unknown = chunk.choices[0];
  if (choice !== undefined && !isObject(choice)) return null;
  const delta = isObject(choice?.delta) ? choice.delta : {};
  const text = delta.content ?? '';
  if (typeof text !== 'string') return null;
  const finish = choice?.finish_reason;
  return {
    text,
    finished: typeof finish === 'string',
    refused: (typeof delta.refusal === 'string' && delta.refusal !== '') || finish === 'content_filter',
    usage: readUsage(chunk.usage),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function readUsage(usage: unknown): AnswerUsage | null {
  if (!isObject(usage)) return null;
  const { prompt_tokens: prompt, completion_tokens: completion } = usage;
  return isCount(prompt) && isCount(completion) ? { promptTokens: prompt, completionTokens: completion } : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
