/** Visitors ask in words that the pages do not have, and for facts that the pages tell without naming them. */
import { describe, expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import { asker, textAsker } from './asker.ts';

describe('A visitor of a service with plans', () => {
  const row = (name: string, ...cells: string[]) =>
    `<tr><td>${name}</td>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const ask = asker(`<h1>Plans and pricing</h1>
    <table><tr><th></th><th>Solo</th><th>Team</th><th>Studio</th></tr>${row('Price per month', '€0', '€14', '€39')}${row('Users', '1', '5', '20')}
    ${row('Branding', '–', '✓', '✓')}</table><p>Pay yearly and get two months free.</p>
    <h2>Start now</h2><p>More than 14,000 small teams use it every day.</p><p>Every paid plan can be tried for 21 days at no cost.</p>
    <h2>Forgotten passwords</h2><p>Choose Forgot password on the sign-in page.</p>
    <h2>Guests</h2><p>Without an account you can read only.</p>
    <h2>Security notes</h2><p>Backups are taken every six hours. Our clients sign a data processing agreement.</p>
    <h2>Signing in with two-factor authentication and recovery codes</h2><p>Scan the code with an app.</p>
    <h2>From elsewhere</h2><p>Move your data from another service in a day.</p>
    <h2>Learn here</h2><p>We take one trainee each September.</p>
    <h2>Exchange rates</h2><p>Invoices can be in any of 38 currencies.</p>`);

  it('finds a trial that the page does not call one, and what costs nothing rather than months free', () => {
    expect(ask('do you have a free trial')).toBe('Every paid plan can be tried for 21 days at no cost.');
    expect(ask('is there a free version?')).toContain('€0');
  });

  it('gets all that one plan includes', () => {
    const plan = ask("what's included in the team plan");
    expect(plan).toContain('| Users | 5 |');
    expect(plan).not.toContain('€39');
  });

  it.each([
    ["i can't log in", 'Choose Forgot password'],
    ['do I have to sign up', 'Without an account'],
    ['How often do you back up?', 'Backups are taken every six hours'],
    ['do your customers sign anything', 'Our clients sign'],
    ['do you support 2fa', 'Scan the code'],
    ['can i invoice in dollars', '38 currencies'],
    ['how do i switch to you', 'Move your data'],
    ['are there any jobs', 'one trainee'],
  ])('is understood: %s', (question, answer) => {
    expect(ask(question)).toContain(answer);
  });
});

describe('A visitor of a shop', () => {
  const row = (name: string, price: string, time: string) =>
    `<tr><td>${name}</td><td>${price}</td><td>${time}</td></tr>`;
  const ask = asker(`<h1>Shipping</h1><p>Orders leave our warehouse on the same day.</p>
    <table><tr><th>Destination</th><th>Price</th><th>Time</th></tr>${row('Netherlands', '€4.50', '1 day')}${row('Rest of the EU', '€12.50', '4 days')}
    ${row('Norway', '€21', '8 days')}</table>
    <h2>Duties</h2><p>Parcels to Norway may be subject to import duty.</p>
    <h2>Payment</h2><p>By credit card or PayPal.</p>
    <h2>Rent a bike</h2><p>City bikes cost €12 a day, e-bikes €32. We need an ID card.</p>`);

  it('gets the region that a country is part of, and for no question but one for shipping', () => {
    expect(ask('do you ship to france?')).toBe('**Rest of the EU**\n- Price: €12.50\n- Time: 4 days');
    expect(ask('versendet ihr nach Österreich?')).toContain('Rest of the EU');
    expect(ask('Is there a shop in France?') ?? '').not.toContain('Rest of the EU');
  });

  it('is told about duties who asks for customs, and about renting who wants to hire', () => {
    expect(ask('will I have to pay customs')).toContain('import duty');
    expect(ask('can I hire an ebike')).toContain('e-bikes €32');
  });

  it('gets no answer about other cards who asks for gift cards', () => {
    expect(ask('do you have gift cards')).toBeNull();
  });
});

describe('A visitor of a museum', () => {
  const ask = asker(`<h1>Your visit</h1><p>Everything for a day at the harbour, in any weather and with any company.</p>
    <h2>Opening times</h2>
    <table><tr><th>Season</th><th>Days</th><th>Hours</th></tr><tr><td>April to September</td><td>Daily</td><td>10:00 – 18:00</td></tr>
    <tr><td>October to March</td><td>Tuesday to Sunday</td><td>10:00 – 16:30</td></tr></table>
    <p>Last entry is 45 minutes before closing. We are closed on 24, 25 and 26 December.</p>
    <h2>Finding the museum</h2><p>The museum stands on Chandler's Quay, Saltmarsh SM4 2QT.</p>
    <h2>Friends</h2><p>Friends pay £58 for two people at one address.</p>
    <h2>The Sail Loft</h2><p>The Sail Loft seats 120 for a wedding.</p>
    <h2>Tickets</h2><p>You need not book ahead.</p>`);

  it('gets the hours of the season or month that a range holds', () => {
    for (const time of ['in winter', 'in february']) {
      expect(ask(`when are you open ${time}`)).toContain('October to March');
      expect(ask(`when are you open ${time}`)).not.toContain('April');
    }
    expect(ask('when are you open in july')).not.toContain('October');
  });

  it('gets all seasons for a day on which only one is open', () => {
    expect(ask('are you open on mondays?')).toMatch(/April to September[\s\S]+October to March/);
  });

  it('gets the day of a holiday that the page gives by its date', () => {
    const answer = ask('are you open on christmas day?');
    expect(answer).toContain('We are closed on 24, 25 and 26 December.');
    expect(answer).not.toContain('Tuesday');
  });

  it.each([
    ['how many people fit', 'seats 120'],
    ['do i need to book in advance', 'need not book ahead'],
    ['do i need an appointment', 'need not book ahead'],
  ])('is understood: %s', (question, answer) => {
    expect(ask(question)).toContain(answer);
  });
});

describe('A reader of a project', () => {
  const ask = textAsker(`# Larder

Larder is a small cache server. It is written in Go and speaks the Redis protocol.

## Install

### Homebrew

\`\`\`sh
brew install larder
\`\`\`

### Docker

\`\`\`sh
docker run larderdb/larder:2
\`\`\`

The image is built for amd64 and arm64.

### From source

Windows is not supported natively; use WSL 2.

## Quick start

Run it and use any client that you run.

## Supported commands

Strings and hashes are supported. Transactions are not.

## Limits

A key may have up to 64 KB and a value up to 16 MB. Set a lower value of memory first.

## Contributing

Open an issue before you send a large pull request.

## Licence

Paid support is offered from $400 a month. Prometheus reads the metrics.`);

  it('sees what commands are for by the heading above them', () => {
    expect(ask('does it support docker?')).toMatch(/^\*\*Docker\*\*\n\n```/);
    expect(ask('how do i install it on a mac')).toMatch(/^\*\*Homebrew\*\*\n\n```/);
  });

  it.each([
    ['what language is it written in', 'written in Go'],
    ['can I run it on windows', 'Windows is not supported'],
    ['how large can a value be', 'up to 16 MB'],
    ['can i get support', 'Paid support'],
    ['is there monitoring with prometheus', 'Prometheus reads the metrics'],
  ])('is understood: %s', (question, answer) => {
    expect(ask(question)).toContain(answer);
  });

  it('gets no definition from a page that has only the words of what is asked', () => {
    const log = textAsker(
      '# Log\n\nAn event that cannot be read is kept apart.\n\nThe store is a folder. EventStoreDB is another.',
    );
    expect(log('What is an event store?')).toBeNull();
    expect(log('What is an event?')).not.toBeNull();
    const docs = textAsker(
      '# Log\n\nAn event store keeps events in order.\n\nAn event that cannot be read is kept apart.',
    );
    expect(docs('What is an event store?')).toContain('keeps events');
  });
});

it.each([
  ['How long can I return a jacket?', 'Jackets can be returned within 30 days.'],
  ['When does the refund arrive?', 'The refund arrives within five days.'],
])('of a pasted text only the sentence that answers is shown: %s', (question, answer) => {
  const text = 'Jackets can be returned within 30 days. Bring the receipt. The refund arrives within five days.';
  expect(extractAnswer(question, [{ title: 'Returns', headings: [], text }])).toEqual([
    { passage: 0, markdown: answer },
  ]);
});

it('who asks how many people can stay is told how many a place sleeps', () => {
  const text =
    'The cottage sleeps six in three bedrooms. Dogs are welcome for 20 euros a stay. The tax is 2 euros a person and night.';
  expect(textAsker(text)('How many people can stay?')).toMatch(/^The cottage sleeps six/);
});
