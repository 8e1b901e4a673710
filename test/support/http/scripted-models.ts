import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import type { AnswerGenerator, AnswerPart, AnswerRequest } from '../../../src/answering/generators/answer-generator.ts';
import type { Models } from '../../../src/composition/models/models.ts';

/** A model that says what the test tells it to, when it tells it to. */
export class ScriptedModel implements AnswerGenerator {
  readonly citesAll = false;
  /** The next answers; by default one sentence. */
  script: (signal: AbortSignal) => AsyncIterable<string> = async function* () {
    yield 'We are open from nine to five [1].';
  };

  /** Request of the newest answer; null before the first. */
  asked: AnswerRequest | null = null;

  get models(): Models {
    return modelsOf(this);
  }

  /** Models of a service that asks whichever scripted model is the current one. */
  static readonly insteadOf = (current: () => ScriptedModel): Models =>
    modelsOf({
      citesAll: false,
      nameFor: () => current().nameFor(),
      answer: (request, signal) => current().answer(request, signal),
      condense: (question) => current().condense(question),
    });

  nameFor(): string {
    return 'scripted';
  }

  async *answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<AnswerPart> {
    this.asked = request;
    for await (const text of this.script(signal)) yield { kind: 'text', text };
    yield { kind: 'suggestions', questions: ['Where are you?', 'Do you deliver?', 'Is parking free?'] };
  }

  async condense(question: string): Promise<string> {
    return question;
  }
}

/** Rejects with the reason once the signal aborts. */
export const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const modelsOf = (answerGenerator: AnswerGenerator): Models => ({
  loadAnswerGenerator: async () => answerGenerator,
  embedder: createOfflineEmbedder(),
  probeLanguageModel: null,
});
