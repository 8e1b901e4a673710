import { describe, expect, it } from 'vitest';
import { WorkSignals } from '../../../../src/adapters/sqlite/event-log/event-log-work-signals.ts';

const added = { category: 'source', type: 'DataSourceAdded' };
const asked = { category: 'conversation', type: 'QuestionAsked' };
const filter = { categories: ['source'], types: ['DataSourceAdded'] };

describe('A work group', () => {
  it('is woken by events of its filter, and not by others', () => {
    const signals = new WorkSignals();
    const [ingestion, mail] = [signals.of({ group: 'ingestion', filter }), signals.of({ group: 'mail', filter: {} })];
    signals.noticeGrowth(1, [asked]);
    expect([ingestion.version, mail.version]).toEqual([0, 1]);
    signals.noticeGrowth(3, [asked, added]);
    expect([ingestion.version, mail.version]).toEqual([1, 2]);
  });

  it('is woken after many events of others too, so that it never has many to look through', () => {
    const signals = new WorkSignals();
    const ingestion = signals.of({ group: 'ingestion', filter });
    for (let head = 1; head <= 1_000; head += 1) signals.noticeGrowth(head, [asked]);
    expect(ingestion.version).toBe(2);
  });

  it('has one signal for all of its consumers', () => {
    const signals = new WorkSignals();
    const ingestion = signals.of({ group: 'ingestion', filter });
    signals.notify('ingestion');
    signals.notify('mail');
    expect(signals.of({ group: 'ingestion', filter })).toBe(ingestion);
    expect(ingestion.version).toBe(1);
  });
});
