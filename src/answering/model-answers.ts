import { EventLoopBudget } from '../lib/event-loop-budget.ts';
import type { LanguageModel, PromptMessage } from '../ports/models.ts';
import { dependsOnConversation } from './condensing/depends-on-conversation.ts';
import type { AnswerGenerator, AnswerPart, AnswerRequest, ConversationTurn } from './generators/answer-generator.ts';
import { chainFilters } from './output-filters/stream-rewriter.ts';
import { wellFormedFilter } from './output-filters/well-formed-filter.ts';
import { answerPrompt, condensePrompt } from './prompt/prompt.ts';
import { suggestionsReader } from './suggestions/model-suggestions.ts';

/** Characters that are filtered at once. Some texts, such as brackets alone, take several microseconds a character. */
const MAX_PIECE_LENGTH = 1_000;
/** Milliseconds, after which the question is searched for as it is. */
const CONDENSE_LIMIT_MS = 3_000;
const MAX_CONDENSED_TOKENS = 150;
/** Characters. */
const MAX_CONDENSED_LENGTH = 600;

export function modelAnswers(model: LanguageModel, condenseMs = CONDENSE_LIMIT_MS): AnswerGenerator {
  return new ModelAnswers(model, condenseMs);
}

class ModelAnswers implements AnswerGenerator {
  readonly citesAll = false;
  readonly #model: LanguageModel;
  readonly #condenseMs: number;

  constructor(model: LanguageModel, condenseMs: number) {
    this.#model = model;
    this.#condenseMs = condenseMs;
  }

  nameFor(chatbotModel: string): string {
    return chatbotModel;
  }

  async *answer(
    request: AnswerRequest,
    signal: AbortSignal,
    onPrompt?: (messages: readonly PromptMessage[]) => void,
  ): AsyncGenerator<AnswerPart> {
    const messages = answerPrompt(request);
    onPrompt?.(messages);
    let questions: readonly string[] = [];
    const suggestions = suggestionsReader((read) => {
      questions = read;
    });
    const reader = chainFilters([wellFormedFilter(), suggestions]);
    // An endpoint may send a whole answer at once, in one piece or in very many.
    const budget = new EventLoopBudget();
    for await (const part of this.#model.stream(messages, { model: request.chatbot.model, signal })) {
      if (part.kind !== 'text') {
        yield part;
        continue;
      }
      for (const piece of piecesOf(part.text)) {
        await budget.yieldIfUsedUp();
        const text = reader.push(piece);
        if (text !== '') yield { kind: 'text', text };
      }
    }
    const rest = reader.end();
    if (rest !== '') yield { kind: 'text', text: rest };
    if (questions.length > 0) yield { kind: 'suggestions', questions };
  }

  async condense(
    question: string,
    memory: readonly ConversationTurn[],
    signal: AbortSignal,
    chatbotModel: string,
  ): Promise<string> {
    if (memory.length === 0 || !dependsOnConversation(question, memory)) return question;
    const completed = await this.#model
      .complete(condensePrompt(question, memory), {
        model: chatbotModel,
        maxTokens: MAX_CONDENSED_TOKENS,
        timeoutMs: this.#condenseMs,
        signal,
      })
      .catch(() => '');
    const line = completed.toWellFormed().trim().replace(/\s+/g, ' ');
    return line === '' || line.length > MAX_CONDENSED_LENGTH ? question : line;
  }
}

function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += MAX_PIECE_LENGTH) yield text.slice(from, from + MAX_PIECE_LENGTH);
}
