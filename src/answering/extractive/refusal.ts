/** The refusal of a question that the content does not answer: it names the closest section and offers a human. */
import type { Steps } from '../../lib/steps.ts';
import type { AnswerRequest } from '../generators/answer-generator.ts';
import { closestSection } from './closest-section.ts';
import { PHRASES } from './dialogue/phrases.ts';
import { languageName, otherContentLanguage, spokenLanguage } from './languages/conversation-language.ts';

/** @param question in the words that were looked for */
export function* refusal(question: string, request: AnswerRequest): Steps<string> {
  const language = spokenLanguage(request);
  const { nothingFits, otherLanguage, closest, offerHuman } = PHRASES[language];
  const other = otherContentLanguage(request);
  const near = yield* closestSection(question, request.passages, request.chatbot.name);
  const parts = [
    nothingFits,
    ...(other === null ? [] : [otherLanguage.replace('{}', () => languageName(other, language))]),
    ...(near === null ? [] : [closest.replace('{}', () => near)]),
    ...(request.chatbot.humanHandoffEnabled ? [offerHuman] : []),
  ];
  return parts.join(' ');
}
