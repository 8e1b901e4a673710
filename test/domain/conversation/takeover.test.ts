import { describe, expect, it } from 'vitest';
import { conversation } from '../../../src/domain/conversation/conversation.ts';
import { isLeftToHuman, ratingOf } from '../../../src/domain/conversation/conversation-state.ts';
import type { ConversationEvent } from '../../../src/domain/conversation/events.ts';
import { given } from '../../support/events/decider-spec.ts';
import { EVIDENCE } from '../../support/events/evidence.ts';
import { idOf } from '../../support/fixtures.ts';
import { asked, keyId, sessionId, started, where } from './conversation-facts.ts';

const accountId = idOf('owner');
const since = 1_790_000_000_000;

const takenOver: ConversationEvent = {
  type: 'SessionTakenOver',
  data: { ...where, accountId, since },
  sealed: { sessionId },
};
const released: ConversationEvent = { type: 'SessionReleased', data: { ...where, accountId }, sealed: { sessionId } };
const agentSaid = (message: string): ConversationEvent => ({
  type: 'AgentMessageSent',
  data: { ...where, messageId: idOf(message), accountId },
  sealed: { sessionId, content: message },
});
const handoffRequested = (handoff: string): ConversationEvent => ({
  type: 'HandoffRequested',
  data: { ...where, handoffId: idOf(handoff), keyId },
  sealed: { sessionId },
});

const takeOver = { type: 'TakeOver', sessionId, accountId, at: since } as const;
const release = { type: 'Release', sessionId, accountId } as const;
const say = (message: string) =>
  ({ type: 'SendAgentMessage', sessionId, accountId, messageId: idOf(message), content: message }) as const;
const requestHandoff = (handoff: string) =>
  ({ type: 'RequestHandoff', sessionId, handoffId: idOf(handoff), keyId }) as const;
const ask = (message: string) =>
  ({
    type: 'AskQuestion',
    ...where,
    keyId,
    sessionId,
    messageId: idOf(message),
    content: message,
    lead: null,
  }) as const;
const answer = (message: string, question: string, partial = false) =>
  ({
    type: 'GiveAnswer',
    sessionId,
    messageId: idOf(message),
    questionId: idOf(question),
    content: message,
    sources: [],
    suggestions: [],
    condensedQuestion: question,
    partial,
    evidence: EVIDENCE,
  }) as const;

describe('a takeover', () => {
  it('says who took the session over, and when', () => {
    given(conversation, started, asked('q1')).when(takeOver).thenEvents(takenOver);
  });

  it('of a session that is taken over already changes nothing', () => {
    const { state } = given(conversation, started, takenOver);
    expect(state).toMatchObject({ takeover: { since } });
    given(conversation, started, takenOver)
      .when({ ...takeOver, at: since + 1 })
      .thenNothing();
  });

  it('of a session that nobody began is not found, nor are its release, its messages and its handoff', () => {
    for (const command of [takeOver, release, say('m1'), requestHandoff('h1')]) {
      given(conversation).when(command).thenRejected('ConversationNotFound');
    }
  });

  it('ends with a release; one that is over is not released again', () => {
    given(conversation, started, takenOver).when(release).thenEvents(released);
    given(conversation, started).when(release).thenNothing();
    given(conversation, started, takenOver, released).when(release).thenNothing();
  });

  it('leaves the visitor free to write', () => {
    given(conversation, started, takenOver).when(ask('q2')).thenEvents(asked('q2'));
  });
});

describe('an answer', () => {
  it.each([
    ['is not recorded while a human has the session', [asked('q1'), takenOver]],
    ['is not recorded when a human had the session since it was asked', [asked('q1'), takenOver, released]],
    ['is not recorded for a question that a human was asked', [takenOver, asked('q1'), released]],
  ])('%s, in full or in part', (_what, events) => {
    for (const partial of [false, true]) {
      given(conversation, started, ...events)
        .when(answer('a1', 'q1', partial))
        .thenRejected('SessionTakenOver');
    }
    const { state } = given(conversation, started, ...events);
    expect(isLeftToHuman(state, idOf('q1'))).toBe(true);
    // No further attempt is counted either, since no model is called.
    given(conversation, started, ...events)
      .when({ type: 'RetryAnswer', questionId: idOf('q1'), answerId: idOf('a1') })
      .thenNothing();
  });

  it('is recorded again for what is asked after a release', () => {
    const { state } = given(conversation, started, takenOver, released, asked('q2'));
    expect(isLeftToHuman(state, idOf('q2'))).toBe(false);
    expect(conversation.decide(answer('a2', 'q2'), state)).toMatchObject({ ok: true, value: [{}] });
  });
});

describe("an agent's message", () => {
  it('is recorded during a takeover, with who wrote it', () => {
    given(conversation, started, takenOver).when(say('m1')).thenEvents(agentSaid('m1'));
  });

  it('is refused outside one', () => {
    given(conversation, started).when(say('m1')).thenRejected('SessionNotTakenOver');
    given(conversation, started, takenOver, released).when(say('m1')).thenRejected('SessionNotTakenOver');
  });

  it('is not sent twice by one command, also after a release', () => {
    given(conversation, started, takenOver, agentSaid('m1'), released).when(say('m1')).thenNothing();
  });

  it('cannot be rated', () => {
    const { state } = given(conversation, started, takenOver, agentSaid('m1'));
    expect(ratingOf(state, idOf('m1'))).toBeNull();
    given(conversation, started, takenOver, agentSaid('m1'))
      .when({ type: 'RateMessage', messageId: idOf('m1'), feedback: 'positive' })
      .thenRejected('OnlyAssistantMessagesCanBeRated');
  });
});

describe('a handoff', () => {
  it('stays requested until somebody takes the session over', () => {
    given(conversation, started).when(requestHandoff('h1')).thenEvents(handoffRequested('h1'));
    given(conversation, started, handoffRequested('h1')).when(requestHandoff('h2')).thenNothing();
    given(conversation, started, handoffRequested('h1'), takenOver).when(requestHandoff('h2')).thenNothing();
    given(conversation, started, handoffRequested('h1'), takenOver, released)
      .when(requestHandoff('h2'))
      .thenEvents(handoffRequested('h2'));
  });
});
