import { describe, expect, it } from 'vitest';
import type { SessionRef } from '../../src/commands/conversations.ts';
import { chatbotSubject, leadSubject } from '../../src/domain/key-subjects.ts';
import { SubjectErased } from '../../src/event-log/subject-erased.ts';
import { EVIDENCE } from '../support/events/evidence.ts';
import { idOf } from '../support/fixtures.ts';
import { newCommand, nodeOn, storesOfFile, valueOrThrow } from '../support/inside.ts';
import { answerTo, conversationsIn, newSession, streamOf } from './support/conversations.ts';

const stores = storesOfFile();
const { factsOf, asking, answered } = conversationsIn(stores);

describe('a question', () => {
  it('starts the conversation of its session, and the next one continues it', async () => {
    const session = newSession();
    const [first, second] = [await asking(session, 'One?'), await asking(session, 'Two?')];
    expect(second.conversationId).toBe(first.conversationId);
    expect(second.questionId).not.toBe(first.questionId);
    expect((await factsOf(session)).map(({ type }) => type)).toEqual([
      'ConversationStarted',
      'QuestionAsked',
      'QuestionAsked',
    ]);
  });

  it('of two at once on two nodes: one conversation, both questions', async () => {
    const session = newSession();
    const [one, two] = await Promise.all([asking(session, 'One?'), asking(session, 'Two?')]);
    expect(one.conversationId).toBe(two.conversationId);
    expect(await factsOf(session)).toHaveLength(3);
  });

  it('in the same session of another chatbot is another conversation', async () => {
    const session = newSession();
    const elsewhere = { ...session, chatbotId: idOf('other bot') };
    const [here, there] = [await asking(session, 'Here?'), await asking(elsewhere, 'There?')];
    expect(here.conversationId).not.toBe(there.conversationId);
  });

  it('names neither its session nor its words in clear', async () => {
    const session = newSession();
    await asking(session, 'Canary question', { email: 'canary@example.com' });
    const stored = await stores().log.readStream(streamOf(session));
    expect(stored).toHaveLength(3);
    expect(JSON.stringify(stored.map(({ position: _, ...event }) => event)).toLowerCase()).not.toContain('canary');
  });

  it('to a crypto-shredded chatbot is not recorded', async () => {
    const session = { ...newSession(), chatbotId: idOf('erased bot') };
    await stores().keys.erase(chatbotSubject(session.chatbotId));
    await expect(asking(session, 'Anybody there?')).rejects.toThrow(SubjectErased);
  });
});

describe('an answer', () => {
  it('is recorded once, also when its command comes again', async () => {
    const { session, conversations, questionId } = await answered();
    const [answer, command] = [answerTo(questionId, idOf('second answer')), newCommand()];
    for (let times = 0; times < 2; times += 1) {
      expect(await conversations.recordAnswer(session, answer, command)).toMatchObject({ ok: true });
    }
    expect((await factsOf(session)).filter(({ type }) => type === 'AnswerGiven')).toHaveLength(2);
  });

  it('keeps of a passage its hash and never its words, even when they come along', async () => {
    const { session, conversations, questionId } = await answered();
    const passage = { passageId: 'p', sourceId: 's', score: 1, textHash: '0'.repeat(64), text: 'Canary passage' };
    const answer = { ...answerTo(questionId, idOf('third')), evidence: { ...EVIDENCE, passages: [passage] } };
    await conversations.recordAnswer(session, answer, newCommand());
    const stored = await stores().log.readStream(streamOf(session));
    expect(JSON.stringify(stored.at(-1)?.data)).not.toContain('Canary');
  });

  it('may fail, which is recorded as well', async () => {
    const { session, conversations, questionId } = await answered();
    const failure = { messageId: idOf('failed'), questionId, model: 'offline' };
    expect(await conversations.recordFailure(session, failure, newCommand())).toMatchObject({ ok: true });
    expect((await factsOf(session)).at(-1)).toMatchObject({ type: 'AnswerFailed', data: failure });
  });

  it('to an unknown conversation is refused', async () => {
    const { conversations } = nodeOn(stores());
    const notFound = { ok: false, rejection: 'ConversationNotFound' };
    const [question, message] = [idOf('q'), idOf('m')];
    expect(await conversations.recordAnswer(newSession(), answerTo(question, message), newCommand())).toMatchObject(
      notFound,
    );
    const failure = { messageId: message, questionId: question, model: 'offline' };
    expect(await conversations.recordFailure(newSession(), failure, newCommand())).toMatchObject(notFound);
  });
});

