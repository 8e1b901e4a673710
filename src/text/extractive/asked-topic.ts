/** Questions that we suggest ourselves, and what they ask for: a visitor who takes one up has to get an answer. */
import { PHRASES } from './phrases.ts';
import { VISITOR_LANGUAGES, type VisitorLanguage } from './visitor-language.ts';

/** Characters: what is longer is no question of ours. */
const LONGEST = 300;
const QUOTES = /^[\s"'“”„«»‘’「」]+|[\s"'“”„«»‘’「」]+$/gu;

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

const frames = VISITOR_LANGUAGES.flatMap((language) =>
  PHRASES[language].about.map((about) => {
    const [before = '', after = ''] = about.split('{}').map(plain);
    return { before, after };
  }),
);
const open = new Map(
  VISITOR_LANGUAGES.flatMap((language) =>
    PHRASES[language].open.map((text) => [withoutMarks(text), language] as const),
  ),
);

/** The topic that one of our questions asks for, null for any other question. */
export function topicAskedFor(question: string): string | null {
  if (question.length > LONGEST) return null;
  const asked = plain(question);
  for (const { before, after } of frames) {
    if (!asked.startsWith(before) || !asked.endsWith(after) || asked.length <= before.length + after.length) continue;
    const topic = asked.slice(before.length, asked.length - after.length).replace(QUOTES, '');
    if (topic !== '') return topic;
  }
  return null;
}

/** In which language it asks for whatever there is; null for any other question. */
export function overviewAskedIn(question: string): VisitorLanguage | null {
  return question.length > LONGEST ? null : (open.get(withoutMarks(question)) ?? null);
}

function withoutMarks(text: string): string {
  return plain(text.replace(/[^\p{L}\p{M}\p{N} ]/gu, ''));
}
