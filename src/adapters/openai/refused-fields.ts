/**
 * Not every endpoint, and not every model of one, takes all that a request can say: some refuse to count tokens, some a temperature,
 * some structured output. What a model refused once, it is not asked for again.
 */
import type { Failure } from './failures.ts';

/** Which optional fields a request carries. */
export interface AskedFields {
  /** `stream_options` */
  readonly usage: boolean;
  /** `temperature` and `max_tokens`, which models that reason refuse together */
  readonly sampling: boolean;
  /** `response_format` */
  readonly format: boolean;
}

const ALL: AskedFields = { usage: true, sampling: true, format: true };
const CALM = 0.2;
/** Models whose refusals are remembered: there are a handful. */
const MOST_MODELS = 100;
/** Refusals of what is asked, not of how. */
const NOT_OF_FIELDS = /context_length|content_(?:filter|policy)|model_not_found|billing|quota/;

export class RefusedFields {
  readonly #byModel = new Map<string, AskedFields>();

  /** What may be asked of this model. */
  of(model: string): AskedFields {
    return this.#byModel.get(model) ?? ALL;
  }

  /**
   * What is worth trying after a failure: the fields without those that the endpoint named, or, when it named none, without any.
   * Null when the fields cannot be what it refused.
   */
  without({ status, code, field }: Failure, asked: AskedFields): AskedFields | null {
    if ((status !== 400 && status !== 422) || NOT_OF_FIELDS.test(code ?? '')) return null;
    const named = fieldOf(field);
    const left = named === null ? { usage: false, sampling: false, format: false } : { ...asked, [named]: false };
    const isLess = asked.usage !== left.usage || asked.sampling !== left.sampling || asked.format !== left.format;
    return isLess ? left : null;
  }

  /** The model answered what carried only these. */
  remember(model: string, { usage, sampling, format }: AskedFields): void {
    const known = this.of(model);
    if (this.#byModel.size >= MOST_MODELS) this.#byModel.clear();
    this.#byModel.set(model, {
      usage: known.usage && usage,
      sampling: known.sampling && sampling,
      format: known.format && format,
    });
  }
}

/** How long and how varied an answer may be, as far as the model lets that be said. */
export function limitedTo(
  tokens: number,
  { sampling }: AskedFields,
): { temperature: number; max_tokens: number } | Record<string, never> {
  return sampling ? { temperature: CALM, max_tokens: tokens } : {};
}

function fieldOf(named: string | null): keyof AskedFields | null {
  if (named === null) return null;
  if (named.startsWith('stream_options')) return 'usage';
  if (named.startsWith('response_format')) return 'format';
  return /^(?:temperature|max_tokens)$/.test(named) ? 'sampling' : null;
}