describe('a rating', () => {
  it('is a toggle', async () => {
    const { session, conversations, messageId } = await answered();
    const rate = async (feedback: 'positive' | 'negative') =>
      valueOrThrow(await conversations.rateMessage(session, { messageId, feedback }, newCommand())).feedback;
    expect(await rate('positive')).toBe('positive');
    expect(await rate('positive')).toBeNull();
    expect(await rate('negative')).toBe('negative');
    expect(await rate('positive')).toBe('positive');
  });

  it('sent again is the same rating, and answers for its own message', async () => {
    const { session, conversations, messageId, questionId } = await answered();
    const other = idOf(`another answer to ${questionId}`);
    await conversations.recordAnswer(session, answerTo(questionId, other), newCommand());
    const command = newCommand();
    const rating = { messageId, feedback: 'positive' } as const;
    valueOrThrow(await conversations.rateMessage(session, rating, command));
    valueOrThrow(await conversations.rateMessage(session, { messageId: other, feedback: 'negative' }, newCommand()));
    expect(valueOrThrow(await conversations.rateMessage(session, rating, command))).toEqual({ feedback: 'positive' });
  });

  it('is refused for a question, a message that is not there, and a session that is not there', async () => {
    const { session, conversations, questionId, messageId } = await answered();
    const rejectionOf = async (where: SessionRef, id: string) => {
      const outcome = await conversations.rateMessage(where, { messageId: id, feedback: 'positive' }, newCommand());
      return outcome.ok ? null : outcome.rejection;
    };
    expect(await rejectionOf(session, questionId)).toBe('OnlyAssistantMessagesCanBeRated');
    expect(await rejectionOf(session, idOf('nothing'))).toBe('MessageNotFound');
    expect(await rejectionOf(newSession(), messageId)).toBe('ConversationNotFound');
    expect(await rejectionOf({ ...session, chatbotId: idOf('other bot') }, messageId)).toBe('ConversationNotFound');
  });
});

describe('a lead', () => {
  it('is erased with its deletion; the conversation stays, and a later lead is a new one', async () => {
    const session = newSession();
    const { conversations } = nodeOn(stores());
    await asking(session, 'Call me', { name: 'Ada', phone: '+1' });
    const captured = (await factsOf(session)).find(({ type }) => type === 'LeadCaptured');
    if (captured?.type !== 'LeadCaptured') throw new Error('No lead was captured');
    expect(captured.sealed).toEqual({ name: 'Ada', phone: '+1' });

    expect(await conversations.deleteLead(session, newCommand())).toMatchObject({ ok: true });
    const subject = leadSubject(session.chatbotId, captured.data.leadId);
    expect(await stores().keys.getOrCreate(subject)).toBeNull();
    const after = await factsOf(session);
    expect(after.find(({ type }) => type === 'LeadCaptured')).toMatchObject({ sealed: null });
    expect(after.find(({ type }) => type === 'QuestionAsked')).toMatchObject({ sealed: { content: 'Call me' } });

    await asking(session, 'Here I am again', { name: 'Ada' });
    const later = (await factsOf(session)).filter(({ type }) => type === 'LeadCaptured').at(-1);
    expect(later).toMatchObject({ sealed: { name: 'Ada' } });
    expect(later?.data).not.toMatchObject({ leadId: captured.data.leadId });
  });

  it('that is not there, or is gone, is not found', async () => {
    const notFound = { ok: false, rejection: 'LeadNotFound' };
    const { conversations } = nodeOn(stores());
    expect(await conversations.deleteLead(newSession(), newCommand())).toMatchObject(notFound);
    const session = newSession();
    await asking(session, 'No details');
    expect(await conversations.deleteLead(session, newCommand())).toMatchObject(notFound);
    await asking(session, 'Details', { email: 'ada@example.com' });
    expect(await conversations.deleteLead(session, newCommand())).toMatchObject({ ok: true });
    expect(await conversations.deleteLead(session, newCommand())).toMatchObject(notFound);
  });

  it('is deleted by one of two who try at once', async () => {
    const session = newSession();
    await asking(session, 'Call me', { phone: '+1' });
    const outcomes = await Promise.all(
      [nodeOn(stores()), nodeOn(stores())].map((node) => node.conversations.deleteLead(session, newCommand())),
    );
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect((await factsOf(session)).filter(({ type }) => type === 'LeadDeleted')).toHaveLength(1);
  });
});
