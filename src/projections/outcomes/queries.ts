import type { ReadableDocuments } from '../../ports/documents.ts';
import { type MessageDocument, messages } from '../messages/projection.ts';
import { type OutcomeDocument, outcomes, UNANSWERED_REASONS, type UnansweredReason } from './projection.ts';

export type UnansweredQuestion = {
  /** Id of the question. */
  messageId: string;
  sessionId: string;
  conversationId: string;
  question: string;
  reason: UnansweredReason;
  askedAt: string;
  answerId: string | null;
};

/** `total` counts the questions of all pages. `nextBefore` asks for older questions; null at the end. */
export type UnansweredPage = { questions: UnansweredQuestion[]; total: number; nextBefore: string | null };

export interface UnansweredFilter {
  readonly limit: number;
  /** `nextBefore` of the page before: a log position, so that paging goes on also when that question is erased. */
  readonly before?: string | undefined;
  readonly reason?: UnansweredReason | undefined;
}

/** Questions that visitors got no good answer to. The caller checks the chatbot's owner. */
export class OutcomeQueries {
  readonly #documents: ReadableDocuments;

  constructor(documents: ReadableDocuments) {
    this.#documents = documents;
  }

  /** Newest first, in the order in which their answers ended. */
  async unanswered(chatbotId: string, { limit, before, reason }: UnansweredFilter): Promise<UnansweredPage> {
    const reasons = reason === undefined ? UNANSWERED_REASONS : [reason];
    const [counts, ...lists] = await Promise.all([
      this.#documents.countByValue(outcomes.collection, { chatbotId }, { field: 'reason', among: reasons }),
      ...reasons.map((each) => this.#newest(chatbotId, each, limit + 1, before)),
    ]);
    const newest = lists.flat().toSorted((one, other) => (one.order < other.order ? 1 : -1));
    const page = newest.slice(0, limit);
    const oldest = page.at(-1);
    return {
      questions: await this.#withQuestions(page),
      total: counts.values().reduce((sum, count) => sum + count, 0),
      nextBefore: newest.length > limit && oldest !== undefined ? oldest.order.replace(/^0+(?=\d)/, '') : null,
    };
  }

  async #newest(
    chatbotId: string,
    reason: UnansweredReason,
    limit: number,
    before: string | undefined,
  ): Promise<readonly OutcomeDocument[]> {
    const found = await this.#documents.find<OutcomeDocument>(outcomes.collection, {
      where: { chatbotId, reason },
      orderBy: { field: 'order', direction: 'desc' },
      // No two outcomes have the same log position.
      after: before === undefined ? undefined : { value: before.padStart(19, '0'), id: '' },
      limit,
    });
    return found.map(({ document }) => document);
  }

  /** Leaves out questions that were erased meanwhile. */
  async #withQuestions(page: readonly OutcomeDocument[]): Promise<UnansweredQuestion[]> {
    const ids = page.map(({ questionId }) => questionId);
    const found = await this.#documents.getMany<MessageDocument>(messages.collection, ids);
    const asked = new Map(found.map(({ id, document }) => [id, document.shown]));
    return page.flatMap(({ questionId, answerId, reason }) => {
      const question = asked.get(questionId);
      if (question === undefined || reason === null) return [];
      const { messageId, sessionId, conversationId, content, createdAt } = question;
      return [{ messageId, sessionId, conversationId, question: content, reason, askedAt: createdAt, answerId }];
    });
  }
}
