/** Characters. */
export const MAX_QUESTION_LENGTH = 600;
const MAX_COMPLETION_LENGTH = 4_000;

export const QUESTIONS_SCHEMA = {
  name: 'follow_up_questions',
  schema: {
    type: 'object',
    properties: { questions: { type: 'array', items: { type: 'string' } } },
    required: ['questions'],
    additionalProperties: false,
  },
} as const;

const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s*/;
/** In plain text only lines that end like a question count: models also announce their questions. */
const ENDS_LIKE_QUESTION = /[?？؟;。]["'”’»]?\s*$|\p{Script=Thai}/u;

/** One line each, without bullets and `|`. */
export function questionsIn(completion: string): readonly string[] {
  const text = completion.slice(0, MAX_COMPLETION_LENGTH).trim();
  const listed = questionsInJson(text.replace(/^```(?:json)?\s*|\s*```$/g, ''));
  return (listed ?? text.split('\n').filter((line) => ENDS_LIKE_QUESTION.test(line)))
    .map((line) =>
      line
        .replace(BULLET, '')
        .replace(/[|\s]+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '' && line.length <= MAX_QUESTION_LENGTH);
}

/** Returns null for text that is not meant to be JSON. */
function questionsInJson(text: string): readonly string[] | null {
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
