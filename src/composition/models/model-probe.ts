/** Calls each configured model once at start, so that a wrong address, key or dimension shows before the first source or question. */
import type { Embedder, LanguageModel } from '../../ports/models.ts';
import type { ModelAvailability } from './model-availability.ts';

/** Readers of the endpoint's log recognise it. */
export const PROBE_TEXT = 'Chatledger start-up check: answer OK.';
const PROBE_TIMEOUT_MS = 20_000;
/** Some models refuse fewer. */
const MAX_PROBE_TOKENS = 16;

export type LanguageModelProbe = (signal: AbortSignal) => Promise<void>;

interface ProbedModels {
  readonly embedder: Embedder;
  readonly probeLanguageModel: LanguageModelProbe | null;
}

export function languageModelProbe({ complete }: LanguageModel, model: string): LanguageModelProbe {
  return async (signal) => {
    const options = { model, maxTokens: MAX_PROBE_TOKENS, timeoutMs: PROBE_TIMEOUT_MS, signal };
    await complete([{ role: 'user', content: PROBE_TEXT }], options);
  };
}

/** Failures are logged and shown on `/readyz`. The service starts all the same, since endpoints come back. */
export async function probeModels(
  { embedder, probeLanguageModel }: ProbedModels,
  availability: ModelAvailability,
  signal: AbortSignal,
): Promise<void> {
  if (probeLanguageModel === null) return;
  const timed = AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]);
  // The instrumented embedder reports its own outcome.
  const embedded = embedder.embed([PROBE_TEXT], timed).catch(() => undefined);
  const completed = probeLanguageModel(timed).then(
    () => availability.succeeded('language model'),
    (error: unknown) => {
      if (!signal.aborted) availability.failed('language model', error);
    },
  );
  await Promise.all([embedded, completed]);
}
