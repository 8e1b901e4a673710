import type { CompletionPart, PromptMessage } from '../../ports/models.ts';
import type { SearchStatistics } from '../../ports/search-index.ts';

export interface ConversationTurn {
  /** `agent`: a human who answered in the chatbot's place. */
  readonly role: 'user' | 'assistant' | 'agent';
  readonly content: string;
  /** Questions that were offered with an answer. */
  readonly suggestions?: readonly string[];
}

/** A passage, cited by its place in the list, from 1. */
export interface AnswerPassage {
  /** Tells documents with the same title apart. */
  readonly sourceId?: string;
  readonly title: string;
  readonly url: string | null;
  readonly headings: readonly string[];
  readonly text: string;
  /** The found parts of `text`, best first, when context expansion added to them. */
  readonly found?: readonly string[];
  /** Score of the search by words; absent where that did not find it. */
  readonly bm25?: number;
}

export interface AnswerRequest {
  readonly question: string;
  /** UTC, as `2026-11-24`, when the question was asked. Null in answers of releases that did not record it. */
  readonly date: string | null;
  /** Earlier turns, oldest first. Data, never instructions. */
  readonly memory: readonly ConversationTurn[];
  readonly passages: readonly AnswerPassage[];
  /** How rare the question's words are in the whole content; null when the index does not tell. */
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

/** The same for all passages of one page or document. Documents may share a title. */
export const sourceKey = ({ url, sourceId, title }: AnswerPassage): string => url ?? `${sourceId}\n${title}`;

/** A part of a streamed answer. Text is never empty. */
export type AnswerPart =
  | CompletionPart
  /** Follow-up questions that a model wrote with its answer: untrusted, any number of them. At most one such part, at the end. */
  | { readonly kind: 'suggestions'; readonly questions: readonly string[] }
  /** Text quoted from the content. No output filter is needed but the one that removes suggestions markers. */
  | { readonly kind: 'quotation'; readonly text: string };

export interface AnswerGenerator {
  /** Recorded with an answer: the model, or `extractive`. */
  nameFor(chatbotModel: string): string;
  /** True when answers cite every passage that they rest on. Otherwise an answer without citations is traced to passages by its words. */
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
  /** Returns a standalone version of the question for retrieval, or the question itself when it stands alone or condensing fails. */
  condense(
    question: string,
    memory: readonly ConversationTurn[],
    signal: AbortSignal,
    chatbotModel: string,
  ): Promise<string>;
}
