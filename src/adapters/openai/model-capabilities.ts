/**
 * Some endpoints and models refuse token usage or a temperature. A field that a model refused once is not sent to it again. Models that reason
 * get more tokens.
 */
import type { EndpointFailure } from './failures.ts';

export interface OptionalFields {
  /** `stream_options` */
  readonly usage: boolean;
  /** `temperature` and `max_tokens`, which reasoning models refuse together */
  readonly sampling: boolean;
}

const ALL_FIELDS: OptionalFields = { usage: true, sampling: true };
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
   * Fields for a retry: without the one that the endpoint named, or without any when it named none. Returns null when the fields cannot
   * be the cause.
   */
  without({ status, code, field }: EndpointFailure, asked: OptionalFields): OptionalFields | null {
    if ((status !== 400 && status !== 422) || UNRELATED_TO_FIELDS.test(code ?? '')) return null;
    const named = fieldOf(field);
    const left = named === null ? { usage: false, sampling: false } : { ...asked, [named]: false };
    const isLess = asked.usage !== left.usage || asked.sampling !== left.sampling;
    return isLess ? left : null;
  }

  /** The model accepted a request with only these fields. */
  remember(model: string, { usage, sampling }: OptionalFields): void {
    const known = this.of(model);
    if (this.#byModel.size >= MAX_MODELS) this.#byModel.clear();
    this.#byModel.set(model, { usage: known.usage && usage, sampling: known.sampling && sampling });
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
}

/** None for a model that refuses them. */
export function samplingFields(tokens: number, { sampling }: OptionalFields): Sampling {
  return sampling ? { temperature: TEMPERATURE, max_tokens: tokens } : {};
}

function fieldOf(named: string | null): keyof OptionalFields | null {
  if (named === null) return null;
  if (named.startsWith('stream_options')) return 'usage';
  return /^(?:temperature|max_tokens)$/.test(named) ? 'sampling' : null;
}
