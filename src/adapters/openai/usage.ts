import type { TokenUsage } from '../../ports/models.ts';
import type { UsageObserver } from './options.ts';

/** Returns null when the usage is missing or malformed. */
export function readUsage(usage: unknown): TokenUsage | null {
  if (typeof usage !== 'object' || usage === null) return null;
  const { prompt_tokens: prompt, completion_tokens: completion } = usage as Record<string, unknown>;
  return isCount(prompt) && isCount(completion) ? { promptTokens: prompt, completionTokens: completion } : null;
}

export function reportUsage(observer: UsageObserver, model: string, usage: TokenUsage): void {
  observer(model, 'prompt', usage.promptTokens);
  observer(model, 'completion', usage.completionTokens);
}

export function reportEmbeddingUsage(observer: UsageObserver, model: string, usage: unknown): void {
  const tokens: unknown = Reflect.get(Object(usage), 'prompt_tokens');
  if (isCount(tokens)) observer(model, 'embedding', tokens);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
