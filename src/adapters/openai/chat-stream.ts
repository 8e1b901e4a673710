/** One streamed chat completion, checked chunk by chunk. */
import type { OpenAI } from 'openai';
import type { AnswerPart } from '../../ports/models.ts';
import { UnusableAnswer } from './failures.ts';
import type { PromptMessage } from './options.ts';

export interface ChatCall {
  readonly client: OpenAI;
  readonly model: string;
  readonly messages: readonly PromptMessage[];
  /** Some servers refuse a request that asks for usage. */
  readonly withUsage: boolean;
  readonly signal: AbortSignal;
}

/** Tokens: far more than an answer needs, little enough that a model that runs away stops. */
const LONGEST_ANSWER_TOKENS = 1500;
const LONGEST_ANSWER_CHARACTERS = 24_000;

/** @throws UnusableAnswer, or what the client throws; the signal's reason when it aborts */
export async function* chatStream({ client, model, messages, withUsage, signal }: ChatCall): AsyncIterable<AnswerPart> {
  const stream = await client.chat.completions.create(
    {
      model,
      messages: [...messages],
      stream: true,
      temperature: 0.2,
      max_tokens: LONGEST_ANSWER_TOKENS,
      ...(withUsage ? { stream_options: { include_usage: true } } : {}),
    },
    { signal },
  );
  let characters = 0;
  let finished = false;
  for await (const chunk of stream as AsyncIterable<unknown>) {
    const { text, finishReason, refused, usage } = readChunk(chunk, characters === 0);
    if (refused || finishReason === 'content_filter') throw new UnusableAnswer('The model refused to answer', false);
    if (usage !== null) yield { kind: 'usage', usage };
    if (text !== '') {
      characters += text.length;
      if (characters > LONGEST_ANSWER_CHARACTERS) throw new UnusableAnswer('The model does not come to an end', false);
      yield { kind: 'text', text };
    }
    if (finishReason !== null) finished = true;
  }
  signal.throwIfAborted();
  if (!finished) throw new UnusableAnswer('The model broke off in mid-answer', characters === 0);
  if (characters === 0) throw new UnusableAnswer('The model gave an empty answer', true);
}

interface Chunk {
  readonly text: string;
  readonly finishReason: string | null;
  readonly refused: boolean;
  readonly usage: { promptTokens: number; completionTokens: number } | null;
}

function readChunk(chunk: unknown, nothingShown: boolean): Chunk {
  const garbage = () =>
    new UnusableAnswer('The model endpoint sent something else than a chat completion', nothingShown);
  if (!isObject(chunk) || !Array.isArray(chunk.choices)) throw garbage();
  const choice: unknown = chunk.choices[0];
  if (choice !== undefined && !isObject(choice)) throw garbage();
  const delta = isObject(choice?.delta) ? choice.delta : {};
  const content = delta.content ?? '';
  if (typeof content !== 'string') throw garbage();
  return {
    text: content,
    finishReason: typeof choice?.finish_reason === 'string' ? choice.finish_reason : null,
    refused: typeof delta.refusal === 'string' && delta.refusal !== '',
    usage: readUsage(chunk.usage),
  };
}

function readUsage(usage: unknown): Chunk['usage'] {
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
