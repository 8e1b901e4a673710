/**
 * Some endpoints and models refuse token usage, a temperature or the role `system`. What a model refused once is not sent to it again.
 * Models that reason get more tokens.
 */
import type { PromptMessage } from '../../ports/models.ts';
import type { EndpointFailure } from './failures.ts';

export interface OptionalFields {
  /** `stream_options` */
  readonly usage: boolean;
  /** Reasoning models of OpenAI refuse `temperature` and `max_tokens`, and take `max_completion_tokens`. */
  readonly sampling: 'all' | 'completion tokens' | 'none';
  /** A message of its own; without it, the system's text begins the visitor's message. */
  readonly system: boolean;
}

/** Reasoning in the text of a model's completions. */
export type ReasoningHabit =
  | 'unknown'
  | 'none'
  /** Between two tags, or told apart by the endpoint. */
  | 'opened'
  /** The chat template opens the tag in the prompt, so that a completion begins within the reasoning. */
  | 'unopened';

const ALL_FIELDS: OptionalFields = { usage: true, sampling: 'all', system: true };
const TEMPERATURE = 0.2;
/** Far more than an answer needs; stops a runaway model. */
const MAX_ANSWER_TOKENS = 1500;
/** Reasoning counts towards the same limit. Most takes a few hundred. */
const MAX_REASONING_TOKENS = 4500;
/** A handful is usual. */
const MAX_MODELS = 100;
/** Errors that refuse the content or the account, not a field. */
const UNRELATED_TO_FIELDS = /context_length|content_(?:filter|policy)|model_not_found|billing|quota/;

export class ModelCapabilities {
  readonly #byModel = new Map<string, OptionalFields>();
  readonly #habits = new Map<string, ReasoningHabit>();

  /** The fields that the model is not known to refuse. */
  of(model: string): OptionalFields {
    return this.#byModel.get(model) ?? ALL_FIELDS;
  }

  /**
   * Fields for a retry: without the one that the endpoint named, or without usage and sampling when it named none. Returns null when
   * the fields cannot be the cause.
   */
  without(failure: EndpointFailure, asked: OptionalFields): OptionalFields | null {
    const { status, code } = failure;
    if (failure.refusesSystem) return asked.system ? { ...asked, system: false } : null;
    if ((status !== 400 && status !== 422) || UNRELATED_TO_FIELDS.test(code ?? '')) return null;
    const left = { ...asked, ...withoutField(failure, asked) };
    const isLess = asked.usage !== left.usage || asked.sampling !== left.sampling;
    return isLess ? left : null;
  }

  /** The model accepted a request with only these fields. */
  remember(model: string, accepted: Partial<OptionalFields>): void {
    const known = this.of(model);
    if (this.#byModel.size >= MAX_MODELS) this.#byModel.clear();
    this.#byModel.set(model, { ...known, ...accepted });
  }

  habitOf(model: string): ReasoningHabit {
    return this.#habits.get(model) ?? 'unknown';
  }

  rememberHabit(model: string, habit: ReasoningHabit): void {
    if (this.#habits.size >= MAX_MODELS) this.#habits.clear();
    this.#habits.set(model, habit);
  }

  maxAnswerTokens(model: string): number {
    const habit = this.habitOf(model);
    return MAX_ANSWER_TOKENS + (habit === 'opened' || habit === 'unopened' ? MAX_REASONING_TOKENS : 0);
  }
}

export interface Sampling {
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
}

export function samplingFields(tokens: number, { sampling }: OptionalFields): Sampling {
  if (sampling === 'all') return { temperature: TEMPERATURE, max_tokens: tokens };
  return sampling === 'completion tokens' ? { max_completion_tokens: tokens + MAX_REASONING_TOKENS } : {};
}

/** Templates of Gemma 2 and others know no system. */
export function messagesFor(messages: readonly PromptMessage[], { system }: OptionalFields): PromptMessage[] {
  return system ? [...messages] : [{ role: 'user', content: messages.map(({ content }) => content).join('\n\n') }];
}

function withoutField({ field }: EndpointFailure, { sampling }: OptionalFields): Partial<OptionalFields> {
  if (field?.startsWith('stream_options') === true) return { usage: false };
  const isSampling = field === 'temperature' || field === 'max_tokens';
  if (isSampling && sampling === 'all') return { sampling: 'completion tokens' };
  return isSampling || field === 'max_completion_tokens' ? { sampling: 'none' } : { usage: false, sampling: 'none' };
}
