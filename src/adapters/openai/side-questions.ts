/** What is asked of the model beside the answer itself. Each has its own short time and something to fall back on. */
import type { AnswerModel, AnswerRequest, ConversationTurn } from '../../ports/models.ts';
import { followUpQuestions } from '../../text/extractive/follow-ups.ts';
import type { OpenClient } from './client.ts';
import { failureOf } from './failures.ts';
import type { ModelLimits, ModelPrompts, PromptMessage } from './options.ts';
import { Patience } from './patience.ts';

const SUGGESTIONS = 3;
const LONGEST_QUESTION = 600;
/** Condensing needs no better model than the cheapest of those a chatbot can choose, but a compatible server may have only one. */
const DEFAULT_MODEL = 'gpt-4o-mini';

const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s*/;
/** A model that answers in plain text also says that it does. */
const LOOKS_ASKED = /[?？؟;。]["'”’»]?\s*$|\p{Script=Thai}/u;

const QUESTIONS_FORMAT = {
  type: 'json_schema',
  json_schema: {
    name: 'follow_up_questions',
    strict: true,
    schema: {
      type: 'object',
      properties: { questions: { type: 'array', items: { type: 'string' } } },
      required: ['questions'],
      additionalProperties: false,
    },
  },
} as const;

export function sideQuestions(
  open: OpenClient,
  prompts: ModelPrompts,
  limits: ModelLimits,
): Pick<AnswerModel, 'suggest' | 'condense'> {
  // Learnt from the endpoint's first refusal.
  let structured = true;

  async function complete(
    model: string,
    messages: readonly PromptMessage[],
    maxTokens: number,
    inFormat: boolean,
    signal: AbortSignal,
  ): Promise<string> {
    const client = await open();
    const completion = await client.chat.completions.create(
      {
        model,
        messages: [...messages],
        temperature: 0.2,
        max_tokens: maxTokens,
        ...(inFormat ? { response_format: QUESTIONS_FORMAT } : {}),
      },
      { signal },
    );
    const content: unknown = completion.choices?.[0]?.message?.content;
    return typeof content === 'string' ? content : '';
  }

  async function askForSuggestions(request: AnswerRequest, answer: string, signal: AbortSignal): Promise<string> {
    const messages = prompts.suggestions(request, answer);
    if (structured) {
      try {
        return await complete(request.chatbot.model, messages, 300, true, signal);
      } catch (error) {
        const { status } = failureOf(error);
        if (status !== 400 && status !== 422) throw error;
        structured = false;
      }
    }
    return complete(request.chatbot.model, messages, 300, false, signal);
  }

  return {
    async suggest(request, answer, signal) {
      const fromModel = await within(signal, limits.suggestMs, (limited) =>
        askForSuggestions(request, answer, limited),
      );
      const questions = questionsIn(fromModel ?? '');
      if (questions.length >= SUGGESTIONS) return questions.slice(0, SUGGESTIONS);
      const { question, passages } = request;
      return [...questions, ...followUpQuestions({ question, answer, passages })].slice(0, SUGGESTIONS);
    },

    async condense(question: string, memory: readonly ConversationTurn[], signal: AbortSignal) {
      if (memory.length === 0) return question;
      const messages = prompts.condense(question, memory);
      const condensed = await within(signal, limits.condenseMs, (limited) =>
        complete(DEFAULT_MODEL, messages, 150, false, limited),
      );
      const line = condensed?.trim().replace(/\s+/g, ' ') ?? '';
      return line === '' || line.length > LONGEST_QUESTION ? question : line;
    },
  };
}

/** Null when the call fails or does not end in time. */
async function within(
  caller: AbortSignal,
  milliseconds: number,
  call: (signal: AbortSignal) => Promise<string>,
): Promise<string | null> {
  const patience = new Patience(caller, milliseconds);
  try {
    return await call(patience.signal);
  } catch {
    return null;
  } finally {
    patience.end();
  }
}

/** From JSON of the asked shape, or from the lines that are questions, without their bullets. One line each, without `|`. */
function questionsIn(content: string): readonly string[] {
  const text = content.slice(0, 4_000).trim();
  const asked = fromJson(text.replace(/^```(?:json)?\s*|\s*```$/g, ''));
  return (asked ?? text.split('\n').filter((line) => LOOKS_ASKED.test(line)))
    .map((line) =>
      line
        .replace(BULLET, '')
        .replace(/[|\s]+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '' && line.length <= LONGEST_QUESTION);
}

function fromJson(text: string): readonly string[] | null {
  if (!/^[[{]/.test(text)) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    const list: unknown =
      typeof parsed === 'object' && parsed !== null && 'questions' in parsed ? parsed.questions : parsed;
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}
