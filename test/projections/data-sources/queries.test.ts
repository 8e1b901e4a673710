import { describe, expect, it } from 'vitest';
import { fact } from '../../support/events/facts.ts';
import { historyOfFile, sourceAdded, sourceIn, sourceRead } from '../../support/projections/history.ts';

const history = historyOfFile();

describe('Data sources', () => {
  it('are all found, however many there are', async () => {
    const many = Array.from({ length: 1203 }, (_, n) => String(n).padStart(4, '0'));
    await history().happened(...many.flatMap((id) => sourceIn('done', id)));
    await history().happened(fact('DataSourceAdded', { sourceId: 'other', chatbotId: 'other' }));
    expect(await history().queries.dataSources.ids('bot')).toEqual(many);
    expect(await history().queries.dataSources.totals('bot')).toMatchObject({
      pageCount: 2406,
      byStatus: { done: 1203 },
    });
  });

  it('have an error message only while they are in error', async () => {
    const reason = 'The document is empty';
    const failed = (sourceId: string) => fact('IngestionFailed', { sourceId, siteType: null }, { reason });
    await history().happened(
      sourceAdded('a', 'url'),
      sourceAdded('b', 'url'),
      failed('a'),
      failed('b'),
      sourceRead('b'),
    );
    expect(await history().queries.dataSources.find('bot', 'a')).toMatchObject({
      errorMessage: reason,
      siteType: 'unknown',
    });
    expect(await history().queries.dataSources.find('bot', 'b')).not.toHaveProperty('errorMessage');
    expect(await history().queries.dataSources.find('other', 'a')).toBeNull();
  });
});
