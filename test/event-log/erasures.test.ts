import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../src/domain/events.ts';
import {
  accountSubject,
  chatbotSubject,
  conversationSubject,
  leadSubject,
  sourceSubject,
} from '../../src/domain/key-subjects.ts';
import { erasedSubjectsSince } from '../../src/event-log/erasures.ts';
import { EventStore } from '../../src/event-log/event-store.ts';
import { idOf, NOON, sha256Of } from '../support/fixtures.ts';
import { newCommand, noonClock, storesOfFile } from '../support/inside.ts';

const stores = storesOfFile();
const [accountId, chatbotId, otherId, sourceId, conversationId, leadId] = [
  ...['ada', 'bot', 'other', 'source', 'talk', 'lead'].map(idOf),
] as [string, string, string, string, string, string];
const inTalk = { chatbotId, conversationId, leadId };

async function record(stream: string, event: DomainEvent) {
  const { log, codec } = stores();
  const store = new EventStore(log, codec, noonClock);
  const nothing = { state: null, revision: 'no-stream', position: null, chain: null, recentCommands: [] } as const;
  const appended = await store.append({ stream, ...nothing }, [event], newCommand());
  if (!appended.ok) throw new Error('The stream exists');
  return appended.position;
}

describe('The erasure list', () => {
  it('names what was erased, in order, with the time of the decision, and can be read on from anywhere', async () => {
    const erasing: DomainEvent[] = [
      { type: 'LeadDeleted', data: inTalk },
      { type: 'DataSourceDeleted', data: { sourceId, chatbotId } },
      { type: 'ConversationErased', data: { ...inTalk, reason: 'retention' } },
      { type: 'ChatbotDeleted', data: { chatbotId, ownerId: accountId } },
      { type: 'AccountDeleted', data: { accountId, chatbotIds: [otherId], emailClaimId: sha256Of('email') } },
    ];
    const positions = [];
    for (const [place, event] of erasing.entries()) {
      positions.push(await record(`test-${place}`, event));
      await record(`test-${place}-other`, { type: 'EmailClaimed', data: { accountId } });
    }
    const { log, codec } = stores();
    const all = await Array.fromAsync(erasedSubjectsSince(log, codec, null));
    expect(all.map(({ subject }) => subject)).toEqual([
      leadSubject(chatbotId, leadId),
      sourceSubject(chatbotId, sourceId),
      conversationSubject(chatbotId, conversationId),
      leadSubject(chatbotId, leadId),
      chatbotSubject(chatbotId),
      accountSubject(accountId),
      chatbotSubject(otherId),
    ]);
    expect(new Set(all.map(({ position }) => position))).toEqual(new Set(positions));
    expect(new Set(all.map(({ at }) => at))).toEqual(new Set([NOON]));
    const [, , third, fourth] = positions;
    expect(await Array.fromAsync(erasedSubjectsSince(log, codec, third ?? null))).toEqual(
      all.filter(({ position }) => fourth !== undefined && position >= fourth),
    );
  });
});
