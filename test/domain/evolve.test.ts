import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { account } from '../../src/domain/account/account.ts';
import { EMAIL_CLAIM_EVENTS, emailClaim } from '../../src/domain/account/email-claim.ts';
import { ACCOUNT_EVENTS } from '../../src/domain/account/events.ts';
import type { Aggregate } from '../../src/domain/aggregate.ts';
import { chatbot } from '../../src/domain/chatbot/chatbot.ts';
import { CHATBOT_EVENTS } from '../../src/domain/chatbot/events.ts';
import { conversation } from '../../src/domain/conversation/conversation.ts';
import { CONVERSATION_EVENTS } from '../../src/domain/conversation/events.ts';
import { dataSource } from '../../src/domain/data-source/data-source.ts';
import { DATA_SOURCE_EVENTS } from '../../src/domain/data-source/events.ts';
import type { EventDefinition } from '../../src/domain/event.ts';
import { EVENT_DEFINITIONS, STREAM_CATEGORIES } from '../../src/domain/events.ts';
import { INSTALLATION_EVENTS } from '../../src/domain/installation/events.ts';
import { installation } from '../../src/domain/installation/installation.ts';
import { MESSAGE_QUOTA_EVENTS } from '../../src/domain/message-quota/events.ts';
import { messageQuota } from '../../src/domain/message-quota/message-quota.ts';
import { SESSION_EVENTS } from '../../src/domain/session/events.ts';
import { session } from '../../src/domain/session/session.ts';
import { TREE_HEAD_EVENTS } from '../../src/domain/tree-head/events.ts';
import { treeHead } from '../../src/domain/tree-head/tree-head.ts';
import { WIDGET_KEY_EVENTS } from '../../src/domain/widget-key/events.ts';
import { widgetKeys } from '../../src/domain/widget-key/widget-keys.ts';
import { eventOf } from '../support/events/arbitraries.ts';

type AnyAggregate = Aggregate<unknown, unknown, unknown, string>;

const aggregates = [
  [account, ACCOUNT_EVENTS],
  [emailClaim, EMAIL_CLAIM_EVENTS],
  [messageQuota, MESSAGE_QUOTA_EVENTS],
  [session, SESSION_EVENTS],
  [chatbot, CHATBOT_EVENTS],
  [dataSource, DATA_SOURCE_EVENTS],
  [widgetKeys, WIDGET_KEY_EVENTS],
  [conversation, CONVERSATION_EVENTS],
  [installation, INSTALLATION_EVENTS],
  [treeHead, TREE_HEAD_EVENTS],
].map(([aggregate, events]) => ({
  aggregate: aggregate as AnyAggregate,
  definitions: events as unknown as readonly EventDefinition[],
}));

describe.each(aggregates)('$aggregate.category', ({ aggregate, definitions }) => {
  it('folds any of its facts in any order, also when their sealed parts are gone', () => {
    const facts = fc.array(fc.oneof(...definitions.map((definition) => eventOf(definition, true))), { maxLength: 30 });
    fc.assert(
      fc.property(facts, (events) => {
        let state = aggregate.initial;
        for (const event of events) {
          const before = JSON.stringify(state);
          const next = aggregate.evolve(state, event);
          // A state must not be mutated, because others hold it.
          expect(JSON.stringify(state)).toBe(before);
          expect(next).toBeTypeOf('object');
          state = next;
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('the list of all events', () => {
  it('stands beside the list of all categories', () => {
    expect(aggregates.map(({ aggregate }) => aggregate.category).sort()).toEqual(STREAM_CATEGORIES);
  });

  it('names every event of every aggregate once', () => {
    const declared = aggregates.flatMap(({ definitions }) => definitions.map(({ type }) => type));
    expect([...EVENT_DEFINITIONS.keys()].sort()).toEqual([...new Set(declared)].sort());
    expect(EVENT_DEFINITIONS.size).toBe(declared.length);
  });

  it('lifts every older version there has been', () => {
    for (const { type, version, upcasts } of EVENT_DEFINITIONS.values()) {
      expect({ type, lifted: Object.keys(upcasts).map(Number) }).toEqual({
        type,
        lifted: Array.from({ length: version - 1 }, (_, index) => index + 1),
      });
    }
  });
});
