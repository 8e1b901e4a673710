/** Questions of visitors for opening hours and contacts. */
import { describe, expect, it } from 'vitest';
import { contactAnswer } from '../../../src/answering/extractive/contact/contact-answer.ts';
import type { ExtractPassage } from '../../../src/answering/extractive/passages/outline.ts';
import { contentWords } from '../../../src/answering/extractive/question/question-terms.ts';
import { asker, textAsker } from './asker.ts';

const contact = (question: string, passages: readonly ExtractPassage[]) =>
  contactAnswer(question, contentWords(question), passages, 'de')?.markdown ?? null;

describe('A visitor asks for opening hours', () => {
  const ask = asker(`<h1>Find us</h1><p>We are in the middle of the town, near the station and the market square.</p>
    <h2>Opening hours</h2><ul><li>Mon–Thu 8:30–18:00</li><li>Fri 8:30–16:00</li><li>Sat 9:00–13:00</li><li>Sun closed</li></ul>
    <h2>Getting here</h2><p>There is no parking at the practice; the car park is two streets away.</p>
    <p>14 Park Row<br>Leeds LS1 5HD</p>`);

  it('of a day within a range, or with a short name', () => {
    expect(ask('Are you open on Wednesday?')).toBe('**Opening hours**  \nMon–Thu 8:30–18:00');
    expect(ask('are you open on saturdays')).toBe('**Opening hours**  \nSat 9:00–13:00');
    expect(ask('Are you open at the weekend?')).toBe('**Opening hours**\n- Sat 9:00–13:00\n- Sun closed');
  });

  it.each([
    ['Are you open on Sunday?', 'Our shop opens at 9am from Monday to Friday.'],
    ['sunday opening hours', 'Our shop opens at 9am from Monday to Friday.'],
  ])('of a day that is not listed, and gets those that are: “%s”', (question, hours) => {
    const plain = asker(`<h1>Fern &amp; Fig</h1><p>${hours} Returns are accepted within 30 days with the receipt.</p>`);
    expect(plain(question)).toBe(hours);
    expect(plain('Do you deliver on Sunday?')).toBeNull();
  });

  it('and gets the times, not a sentence that is about opening', () => {
    const table = asker(`<h1>Visit us</h1><p>Open for lunch and dinner from Wednesday to Sunday, all year round.</p>
      <table><tr><td>Wed–Fri</td><td>12:00–14:30</td></tr><tr><td>Sunday</td><td>12:00–16:00</td></tr></table>`);
    expect(table('When do you open on Sunday?')).toContain('Sunday: 12:00–16:00');
  });

  it('of today or tomorrow, and gets all of them', () => {
    const all = '**Opening hours**\n- Mon–Thu 8:30–18:00\n- Fri 8:30–16:00\n- Sat 9:00–13:00\n- Sun closed';
    for (const question of ['Are you open today?', 'What time do you close today?', 'Are you open tomorrow?'])
      expect(ask(question)).toBe(all);
  });

  it('and the telephone number of what a heading or the title names', () => {
    const office = asker(`<h1>Bürgeramt</h1><p>Das Bürgeramt ist für alle Bürgerinnen und Bürger der Gemeinde da.</p>
      <h2>Öffnungszeiten</h2><p>Mo–Fr 8–12 Uhr. Termine unter 08051 1234-0.</p><h2>Rathaus</h2><p>Bürgermeisterin ist Petra Huber, Telefon 08051 1234-99.</p>`);
    expect(contact('Telefonnummer Bürgeramt Rathaus', office.passages)).toContain('08051 1234-99');
    expect(contact('Telefonnummer Bürgeramt', office.passages)).toContain('08051');
    expect(contact('Telefonnummer Freibad', office.passages)).toBeNull();
  });

  it('and the number of what it names, of which only a page or heading tells', () => {
    const passages = [
      {
        title: 'Emergencies',
        headings: [],
        text: 'When we are closed, call 01326 555 999.\n\nCall 01326 555 010 to book.',
      },
      { title: 'Invoices', headings: [], text: 'Your customer number stands above the address.' },
    ];
    expect(contact('emergency number', passages)).toContain('01326 555 999');
    expect(contact('customer number', passages)).toBeNull();
  });

  it('and the mailbox of the business, not that of its data protection officer', () => {
    const passages = [
      {
        title: 'Privacy policy',
        headings: ['Contact'],
        text: 'E-mail of our data protection officer: dpo@shop.example',
      },
      { title: 'Find us', headings: [], text: 'Write to hello@shop.example.' },
    ];
    expect(contact('what is your email', passages)).toBe('Write to hello@shop.example.');
    expect(contact('email for privacy', passages)).toContain('dpo@shop.example');
  });

  it('and the telephone number in a table with the names of its columns', () => {
    const table = asker(`<h1>Support</h1><p>We help you with all that you do with our product.</p>
      <table><tr><th>Channel</th><th>Hours</th></tr><tr><td>Chat</td><td>Mon–Fri 8:00–18:00</td></tr>
      <tr><td>Phone +44 117 496 0123</td><td>all day</td></tr></table>`);
    expect(contact('phone number', table.passages)).toBe('**Phone +44 117 496 0123**\n- Hours: all day');
  });

  it('and the address and telephone number, as other countries write them', () => {
    const written = (text: string): readonly ExtractPassage[] => [{ title: 'Contact', headings: [], text }];
    const polish = written('ul. Długa 15, 31-147 Kraków\n\ntel. 12 345 67 89, e-mail: sklep@sowa.example');
    expect(contact('gdzie jesteście', polish)).toBe('ul. Długa 15, 31-147 Kraków');
    expect(contact('numer telefonu', polish)).toContain('12 345 67 89');
    const dutch = written('Wij repareren fietsen.\n\nKerkstraat 21, 1017 GB Amsterdam.');
    expect(contact('waar zitten jullie', dutch)).toBe('Kerkstraat 21, 1017 GB Amsterdam.');
    const american = written('12 Dogwood Lane, Danville\nPhone: (434) 555-0142');
    expect(contact('whats your phone number', american)).toContain('(434) 555-0142');
    const local = written('To renew your card, call the library at 287-3763. Fines are 200-3000 cents.');
    expect(contact('phone number', local)).toBe('To renew your card, call the library at 287-3763.');
  });

  it('and gets a sentence before a line of the address that has the same word', () => {
    expect(ask('Where can I park?')).toMatch(/^There is no parking at the practice/);
  });
});

it('Hours of a branch are found by its name above them', () => {
  const ask = textAsker(`# Hire
Every price includes unlimited kilometres and a second driver.
## Offices
**Faro Airport**
Arrivals hall, desk 4
Open daily 6:00–24:00

**Lisbon Airport**
Car park P2
Open daily 7:00–23:00

**Lagos**
Rua do Porto 12
Monday to Saturday 9:00–18:00
## Returning outside opening hours
At Faro and Lisbon you can park in our bay. In Lagos this is not possible: you are responsible for the car until we open.`);
  expect(ask('when is lagos open')).toContain('Monday to Saturday 9:00–18:00');
  expect(ask('lisbon office opening times')).toContain('7:00–23:00');
});
