import { describe, expect, it, vi } from 'vitest';
import { fact } from '../../support/events/facts.ts';
import { historyOfFile } from '../../support/projections/history.ts';

const history = historyOfFile();

describe('Visitors who wait for a human', () => {
  it('are counted for all chatbots of an owner in one read', async () => {
    for (const [conversationId, chatbotId] of [
      ['a', 'shop'],
      ['b', 'shop'],
      ['c', 'help'],
      ['d', 'other'],
    ] as const) {
      await history().happened(
        fact('ConversationStarted', { chatbotId, conversationId }),
        fact('HandoffRequested', { chatbotId, conversationId }),
      );
    }
    const reads = [
      vi.spyOn(history().documents, 'count'),
      vi.spyOn(history().documents, 'countByValue'),
      vi.spyOn(history().documents, 'find'),
    ];
    expect(Object.fromEntries(await history().queries.conversations.countWaiting(['shop', 'help', 'quiet']))).toEqual({
      shop: 2,
      help: 1,
    });
    expect(reads.map((read) => read.mock.calls.length)).toEqual([0, 1, 0]);
  });
});
