/** Pages of the audit's state cost a bounded number of events, however long the conversations are. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConversationWindow } from '../../../src/audit/state/conversation-window.ts';
import { statePlaces } from '../../../src/audit/state/state-places.ts';
import type { Position } from '../../../src/ports/event-log.ts';
import type { FeedScope, IndexedEvent } from '../../../src/projections/chatbot-events/queries.ts';
import { idOf } from '../../support/fixtures.ts';

const CHATBOT = idOf('chatbot');
const END = 1_000_000n as Position;
const MAX_EVENTS = 500;

/** Conversations of these lengths, which take turns in the log. */
function indexOf(lengths: readonly number[]) {
  const events: IndexedEvent[] = [];
  for (let turn = 0; turn < Math.max(0, ...lengths); turn += 1) {
    for (const [number, length] of lengths.entries()) {
      if (turn >= length) continue;
      const conversationId = idOf(`conversation ${number}`);
      const position = BigInt(events.length + 1) as Position;
      const type = turn === 0 ? 'ConversationStarted' : 'QuestionAsked';
      events.push({ position, stream: `conversation-${conversationId}`, revision: turn, type, conversationId });
    }
  }
  const isIn = (scope: FeedScope) => (event: IndexedEvent) =>
    (scope.conversationId === undefined || scope.conversationId === event.conversationId) &&
    (scope.types?.includes(event.type) ?? true);
  return {
    indexedTo: async () => END,
    lastPlace: async () => events.at(-1) ?? null,
    placesAfter: async (scope: FeedScope, after: Position | null, limit: number) =>
      events.filter((event) => event.position > (after ?? 0n) && isIn(scope)(event)).slice(0, limit),
  };
}

describe('Pages of the state of a chatbot', () => {
  it('have at most five hundred events of conversations, or one conversation, and together all of them in order', async () => {
    const anyLengths = fc.array(fc.integer({ min: 1, max: 750 }), { maxLength: 12 });
    const limits = fc.integer({ min: 1, max: 10 });
    await fc.assert(
      fc.asyncProperty(anyLengths, limits, async (lengths, limit) => {
        const index = indexOf(lengths);
        const shown: string[] = [];
        for (let after: string | null = null, more = true; more; ) {
          const window = new ConversationWindow(after, limit);
          const places = await statePlaces(CHATBOT, END, { window, withRatings: false }, index);
          expect(window.kept.length).toBeLessThanOrEqual(limit);
          if (window.kept.length > 1) expect(places.length).toBeLessThanOrEqual(MAX_EVENTS);
          const wanted = new Set(window.kept);
          const count = lengths.filter((_, number) => wanted.has(idOf(`conversation ${number}`)));
          expect(places).toHaveLength(count.reduce((sum, length) => sum + length, 0));
          expect(window.kept.every((id) => window.has(id))).toBe(true);
          shown.push(...window.kept);
          more = window.hasMore;
          after = window.kept.at(-1) ?? null;
        }
        expect(shown).toEqual(lengths.map((_, number) => idOf(`conversation ${number}`)));
      }),
      { numRuns: 30 },
    );
  });

  it('leave to the next page what begins after a page that ended early', async () => {
    const window = new ConversationWindow(null, 10);
    await statePlaces(CHATBOT, END, { window, withRatings: false }, indexOf([300, 300]));
    window.begin(idOf('a later conversation'));
    expect(window.kept).toEqual([idOf('conversation 0')]);
    expect(window.hasMore).toBe(true);
    expect(window.has(idOf('conversation 1'))).toBe(false);
  });
});
