import { describe, expect, test } from 'vitest';
import { repeatErasuresInLog } from '../../../src/composition/backup/erasure-commands.ts';
import { conversationSubject, leadSubject } from '../../../src/domain/key-subjects.ts';
import { conversationsIn, newSession } from '../../commands/support/conversations.ts';
import { NOON } from '../../support/fixtures.ts';
import { masterKey, storesOfFile } from '../../support/inside.ts';

const stores = storesOfFile();
const { factsOf, asking } = conversationsIn(stores);

const repeat = (...subjects: string[]) => repeatErasuresInLog(subjects, { ...stores(), masterKey, now: () => NOON });

/** A conversation whose visitor left an email address. */
async function conversationWithLead() {
  const session = newSession();
  const { conversationId } = await asking(session, 'When do you open?', { email: 'vera@example.com' });
  const captured = (await factsOf(session)).find(({ type }) => type === 'LeadCaptured');
  const leadId = captured?.type === 'LeadCaptured' ? captured.data.leadId : '';
  const typesSince = async (before: number) => (await factsOf(session)).slice(before).map(({ type }) => type);
  const count = (await factsOf(session)).length;
  return { ...session, conversationId, leadId, newTypes: () => typesSince(count) };
}

describe('An erasure that is repeated in a restored log', () => {
  test('of a lead deletes that lead and keeps its conversation', async () => {
    const { chatbotId, leadId, newTypes } = await conversationWithLead();
    await repeat(leadSubject(chatbotId, leadId));
    expect(await newTypes()).toEqual(['LeadDeleted']);
  });

  test('of a conversation erases that conversation alone', async () => {
    const [erased, other] = [await conversationWithLead(), await conversationWithLead()];
    await repeat(conversationSubject(erased.chatbotId, erased.conversationId));
    expect(await erased.newTypes()).toContain('ConversationErased');
    expect(await other.newTypes()).toEqual([]);
  });

  test('of what the log does not hold changes nothing', async () => {
    const { chatbotId, newTypes } = await conversationWithLead();
    const head = await stores().log.head();
    await repeat(leadSubject(chatbotId, 'another'), 'chatbot:another', 'account:another', 'chatbot:another/source:one');
    expect(await newTypes()).toEqual([]);
    expect(await stores().log.head()).toBe(head);
  });
});
