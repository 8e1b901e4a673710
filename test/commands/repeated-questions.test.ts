import { describe, expect, it } from 'vitest';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import { answerIdOf, questionIdOf, type SessionRef } from '../../src/commands/conversations.ts';
import { idOf } from '../support/fixtures.ts';
import { newCommand, nodeOn, storesOfFile, valueOrThrow } from '../support/inside.ts';
import { answerTo, conversationsIn, keyId, newSession } from './support/conversations.ts';

const stores = storesOfFile();
const { factsOf, asking } = conversationsIn(stores);

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
      ok: false,
      rejection: 'ConversationNotFound',
    });
    const retried = await conversations.retryAnswer(session, command);
    expect(retried).toMatchObject({ ok: false, rejection: 'ConversationNotFound' });
    const next = await asking(session, 'Hello?');
    expect(next.conversationId).not.toBe(asked.conversationId);
  });
});
