/** Comparisons of plans, permissions and price lists, of which a visitor names a row and a column. */
import { describe, expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import { asker } from './asker.ts';

describe('A visitor asks for a cell of a table', () => {
  const ask = asker(`<h1>Plans</h1><p>Choose a plan for your team. You can change it whenever you like.</p>
    <h2>Compare</h2><table><tr><th></th><th>Basic</th><th>Team</th><th>Studio</th></tr>
    <tr><td>Price per seat, yearly</td><td>$4</td><td>$9</td><td>$15</td></tr>
    <tr><td>Seats</td><td>2</td><td>up to 20</td><td>unlimited</td></tr>
    <tr><td>Single sign-on (SSO)</td><td>–</td><td>–</td><td>✓</td></tr></table>`);

  it('and gets it before a sentence with the same words', () => {
    const billing = 'We accept cards. Yearly Studio plans can also pay by bank transfer.';
    const passages = [...ask.passages, { title: 'Billing', headings: ['Payment methods'], text: billing }];
    const [quotation] = extractAnswer('how much is studio if I pay yearly', passages) ?? [];
    expect(quotation?.markdown).toBe('**Price per seat, yearly**\n- Studio: $15');
  });

  it('of the row with that name, not of each that has its word', () => {
    expect(ask('How many seats on Team?')).toBe('**Seats**\n- Team: up to 20');
  });

  it('that says no, and gets what the other columns say', () => {
    expect(ask('Does Team include SSO?')).toBe('**Single sign-on (SSO)**\n- Basic: –\n- Team: –\n- Studio: ✓');
  });
});

describe('A visitor asks for all rows of a table by its heading', () => {
  it('and gets all of them, though some repeat a word of it', () => {
    const ask = asker(`<h1>Orders</h1><p>How to order from us, by telephone, by letter, or in one of our shops.</p>
      <h2>Payment methods</h2><table><tr><th>Method</th><th>Fee</th><th>Remark</th></tr>
      <tr><td>Card</td><td>none</td><td>Visa</td></tr><tr><td>Invoice</td><td>€2</td><td>payment within 14 days</td></tr>
      <tr><td>Cash</td><td>€3</td><td>at the door</td></tr></table>`);
    expect(ask('Which payment methods are there?')).toContain('| Card | none | Visa |');
  });
});
