/** Writes the line above a quotation that names what the content lacks of the question. */
import type { Steps } from '../../lib/steps.ts';
import type { AnswerRequest } from '../generators/answer-generator.ts';
import { unlistedContact } from './contact/contact-answer.ts';
import { PHRASES } from './dialogue/phrases.ts';
import { spokenLanguage } from './languages/conversation-language.ts';
import { unknownCase, unknownDestination, unknownWords } from './missing-content/unknown-words.ts';
import { unlistedHoliday } from './missing-content/unlisted-days.ts';
import { condensedQuestion } from './plain-question.ts';
import { contentWords } from './question/question-terms.ts';

/** Characters of words that a line can name. */
const MAX_UNKNOWN = 60;

/** Returns null where the content lacks nothing. */
export function* caveatFor(question: string, request: AnswerRequest): Steps<string | null> {
  const unlisted =
    unlistedHoliday(question, request.passages) ?? unlistedContact(contentWords(question), request.passages);
  yield;
  const unknown = unlisted ?? unknownPart(question, request);
  yield;
  if (unknown === '' || unknown.length > MAX_UNKNOWN) return null;
  return PHRASES[spokenLanguage(request)].nothingAbout.replace('{}', () => unknown);
}

function unknownPart(question: string, { memory, passages, chatbot }: AnswerRequest): string {
  const destination = unknownDestination(question, passages);
  if (destination !== null) return destination.place;
  const joined = condensedQuestion(question, memory);
  if (joined === question) return unknownWords(question, passages, chatbot.name).join(' ');
  return unknownCase(question, joined, passages) ?? '';
}
