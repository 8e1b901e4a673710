/** Why an answer is what it is, as the REST interface tells it. */
import type { AnswerSource, ChatbotConfiguration } from '../api/types.ts';

interface Erased {
  readonly erased: true;
}
type Recorded<Value> = Value | Erased | null;

export interface RankedPlace {
  readonly rank: number;
  readonly score: number;
}

export interface ExplainedPassage {
  readonly passageId: string;
  readonly sourceId: string;
  readonly score: number;
  readonly byWords: RankedPlace | null;
  readonly byVector: RankedPlace | null;
  readonly number: number | null;
  readonly title: Recorded<string>;
  readonly url: Recorded<string>;
  readonly headings: Recorded<readonly string[]>;
  readonly text: Recorded<string>;
}

export interface FilteredWords {
  readonly filter: 'prompt-leak' | 'link' | 'citation' | 'suggestions-line';
  readonly text: string;
  readonly replacement: string;
}

interface Turn {
  readonly role: 'user' | 'assistant' | 'agent';
  readonly content: string;
}

interface Prompt {
  readonly version: string;
  readonly exact: boolean;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export interface PassageChange {
  readonly sourceId: string;
  readonly contentHash: string;
  readonly change: 'same' | 'moved' | 'gone' | 'new';
  readonly rankThen: number | null;
  readonly rankNow: number | null;
  readonly reason: 'source_deleted' | 'content_changed' | 'ranked_lower' | null;
}

export interface RetrievalToday {
  readonly passages: readonly { readonly contentHash: string; readonly title: string; readonly sourceId: string }[];
  readonly changes: readonly PassageChange[];
}

/** The data of the `explanation` event of a test chat. */
export interface Explanation {
  readonly outcome: 'complete' | 'partial' | 'failed';
  readonly question: Recorded<string>;
  readonly condensedQuestion: Recorded<string>;
  readonly answer: Recorded<string>;
  readonly sources: readonly AnswerSource[] | Erased;
  readonly filtered: readonly FilteredWords[] | Erased;
  readonly filteredCount: number | null;
  readonly configuration: Recorded<{ readonly revision: number } & ChatbotConfiguration>;
  readonly memory: Recorded<readonly Turn[]>;
  readonly prompt: Recorded<Prompt>;
  readonly passages: readonly (ExplainedPassage & { readonly contentHash: string })[];
  readonly citations: readonly { readonly number: number; readonly source: number; readonly uncited: boolean }[];
  readonly model: string;
  readonly servedModel: string | null;
  readonly parameters: { readonly temperature: number | null; readonly maxTokens: number | null };
  readonly finishReason: string | null;
  readonly embedder: string | null;
  readonly tokens: { readonly prompt: number | null; readonly completion: number | null };
  readonly timing: {
    readonly condenseMs: number | null;
    readonly retrievalMs: number | null;
    readonly firstTokenMs: number | null;
    readonly totalMs: number | null;
  };
}

/** The answer of `GET /chatbots/:id/audit/answers/:messageId`. */
export interface RecordedExplanation extends Explanation {
  readonly recordedAt: string;
  readonly today: RetrievalToday | null;
}

export const isErased = (value: unknown): value is Erased =>
  typeof value === 'object' && value !== null && 'erased' in value;

/** The text; null when it is erased or was not recorded. */
export const known = <Value>(value: Value | Erased | null): Value | null => (isErased(value) ? null : value);
