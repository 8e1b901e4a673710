import { describe, expect, it } from 'vitest';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import { answerIdOf, questionIdOf, type SessionRef } from '../../src/commands/conversations.ts';
import type { LeadDetails } from '../../src/domain/conversation/lead.ts';
import type { DomainEvent } from '../../src/domain/events.ts';
import { chatbotSubject, leadSubject } from '../../src/domain/key-subjects.ts';
import { KeyedHash } from '../../src/event-log/keyed-hash.ts';
import { SubjectErased } from '../../src/event-log/subject-erased.ts';
import { idOf } from '../support/fixtures.ts';
import { masterKey, newCommand, nodeOn, recordedIn, storesOfFile, valueOrThrow } from '../support/inside.ts';

const stores = storesOfFile();
const keyId = idOf('key');
let visitors = 0;

const newSession = (): SessionRef => ({ chatbotId: idOf('bot'), sessionId: `Canary visitor ${visitors++}` });
const streamOf = ({ chatbotId, sessionId }: SessionRef) =>
  `conversation-${new KeyedHash(masterKey).hash('conversation', chatbotId, sessionId)}`;
const factsOf = async (session: SessionRef): Promise<readonly DomainEvent[]> =>
  (await recordedIn(stores(), streamOf(session))).map(({ event }) => event);

const evidence = {
  model: 'offline',
  promptVersion: '1',
  passages: [],
  promptTokens: null,
  completionTokens: null,
  firstTokenMs: null,
  totalMs: 1,
};
const answerTo = (questionId: string, messageId: string) => ({
  messageId,
  questionId,
  content: 'We open at nine.',
  sources: [],
  suggestions: [],
  condensedQuestion: 'opening hours',
  partial: false,
  evidence,
});

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

/** More commands than an aggregate remembers. */
async function muchElse(session: SessionRef): Promise<void> {
  for (let more = 0; more < 20; more += 1) await asking(session, 'And?');
}

describe('a command that is tried again', () => {
  const tried = async () => {
    const session = newSession();
    const command = newCommand();
    const question = { messageId: questionIdOf(command), keyId, content: 'When?', lead: null };
    const ask = async () => valueOrThrow(await nodeOn(stores()).conversations.askQuestion(session, question, command));
    return { session, command, ask };
  };
  const messageIdsOf = async (session: SessionRef) =>
    (await factsOf(session)).flatMap(({ type, data }) =>
      type === 'QuestionAsked' || type === 'AnswerGiven' ? [data.messageId] : [],
    );

  it('asks once, however much was asked in between', async () => {
    const { session, command, ask } = await tried();
    const { conversations } = nodeOn(stores());
    expect(await conversations.resumeQuestion(session, command)).toEqual({
      context: command,
      isAsked: false,
      isAnswered: false,
    });
    const first = await ask();
    expect(first.isAnswered).toBe(false);
    await muchElse(session);
    expect(await conversations.resumeQuestion(session, command)).toEqual({
      context: command,
      isAsked: true,
      isAnswered: false,
    });
    expect(await ask()).toEqual(first);
    expect((await messageIdsOf(session)).filter((id) => id === first.questionId)).toHaveLength(1);
  });

  it('is answered once, and knows that it is', async () => {
    const { session, command, ask } = await tried();
    const { questionId } = await ask();
    const answer = answerTo(questionId, answerIdOf(command));
    const give = () => nodeOn(stores()).conversations.recordAnswer(session, answer, command);
    await give();
    await muchElse(session);
    expect((await ask()).isAnswered).toBe(true);
    expect(await nodeOn(stores()).conversations.resumeQuestion(session, command)).toMatchObject({ isAnswered: true });
    expect(await give()).toMatchObject({ ok: true });
    expect((await messageIdsOf(session)).filter((id) => id === answer.messageId)).toHaveLength(1);
  });

  it('may be answered in full after an answer that broke off', async () => {
    const { session, command, ask } = await tried();
    const { questionId } = await ask();
    const { conversations } = nodeOn(stores());
    const part = { ...answerTo(questionId, idOf(`part of ${questionId}`)), partial: true };
    valueOrThrow(await conversations.recordAnswer(session, part, command));
    expect((await ask()).isAnswered).toBe(false);
    valueOrThrow(await conversations.recordAnswer(session, answerTo(questionId, answerIdOf(command)), command));
    expect(await messageIdsOf(session)).toEqual([questionId, part.messageId, answerIdOf(command)]);
  });

  it('has three attempts at its answer, however many run at once, on any node', async () => {
    const { session, command, ask } = await tried();
    await ask();
    const nodes = [nodeOn(stores()), nodeOn(stores())];
    const tries = Array.from({ length: 10 }, (_, place) =>
      nodes[place % 2]?.conversations.retryAnswer(session, command),
    );
    const allowed = (await Promise.all(tries)).filter((retried) => retried?.ok);
    expect(allowed).toHaveLength(2);
    await muchElse(session);
    const late = await nodeOn(stores()).conversations.retryAnswer(session, command);
    expect(late).toMatchObject({ ok: false, rejection: 'TooManyAttempts' });
  });

  it('continues as another command when its question has been withdrawn', async () => {
    const session = newSession();
    const command = newCommand();
    const { conversations } = nodeOn(stores());
    const where = { conversation: conversations.streamIdOf(session), chatbotId: session.chatbotId };
    await conversations.withdrawQuestion({ ...where, messageId: questionIdOf(command) }, newCommand());
    const next = await conversations.resumeQuestion(session, command);
    expect(next.isAsked).toBe(false);
    expect(next.context.commandId).not.toBe(command.commandId);
    expect(await conversations.resumeQuestion(session, command)).toEqual(next);
    const question = { messageId: questionIdOf(next.context), keyId, content: 'When?', lead: null };
    expect(await conversations.askQuestion(session, question, next.context)).toMatchObject({ ok: true });
    expect(await conversations.resumeQuestion(session, command)).toEqual({ ...next, isAsked: true });
  });
});

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

describe('a question whose conversation was erased', () => {
  it('is neither asked nor answered by its command again; another one begins a conversation', async () => {
    const session = newSession();
    const { conversations } = nodeOn(stores());
    const question = { messageId: uuidV7Ids.next(), keyId, content: 'When do you open?', lead: null };
    const command = newCommand();
    const asked = valueOrThrow(await conversations.askQuestion(session, question, command));
    const erasure = { conversationId: asked.conversationId, reason: 'owner', seen: null } as const;
    valueOrThrow(await conversations.erase(session, erasure, newCommand()));
    expect(await conversations.askQuestion(session, question, command)).toMatchObject({
      ...{ ok: false, rejection: 'ConversationNotFound' },
    });
    const retried = await conversations.retryAnswer(session, command);
    expect(retried).toMatchObject({ ok: false, rejection: 'ConversationNotFound' });
    const next = await asking(session, 'Hello?');
    expect(next.conversationId).not.toBe(asked.conversationId);
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
    const answer = { ...answerTo(questionId, idOf('third')), evidence: { ...evidence, passages: [passage] } };
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
