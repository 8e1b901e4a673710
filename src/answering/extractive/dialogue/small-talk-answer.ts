import type { AnswerRequest } from '../../generators/answer-generator.ts';
import { spokenLanguage } from '../languages/conversation-language.ts';
import { PHRASES } from './phrases.ts';
import type { AnswerableSmallTalk } from './small-talk.ts';
import { SMALL_TALK_REPLIES } from './small-talk-replies.ts';

export function smallTalkAnswer({ kind, languages }: AnswerableSmallTalk, request: AnswerRequest): string {
  const language = spokenLanguage(request, languages);
  const replies = SMALL_TALK_REPLIES[language];
  const { humanHandoffEnabled } = request.chatbot;
  switch (kind) {
    case 'hello':
    case 'thanks':
    case 'goodbye':
      return replies[kind];
    case 'who':
      return replies.who.replace('{}', () => request.chatbot.name);
    case 'human':
      return replies.humanOnRequest;
    case 'complaint':
      return humanHandoffEnabled ? `${replies.sorry} ${PHRASES[language].offerHuman}` : replies.sorry;
    case 'yes':
      return humanHandoffEnabled && wasOfferedHuman(request) ? replies.humanOnRequest : replies.askAgain;
    case 'nothingAsked':
      return replies.askAgain;
  }
}

function wasOfferedHuman({ memory }: AnswerRequest): boolean {
  const before = memory.findLast(({ role }) => role === 'assistant')?.content ?? '';
  return Object.values(PHRASES).some(({ offerHuman }) => before.includes(offerHuman));
}
