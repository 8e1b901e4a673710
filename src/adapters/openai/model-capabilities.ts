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
  readonly #reasoning = new Set<string>();

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

  rememberReasoning(model: string): void {
    if (this.#reasoning.size >= MAX_MODELS) this.#reasoning.clear();
    this.#reasoning.add(model);
  }

  maxAnswerTokens(model: string): number {
    return MAX_ANSWER_TOKENS + (this.#reasoning.has(model) ? MAX_REASONING_TOKENS : 0);
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
