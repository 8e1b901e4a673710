/** A question with what its answer depends on: the conversation so far, the content to search and the chatbot. */
import type { ChatbotConfiguration } from '../domain/chatbot/configuration.ts';
import type { Queries } from '../projections/queries.ts';
import type { AnswerRequest, ConversationTurn } from './generators/answer-generator.ts';
import { applyFilter } from './output-filters/stream-rewriter.ts';
import { forgedSuggestionsFilter } from './suggestions/suggestions-line.ts';

export interface QuestionInContext {
  readonly chatbotId: string;
  readonly generations: readonly string[];
  readonly question: string;
  /** Oldest first, without suggestions lines. */
  readonly memory: readonly ConversationTurn[];
  /** Newest recorded message; null without one, or for the page's history. */
  readonly lastMemoryMessageId: string | null;
  readonly chatbot: AnswerRequest['chatbot'];
  readonly configurationRevision: number;
}

export type QuestionMemory = Pick<QuestionInContext, 'memory' | 'lastMemoryMessageId'>;

const MAX_MESSAGES = 10;
/** About as many characters as a prompt has room for. */
const MAX_PAGE_CHARACTERS = 4_000;
const MAX_PAGE_TURN_CHARACTERS = 2_000;

interface SessionQuestion {
  readonly chatbotId: string;
  readonly sessionId: string;
  /** From the page; used only for an unknown session. */
  readonly history: readonly ConversationTurn[];
}

/** The session's messages before the given one. */
export async function memoryOf(
  { chatbotId, sessionId, history }: SessionQuestion,
  messageId: string,
  { conversations, messages }: Pick<Queries, 'conversations' | 'messages'>,
): Promise<QuestionMemory> {
  const conversation = await conversations.bySession(chatbotId, sessionId);
  if (conversation === null) return memoryFromPage(history);
  const newest = await messages.newest(conversation.id, MAX_MESSAGES);
  // A repeated question is not part of its own memory.
  const asked = newest.findIndex((message) => message.messageId === messageId);
  const earlier = asked < 0 ? newest : newest.slice(0, asked);
  const memory = earlier.map(({ role, content, suggestions }) => ({ role, content, suggestions }));
  return { memory, lastMemoryMessageId: earlier.at(-1)?.messageId ?? null };
}

/** The newest turns of a page's history, within the limits. */
export function memoryFromPage(history: readonly ConversationTurn[]): QuestionMemory {
  let left = MAX_PAGE_CHARACTERS;
  const turns: ConversationTurn[] = [];
  for (const { role, content: whole } of history.slice(-MAX_MESSAGES).reverse()) {
    // A page's answers still have their suggestions lines.
    const said = role === 'user' ? whole : applyFilter(whole, forgedSuggestionsFilter()).trimEnd();
    const content = said.slice(0, MAX_PAGE_TURN_CHARACTERS).toWellFormed();
    left -= content.length;
    if (left < 0) break;
    turns.unshift({ role, content });
  }
  return { memory: turns, lastMemoryMessageId: null };
}

export function answeringChatbot(configuration: ChatbotConfiguration): QuestionInContext['chatbot'] {
  const { name, chatbotModel: model, persona, tone, systemPrompt, humanHandoffEnabled, quickPrompts } = configuration;
  return { name, model, persona, tone, systemPrompt, humanHandoffEnabled, quickPrompts };
}
