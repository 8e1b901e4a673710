/** Sessions of visitors for the tests of conversation commands. */
import { uuidV7Ids } from '../../../src/adapters/system/ids.ts';
import type { SessionRef } from '../../../src/commands/conversations.ts';
import type { LeadDetails } from '../../../src/domain/conversation/lead.ts';
import type { DomainEvent } from '../../../src/domain/events.ts';
import { KeyedHash } from '../../../src/event-log/keyed-hash.ts';
import { EVIDENCE } from '../../support/events/evidence.ts';
import { idOf } from '../../support/fixtures.ts';
import { masterKey, newCommand, nodeOn, recordedIn, type storesOfFile, valueOrThrow } from '../../support/inside.ts';

export const keyId = idOf('key');
let visitors = 0;

export const newSession = (): SessionRef => ({ chatbotId: idOf('bot'), sessionId: `Canary visitor ${visitors++}` });

export const streamOf = ({ chatbotId, sessionId }: SessionRef): string =>
  `conversation-${new KeyedHash(masterKey).hash('conversation', chatbotId, sessionId)}`;

export const answerTo = (questionId: string, messageId: string) => ({
  messageId,
  questionId,
  content: 'We open at nine.',
  sources: [],
  suggestions: [],
  condensedQuestion: 'opening hours',
  partial: false,
  evidence: EVIDENCE,
});

export function conversationsIn(stores: ReturnType<typeof storesOfFile>) {
  const factsOf = async (session: SessionRef): Promise<readonly DomainEvent[]> =>
    (await recordedIn(stores(), streamOf(session))).map(({ event }) => event);

  async function asking(session: SessionRef, content: string, lead: LeadDetails | null = null) {
    const question = { messageId: uuidV7Ids.next(), keyId, content, lead };
    return valueOrThrow(await nodeOn(stores()).conversations.askQuestion(session, question, newCommand()));
  }

  async function answered() {
    const session = newSession();
    const { conversations } = nodeOn(stores());
    const { questionId, conversationId } = await asking(session, 'When do you open?');
    const messageId = idOf(`answer to ${questionId}`);
    await conversations.recordAnswer(session, answerTo(questionId, messageId), newCommand());
    return { session, conversations, questionId, messageId, conversationId };
  }

  return { factsOf, asking, answered };
}
