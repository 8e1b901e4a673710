/** What is asked of the model beside the answer itself. Each has its own short time and something to fall back on. */
import type { AnswerModel } from '../../ports/models.ts';
import { followUpQuestions } from '../../text/extractive/follow-ups.ts';
import type { OpenClient } from './client.ts';
import { failureOf } from './failures.ts';
import type { ModelLimits, ModelPrompts, PromptMessage } from './options.ts';
import { Patience } from './patience.ts';
import { type AskedFields, limitedTo, type RefusedFields } from './refused-fields.ts';

const SUGGESTIONS = 3;
const LONGEST_QUESTION = 600;

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

interface SideQuestion {
  readonly model: string;
  readonly messages: readonly PromptMessage[];
  readonly mostTokens: number;
  readonly format: typeof QUESTIONS_FORMAT | null;
}

export function sideQuestions({
  open,
  prompts,
  limits,
  refused,
}: {
  open: OpenClient;
  prompts: ModelPrompts;
  limits: ModelLimits;
  refused: RefusedFields;
}): Pick<AnswerModel, 'suggest' | 'condense'> {
  async function once(question: SideQuestion, fields: AskedFields, signal: AbortSignal): Promise<string> {
    const { model, messages, mostTokens, format } = question;
    const client = await open();
    const completion = await client.chat.completions.create(
      {
        ...{ model, messages: [...messages] },
        ...limitedTo(mostTokens, fields),
        ...(fields.format && format !== null ? { response_format: format } : {}),
      },
      { signal },
    );
    const content: unknown = completion.choices?.[0]?.message?.content;
    return typeof content === 'string' ? content : '';
  }

  /** Once more, and otherwise, when the endpoint does not take the question as it is put. */
  async function ask(question: SideQuestion, signal: AbortSignal): Promise<string> {
    const { model, format } = question;
    // Nothing is streamed: there is no usage to ask for.
    const fields = { ...refused.of(model), usage: false };
    const asked = { ...fields, format: fields.format && format !== null };
    try {
      return await once(question, asked, signal);
    } catch (error) {
      const fewer = refused.without(failureOf(error), asked);
      if (fewer === null) throw error;
      const content = await once(question, fewer, signal);
      refused.remember(model, { ...fewer, usage: true, format: fewer.format || format === null });
      return content;
    }
  }

  return {
    async suggest(request, answer, signal) {
      const messages = prompts.suggestions(request, answer);
      const asked = { model: request.chatbot.model, messages, mostTokens: 300, format: QUESTIONS_FORMAT };
      const fromModel = await within(signal, limits.suggestMs, (limited) => ask(asked, limited));
      const questions = questionsIn(fromModel ?? '');
      if (questions.length >= SUGGESTIONS) return questions.slice(0, SUGGESTIONS);
      const { question, passages } = request;
      return [...questions, ...followUpQuestions({ question, answer, passages })].slice(0, SUGGESTIONS);
    },

    async condense(question, memory, signal, chatbotModel) {
      if (memory.length === 0) return question;
      const messages = prompts.condense(question, memory);
      const asked = { model: chatbotModel, messages, mostTokens: 150, format: null };
      const condensed = await within(signal, limits.condenseMs, (limited) => ask(asked, limited));
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
