/** Rebuilds a model's messages from the parts recorded with its answer. */
import type { AnswerEvidence } from '../../domain/conversation/evidence.ts';
import type { PromptMessage } from '../../ports/models.ts';
import type { AnswerPassage, AnswerRequest } from '../generators/answer-generator.ts';
import { PROMPTS, promptHash } from './prompt.ts';

/** The part of a passage that a prompt shows. */
export type PromptPassage = Pick<AnswerPassage, 'title' | 'url' | 'headings' | 'text'>;
type PromptText = PromptPassage & Required<Pick<AnswerPassage, 'sourceId'>>;

export interface PromptParts {
  readonly evidence: AnswerEvidence;
  /** Ordered as `evidence.passages`; null for text that is erased. */
  readonly passages: readonly (PromptPassage | null)[];
  readonly request: Pick<AnswerRequest, 'question' | 'memory' | 'chatbot'>;
}

/** Texts as the answer generator got them; null for one with an erased passage. */
function rebuildTexts(
  { texts = [], passages: recorded }: Pick<AnswerEvidence, 'texts' | 'passages'>,
  passages: readonly (PromptPassage | null)[],
): readonly (PromptText | null)[] {
  return texts.map((parts) => {
    let text = '';
    for (const { passage, from, to, gap = '' } of parts) {
      const whole = passages[passage]?.text;
      if (whole === undefined) return null;
      text += gap + whole.slice(from, to);
    }
    // The best passage of a text stands first in the evidence.
    const place = Math.min(...parts.map(({ passage }) => passage));
    const best = passages[place];
    return best === undefined || best === null ? null : { ...best, sourceId: recorded[place]?.sourceId ?? '', text };
  });
}

export type RebuiltPrompt =
  /** `exact`: its hash is that of the messages that were sent. */
  | { readonly kind: 'rebuilt'; readonly messages: readonly PromptMessage[]; readonly exact: boolean }
  | { readonly kind: 'erased' }
  /** No model was called, or an older release did not record the prompt. */
  | { readonly kind: 'none' };

export function rebuildPrompt({ evidence, passages, request }: PromptParts): RebuiltPrompt {
  const { promptVersion, promptHash: sent = null, texts } = evidence;
  const build = PROMPTS.get(promptVersion);
  if (sent === null || texts === undefined || build === undefined) return { kind: 'none' };
  const rebuilt = rebuildTexts(evidence, passages);
  if (rebuilt.includes(null)) return { kind: 'erased' };
  const messages = build({
    ...request,
    date: evidence.date ?? null,
    passages: rebuilt.filter((text) => text !== null),
  });
  return { kind: 'rebuilt', messages, exact: promptHash(messages) === sent };
}
