/** Recognises questions that the service suggested, since a visitor who takes one up must get an answer. */
import { PHRASES } from './phrases.ts';
import { VISITOR_LANGUAGES, type VisitorLanguage } from './visitor-language.ts';

/** Longer text in characters is no suggested question. */
const MAX_QUESTION_LENGTH = 300;
const QUOTES = /^[\s"'“”„«»‘’「」]+|[\s"'“”„«»‘’「」]+$/gu;

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

const FRAMES = VISITOR_LANGUAGES.flatMap((language) =>
  PHRASES[language].about.map((about) => {
    const [before = '', after = ''] = about.split('{}').map(plain);
    return { before, after };
  }),
);
const OVERVIEW_QUESTIONS = new Map(
  VISITOR_LANGUAGES.flatMap((language) =>
    PHRASES[language].open.map((text) => [withoutPunctuation(text), language] as const),
  ),
);

/** Topic of a suggested question; null for any other question. */
export function askedTopic(question: string): string | null {
  if (question.length > MAX_QUESTION_LENGTH) return null;
  const asked = plain(question);
  for (const { before, after } of FRAMES) {
    if (!asked.startsWith(before) || !asked.endsWith(after) || asked.length <= before.length + after.length) continue;
    const topic = asked.slice(before.length, asked.length - after.length).replace(QUOTES, '');
    if (topic !== '') return topic;
  }
  return null;
}

/** Language of a suggested question for an overview; null for any other question. */
export function overviewLanguage(question: string): VisitorLanguage | null {
  return question.length > MAX_QUESTION_LENGTH ? null : (OVERVIEW_QUESTIONS.get(withoutPunctuation(question)) ?? null);
}

function withoutPunctuation(text: string): string {
  return plain(text.replace(/[^\p{L}\p{M}\p{N} ]/gu, ''));
}
