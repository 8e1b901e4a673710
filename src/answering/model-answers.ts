import type { LanguageModel } from '../ports/models.ts';
import type { AnswerGenerator } from './answer-generator.ts';
import { followUpQuestions } from './extractive/follow-ups.ts';
import { MAX_QUESTION_LENGTH, QUESTIONS_SCHEMA, questionsIn } from './generated-questions.ts';
import { answerPrompt, condensePrompt, suggestionsPrompt } from './prompt.ts';
import { SUGGESTION_COUNT } from './suggestions-line.ts';

/** Milliseconds, after which the fallback is used. */
export interface AuxiliaryLimits {
  readonly condenseMs: number;
  readonly suggestMs: number;
}

const DEFAULT_LIMITS: AuxiliaryLimits = { condenseMs: 3_000, suggestMs: 5_000 };
const MAX_SUGGESTION_TOKENS = 300;
const MAX_CONDENSED_TOKENS = 150;

export function modelAnswers(model: LanguageModel, limits: AuxiliaryLimits = DEFAULT_LIMITS): AnswerGenerator {
  return {
    nameFor: (chatbotModel) => chatbotModel,
    citesAll: false,

    answer(request, signal, onPrompt) {
      const messages = answerPrompt(request);
      onPrompt?.(messages);
      return model.stream(messages, { model: request.chatbot.model, signal });
    },

    async suggest(request, answer, signal) {
      const completed = await model
        .complete(suggestionsPrompt(request, answer), {
          ...{ model: request.chatbot.model, maxTokens: MAX_SUGGESTION_TOKENS, timeoutMs: limits.suggestMs },
          ...{ schema: QUESTIONS_SCHEMA, signal },
        })
        .catch(() => '');
      const questions = questionsIn(completed);
      if (questions.length >= SUGGESTION_COUNT) return questions.slice(0, SUGGESTION_COUNT);
      return [...questions, ...followUpQuestions(request, answer)].slice(0, SUGGESTION_COUNT);
    },

    async condense(question, memory, signal, chatbotModel) {
      if (memory.length === 0) return question;
      const completed = await model
        .complete(condensePrompt(question, memory), {
          ...{ model: chatbotModel, maxTokens: MAX_CONDENSED_TOKENS, timeoutMs: limits.condenseMs, signal },
        })
        .catch(() => '');
      const line = completed.trim().replace(/\s+/g, ' ');
      return line === '' || line.length > MAX_QUESTION_LENGTH ? question : line;
    },
  };
}
