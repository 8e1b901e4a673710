import { describe, expect, it } from 'vitest';
import { fact } from '../../support/events/facts.ts';
import { NOON } from '../../support/fixtures.ts';
import { historyOfFile } from '../../support/projections/history.ts';

const history = historyOfFile();

describe('A widget key', () => {
  const generated = (keyId: string) => fact('WidgetKeyGenerated', { keyId, secretHash: `hash of ${keyId}` });

  it('is found by the hash of its secret while it is active', async () => {
    await history().happened(generated('a'), generated('b'), fact('WidgetKeyRevoked', { keyId: 'b' }));
    expect(await history().queries.widgetKeys.activeBySecretHash('hash of a')).toEqual({
      id: 'a',
      ownerId: 'ada',
      chatbotId: 'bot',
      allowedDomains: ['*'],
    });
    expect(await history().queries.widgetKeys.activeBySecretHash('hash of b')).toBeNull();
    expect(await history().queries.widgetKeys.activeBySecretHash('hash of c')).toBeNull();
  });

  it('is found within its chatbot alone', async () => {
    await history().happened(generated('a'));
    expect(await history().queries.widgetKeys.find('bot', 'a')).toMatchObject({ id: 'a', isActive: true });
    expect(await history().queries.widgetKeys.find('other', 'a')).toBeNull();
    expect(await history().queries.widgetKeys.find('bot', 'unknown')).toBeNull();
  });

  it('shows how it was used', async () => {
    await history().happened(generated('a'), generated('b'));
    const used = new Map([['widget-key:b', { count: 5, lastAt: NOON }]]);
    const counted = history().queriesWith(used);
    expect(await counted.widgetKeys.list('bot')).toMatchObject([
      { id: 'a', usageCount: 0, lastUsedAt: null },
      { id: 'b', usageCount: 5, lastUsedAt: new Date(NOON).toISOString() },
    ]);
    expect(await counted.widgetKeys.list('bot')).not.toContainEqual(
      expect.objectContaining({ secretHash: expect.anything() }),
    );
  });
});
