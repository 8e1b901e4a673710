import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Lead } from '../../../../console/api/types.ts';
import { leadsCsv } from '../../../../console/pages/leads/csv.ts';

const lead = (name: string | null): Lead => ({
  ...{ id: 'lead', conversationId: 'talk', sessionId: 'visitor', name, email: null, phone: null },
  capturedAt: '2026-03-01T12:00:00.000Z',
});
const cells = (...names: (string | null)[]) => {
  const text = leadsCsv(names.map(lead), ({ conversationId }) => `https://example.com/${conversationId}`);
  return parse(text, { bom: true }) as string[][];
};

describe('Leads as CSV', () => {
  it('have a heading, and the page of their conversation', () => {
    expect(cells('Grace')).toEqual([
      ['Name', 'Email', 'Phone', 'Captured at', 'Conversation'],
      ['Grace', '', '', '2026-03-01T12:00:00.000Z', 'https://example.com/talk'],
    ]);
    expect(cells()).toHaveLength(1);
  });

  it.each(['=1+1', '+1 555 0100', '-1', '@SUM(A1)', ' =1', '\u200b=1', '\u202e=1', '＝1', '|calc', '%0A=1'])(
    'hold %j as text, which no spreadsheet runs',
    (name) => {
      expect(cells(name)[1]?.[0]).toBe(`'${name}`);
    },
  );

  it.each(['a;=1+1', 'a;b;@SUM(A1)', 'a; =1', 'a";=1+1', 'a\t=1', 'a\r\n=1', '\t=1', '\n-1'])(
    'hold %j as text where a semicolon or a tab ends a cell',
    (email) => {
      const text = leadsCsv([{ ...lead('Grace'), email }], () => 'https://example.com/talk');
      for (const delimiter of [',', ';', '\t']) {
        const read = parse(text, { bom: true, delimiter, relax_quotes: true, relax_column_count: true }) as string[][];
        expect(read.flat().filter((cell) => /^[\s"]*[=@-]/.test(cell))).toEqual([]);
      }
    },
  );

  it.each(['Grace "Amazing" Hopper', 'a,b;c', 'two\nlines', 'محمد', "O'Brien", 'a=b'])('hold %j as it is', (name) => {
    expect(cells(name)[1]?.[0]).toBe(name);
  });
});
