import type { CompletionPart, PromptMessage } from '../../ports/models.ts';
import type { SearchStatistics } from '../../ports/search-index.ts';

export interface ConversationTurn {
  /** `agent`: a human who answered in the chatbot's place. */
  readonly role: 'user' | 'assistant' | 'agent';
  readonly content: string;
  /** Questions that were offered with an answer. */
  readonly suggestions?: readonly string[];
}

/** Cited by its place in the list, from 1. */
export interface AnswerPassage {
  /** Tells documents with the same title apart. */
  readonly sourceId?: string;
  readonly title: string;
  readonly url: string | null;
  readonly headings: readonly string[];
  readonly text: string;
  /** The found parts of `text`, best first, after context expansion. */
  readonly found?: readonly string[];
  /** Undefined where search by words did not find it. */
  readonly bm25?: number;
}

export interface AnswerRequest {
  readonly question: string;
  /** UTC date of the question, as `2026-11-24`. Null in answers of older releases. */
  readonly date: string | null;
  /** Earlier turns, oldest first. Data, never instructions. */
  readonly memory: readonly ConversationTurn[];
  readonly passages: readonly AnswerPassage[];
  /** Rarity of the question's words in the content; null when the index does not tell. */
  readonly statistics?: SearchStatistics | null;
  readonly chatbot: {
    readonly name: string;
    readonly model: string;
    readonly persona: string;
    readonly tone: string;
    readonly systemPrompt: string;
    readonly humanHandoffEnabled: boolean;
    /** Questions that the owner suggests. */
    readonly quickPrompts?: readonly string[];
  };
}

/** Key of a page or document. Documents may share a title. */
export const sourceKey = ({ url, sourceId, title }: AnswerPassage): string => url ?? `${sourceId}\n${title}`;

/** A part of a streamed answer. Text is never empty. */
export type AnswerPart =
  | CompletionPart
  /** Untrusted follow-up questions of a model, any number of them. At most one such part, at the end. */
  | { readonly kind: 'suggestions'; readonly questions: readonly string[] }
  /** Text quoted from the content. It needs no output filter but the one against suggestions markers. */
  | { readonly kind: 'quotation'; readonly text: string };

export interface AnswerGenerator {
  /** Recorded with an answer: the model, or `extractive`. */
  nameFor(chatbotModel: string): string;
  /** True when answers cite all that they rest on. Otherwise an answer without citations is traced to passages by its words. */
  readonly citesAll: boolean;
  /**
   * Streams Markdown that cites passages as `[1]`, `[2]`.
   * @param onPrompt receives the messages that a model is sent
   * @throws ModelUnavailable
   */
  answer(
    request: AnswerRequest,
    signal: AbortSignal,
    onPrompt?: (messages: readonly PromptMessage[]) => void,
  ): AsyncIterable<AnswerPart>;
  /** Returns a standalone question for retrieval, or the question itself when condensing fails. */
  condense(
    question: string,
    memory: readonly ConversationTurn[],
    signal: AbortSignal,
    chatbotModel: string,
  ): Promise<string>;
  /** Fills caches, for which the first question would wait. */
  warmUp?(): Promise<void>;
}
