/** Questions of visitors for prices. */
import { describe, expect, it } from 'vitest';
import { asker } from './asker.ts';

describe('A visitor asks for a price', () => {
  it('and gets the discount that the page names by its size alone', () => {
    const ask =
      asker(`<h1>Fares</h1><p>Everything that a crossing to the islands costs, in the summer and in winter.</p>
      <h2>Groups</h2><p>Ten people or more get 15% off; book a week ahead.</p><h2>Islanders</h2><p>Show your card and pay half.</p>`);
    expect(ask('is there a discount for groups?')).toContain('15% off');
    expect(ask('do islanders get a discount')).toContain('pay half');
  });

  it('and gets no place in a course where a place to park was asked for', () => {
    const ask = asker(`<h1>Anmeldung</h1><p>Anmelden können Sie sich jederzeit mit dem Formular auf dieser Seite.</p>
      <p>Der Unterricht beginnt, sobald ein Platz frei ist; bei Klavier dauert es etwa vier Monate.</p>`);
    expect(ask('gibt es Parkplätze')).toBeNull();
  });

  it('and gets the amount rather than a sentence with more words of the question', () => {
    const ask = asker(`<h1>Visit</h1><p>Everything that you need to know before you come to see the museum.</p>
      <h2>Tickets</h2><ul><li>Adults: €9</li><li>Students: €6</li><li>Under 8 years: free</li></ul>
      <h2>Tours</h2><p>They take 75 minutes and cost €4 besides the ticket.</p>`);
    expect(ask('How much does a ticket cost?')).toBe(
      '**Tickets**\n- Adults: €9\n- Students: €6\n- Under 8 years: free',
    );
  });

  it('and gets the name, the price and the description of a dish', () => {
    const dish = (name: string, price: string, says: string) =>
      `<div class="dish"><span class="name">${name}</span><span class="price">${price}</span><p>${says}</p></div>`;
    const ask =
      asker(`<h1>Menu</h1><p>Slow food from Piedmont, in the heart of the city, for lunch and for dinner.</p><h2>Secondi</h2>
      ${dish('Brasato', '£26', 'Braised beef, polenta')}${dish('Melanzane', '£19', 'Stuffed aubergine, vegan')}`);
    expect(ask('Do you have anything vegan?')).toBe('**Secondi**  \nMelanzane £19 – Stuffed aubergine, vegan');
    expect(ask("What's in the brasato?")).toBe('**Secondi**  \nBrasato £26 – Braised beef, polenta');
  });

  it('of a plan, and gets the plan without the words of its buttons', () => {
    const ask = asker(`<h1>Pricing</h1><p>Start free. Pay when your team grows. All of our prices exclude VAT.</p>
      <h2>Team</h2><p>$8 per user / month</p><p>$6.40 when billed yearly</p><ul><li>Unlimited users</li><li>Jira integration</li></ul><p>Sign up</p>
      <h2>Business</h2><p>$16 per user / month</p><ul><li>SSO with SAML</li></ul>`);
    expect(ask('How much does Team cost?')).toBe(
      '**Team**  \n$8 per user / month\n\n$6.40 when billed yearly\n\n- Unlimited users\n- Jira integration',
    );
    expect(ask('Which plan do I need for Jira?')).toBe('**Team**  \nJira integration');
  });
});

it('A visitor who asks for a discount learns what is saved', () => {
  const ask = asker('<h1>Plans</h1><p>You can cancel at any time. Annual billing saves 20 %.</p>');
  expect(ask('Do you have an annual discount?')).toBe('Annual billing saves 20 %.');
});

describe('A visitor asks what delivery costs', () => {
  const ask =
    asker(`<h1>Delivery</h1><p>How your order comes to you, wherever you are, and what that costs you.</p><h2>United Kingdom</h2>
    <table><tr><th>Service</th><th>Time</th><th>Cost</th></tr><tr><td>Standard</td><td>3–5 days</td><td>£3.95, free over £75</td></tr>
    <tr><td>Express</td><td>Next day</td><td>£7.50</td></tr></table>
    <h2>Europe</h2><p>We ship to Ireland and France for £14.95.</p><h2>Click and collect</h2><p>Collect from our shop, free of charge.</p>`);

  it('and gets the table of prices before a sentence with one of them', () => {
    expect(ask('How much is delivery?')).toMatch(/^\*\*Standard\*\*\n- Time: 3–5 days\n- Cost: £3.95, free over £75/);
    expect(ask('Is delivery free?')).toBe('**Standard**\n- Time: 3–5 days\n- Cost: £3.95, free over £75');
  });
});

describe('A visitor asks whether something has to be paid', () => {
  it('and gets what is said of it, not how to pay', () => {
    const ask =
      asker(`<h1>Billing</h1><h2>Payment methods</h2><p>Large plans can also pay by bank transfer. You can pay by card.</p>
      <h2>VAT</h2><p>Prices exclude VAT. With a VAT number, customers outside of Britain are charged none.</p>`);
    expect(ask('I am from Norway, do I have to pay VAT?')).toContain('Prices exclude VAT.');
  });
});
