import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { account } from '../../src/domain/account/account.ts';
import { emailClaim, emailClaimEvents } from '../../src/domain/account/email-claim.ts';
import { accountEvents } from '../../src/domain/account/events.ts';
import type { Aggregate } from '../../src/domain/aggregate.ts';
import { allowance } from '../../src/domain/allowance/allowance.ts';
import { allowanceEvents } from '../../src/domain/allowance/events.ts';
import { chatbot } from '../../src/domain/chatbot/chatbot.ts';
import { chatbotEvents } from '../../src/domain/chatbot/events.ts';
import { conversation } from '../../src/domain/conversation/conversation.ts';
import { conversationEvents } from '../../src/domain/conversation/events.ts';
import { dataSource } from '../../src/domain/data-source/data-source.ts';
import { dataSourceEvents } from '../../src/domain/data-source/events.ts';
import type { EventDefinition } from '../../src/domain/event.ts';
import { eventDefinitions } from '../../src/domain/events.ts';
import { sessionEvents } from '../../src/domain/session/events.ts';
import { session } from '../../src/domain/session/session.ts';
import { widgetKeyEvents } from '../../src/domain/widget-key/events.ts';
import { widgetKey } from '../../src/domain/widget-key/widget-key.ts';
import { eventOf } from '../support/arbitraries.ts';

type AnyAggregate = Aggregate<unknown, unknown, unknown, string>;

const aggregates = [
  [account, accountEvents],
  [emailClaim, emailClaimEvents],
  [allowance, allowanceEvents],
  [session, sessionEvents],
  [chatbot, chatbotEvents],
  [dataSource, dataSourceEvents],
  [widgetKey, widgetKeyEvents],
  [conversation, conversationEvents],
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
          // A state is never changed: others hold it.
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
  it('names every event of every aggregate once', () => {
    const declared = aggregates.flatMap(({ definitions }) => definitions.map(({ type }) => type));
    expect([...eventDefinitions.keys()].sort()).toEqual([...new Set(declared)].sort());
    expect(eventDefinitions.size).toBe(declared.length);
  });

  it('lifts every older version there has been', () => {
    for (const { type, version, upcasts } of eventDefinitions.values()) {
      expect({ type, lifted: Object.keys(upcasts).map(Number) }).toEqual({
        type,
        lifted: Array.from({ length: version - 1 }, (_, index) => index + 1),
      });
    }
  });
});
