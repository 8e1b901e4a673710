/** Pages as shops, practices and schools have them, read and asked as their visitors do. */
import { describe, expect, it } from 'vitest';
import { contactAnswer } from '../../../src/answering/extractive/contact-answer.ts';
import type { ExtractPassage } from '../../../src/answering/extractive/passages/outline.ts';
import { tellingWords } from '../../../src/answering/extractive/question-terms.ts';
import { asker } from './asker.ts';

const contact = (question: string, passages: readonly ExtractPassage[]) =>
  contactAnswer(question, tellingWords(question), passages, 'de')?.markdown ?? null;

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
  });

  it('and gets a sentence before a line of the address that has the same word', () => {
    expect(ask('Where can I park?')).toMatch(/^There is no parking at the practice/);
  });
});

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
    expect(ask('Do you have anything vegan?')).toBe('**Secondi**  \nMelanzane £19  \nStuffed aubergine, vegan');
    expect(ask("What's in the brasato?")).toBe('**Secondi**  \nBrasato £26  \nBraised beef, polenta');
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

describe('A visitor asks about a list of products', () => {
  const row = (name: string, price: string) => `<tr><td>${name}</td><td>${price}</td></tr>`;
  const ask = asker(`<h1>Products</h1><p>Everything that you need for an office at home, from us to your door.</p>
    <table><tr><th>Product</th><th>Price</th></tr>${row('Oak desk', '€249')}${row('Standing desk', '€549')}${row('Corner desk', '€329')}
    ${row('Desk lamp', '€49')}${row('Bookcase', '€99')}${row('Chair Nora', '€199')}${row('Chair Pia', '€289')}${row('Cable tray', '€19')}</table>`);

  it('and gets the rows that have its words, as many as they are', () => {
    const desks = ask('Which desks do you have?');
    for (const name of ['Oak desk', 'Standing desk', 'Corner desk']) expect(desks).toContain(name);
    expect(desks).not.toContain('Chair');
    expect(ask('How much is Pia?')).toBe('**Chair Pia**\n- Price: €289');
  });
});

describe('A visitor asks for one column of a table', () => {
  it('and gets it with the name of the row, and with what the row was found by', () => {
    const ask =
      asker(`<h1>Our cars</h1><p>Cars and vans at the airports of Edinburgh and Glasgow, without any surprises.</p>
      <table><tr><th>Class</th><th>Example</th><th>Seats</th><th>Deposit</th></tr><tr><td>Mini</td><td>Fiat 500</td><td>4</td><td>£200</td></tr>
      <tr><td>Compact</td><td>VW Golf</td><td>5</td><td>£250</td></tr><tr><td>Van</td><td>Ford Transit</td><td>3</td><td>£500</td></tr></table>`);
    expect(ask('How many seats has the van?')).toBe('**Van**\n- Seats: 3');
    expect(ask('What is the deposit for the Golf?')).toBe('**Compact**\n- Example: VW Golf\n- Deposit: £250');
    expect(ask('Do you have a Fiat?')).toBe('**Mini**\n- Example: Fiat 500\n- Seats: 4\n- Deposit: £200');
  });

  it('by a word of the header, and gets the row that another word names', () => {
    const keys = asker(`<h1>Editor</h1><p>The editor is for text of any length, in any language that you write.</p>
      <table><tr><th>Key</th><th>Does</th></tr><tr><td>F1</td><td>Shows every key</td></tr><tr><td>F5</td><td>Prints the page</td></tr><tr><td>F7</td><td>Saves</td></tr></table>`);
    expect(keys('key that prints')).toBe('**F5**\n- Does: Prints the page');
  });

  it('of a day, and gets the whole column', () => {
    const ask =
      asker(`<h1>Class timetable</h1><p>Classes last 45 minutes each, and can be booked in the app seven days before.</p>
      <table><tr><th></th><th>Mon</th><th>Tue</th><th>Wed</th></tr><tr><th>07:00</th><td>Spin</td><td>Yoga</td><td>Core</td></tr>
      <tr><th>12:15</th><td>Core</td><td></td><td>Boxing</td></tr><tr><th>18:30</th><td>Pilates</td><td>Boxing</td><td>Zumba</td></tr></table>`);
    const wednesday = ask('Which classes are there on Wednesday?');
    for (const name of ['Core', 'Boxing', 'Zumba']) expect(wednesday).toContain(name);
    expect(wednesday).not.toContain('Pilates');
    expect(ask('Is there boxing on Tuesday?')).toBe('**18:30**\n- Tue: Boxing');
  });
});

describe('A visitor asks by name', () => {
  it('and is answered where only the name is in the content', () => {
    const ask =
      asker(`<h1>English language</h1><p>What you have to show when you apply, whatever course you apply for.</p>
      <h2>Certificates</h2><p>IELTS 6.5 overall, or TOEFL 90.</p>`);
    expect(ask('what IELTS score do I need')).toBe('IELTS 6.5 overall, or TOEFL 90.');
  });
});

describe('A visitor asks about a line with a label', () => {
  it('and gets that line before a table that has the same words', () => {
    const ask = asker(`<h1>Rooms</h1><table><tr><th>Room</th><th>Low season</th><th>High season</th></tr>
      <tr><td>Single</td><td>€40</td><td>€60</td></tr><tr><td>Double</td><td>€70</td><td>€90</td></tr></table>
      <p>Low season: November to March. High season: April to October.</p>`);
    expect(ask('When is low season?')).toContain('Low season: November to March.');
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

describe('A visitor reads an answer', () => {
  it('that says whom its pronoun means', () => {
    const ask = asker(`<h1>Our team</h1><p>Get to know the people who look after your teeth, in Leeds and around it.</p>
      <h3>Dr Lucia Moreno</h3><p>Lucia sees children from the age of one. She speaks English and Spanish.</p>
      <h3>Dr Tom Reed</h3><p>Orthodontist</p><p>Tom fits braces. He is here on Tuesdays and Thursdays.</p>`);
    expect(ask('Which dentist speaks Spanish?')).toBe(
      'Lucia sees children from the age of one. She speaks English and Spanish.',
    );
    expect(ask('Is Dr Reed there on Monday?')).toContain('He is here on Tuesdays and Thursdays.');
  });

  it('that says of an exclusion that it is one', () => {
    const ask = asker(`<h1>Policy</h1><p>What the insurance of your home and of all that is in it pays, and when.</p>
      <h2>3. What is not covered</h2><ul><li>(a) wear and tear, rust and mould;</li><li>(b) damage by pets;</li></ul>
      <h2>4. How to claim</h2><p>Tell us within 30 days. Call us day and night. We decide on claims within two days.</p>`);
    expect(ask('Is mould covered?')).toBe('**3. What is not covered**  \n(a) wear and tear, rust and mould;');
    expect(ask('How do I claim?')).toMatch(/^Tell us within 30 days\./);
  });

  it('about a term, with what is said of it', () => {
    const ask =
      asker(`<h1>MSc Data Science</h1><p>A degree of twelve months for who wants to work with data later on.</p>
      <dl><dt>Start date</dt><dd>20 September 2027</dd><dt>Duration</dt><dd>1 year full-time</dd></dl>
      <h2>Errors</h2><dl><dt><code>401</code></dt><dd>The token is missing.</dd><dt><code>422</code></dt><dd>A field is invalid.</dd></dl>`);
    expect(ask('When does it start?')).toBe('Start date: 20 September 2027');
    expect(ask('What does 422 mean?')).toContain('422: A field is invalid.');
  });

  it('that goes on from a list, with the list', () => {
    const ask = asker(`<h1>Heating</h1><p>The boiler heats the flat and the water, day and night, all year round.</p>
      <h2>The boiler does not start</h2><ol><li>Open the gas tap.</li><li>Press the green knob.</li></ol><p>If it still does not start, call us.</p>
      <h2>Noise</h2><p>Let the air out of the radiators in autumn.</p>`);
    expect(ask('boiler is dead wont start')).toMatch(/^1\. Open the gas tap\.[\s\S]*call us\.$/);
  });

  it('that begins with yes, with the question that it answers', () => {
    const ask =
      asker(`<h1>Questions</h1><p>What people ask us about their identity card, and what we tell them then.</p>
      <h2>Can somebody else collect my card?</h2><p>Yes. They need your written permission. Whoever collects it must show a card too.</p>`);
    expect(ask('Do I have to come in person to collect it?')).toBe(
      '**Can somebody else collect my card?**  \nYes. They need your written permission. Whoever collects it must show a card too.',
    );
    expect(ask('Can somebody else collect my card?')).toMatch(/^Yes\. They need/);
  });

  it('with all items of the list that was asked for, though one of them repeats its name', () => {
    const ask = asker(`<h1>Enrolment</h1><p>You enrol on this page in July, or from the end of August to September.</p>
      <h2>Papers to show</h2><ul><li>Identity papers</li><li>Your diploma</li><li>A photograph</li></ul><h2>Paying</h2><p>By card, in three parts.</p>`);
    const all = /Identity papers\n- Your diploma\n- A photograph/;
    expect(ask('which papers do I have to show to enrol')).toMatch(all);
    expect(ask('do I need a photograph')).not.toMatch(all);
  });

  it('without the date of the page’s last change', () => {
    const ask = asker(`<h1>Waste</h1><p>What goes into which bin, when it is emptied, and who has to pay for that.</p>
      <h2>What goes into the brown bin?</h2><p>Leaves, grass and what is left of your meals.</p><p>Last updated: 12 October 2026</p>`);
    expect(ask('What goes into the brown bin?')).toBe('Leaves, grass and what is left of your meals.');
    expect(ask('When was it last updated?')).toContain('12 October 2026');
  });

  it('from a table, without a sentence above it about something else', () => {
    const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    const rows = [
      ['Animal', 'Age', 'Castration'],
      ['Cat', '4 months', '£79'],
      ['Rabbit', '5 months', '£98'],
      ['Dog', '9 months', '£260'],
      ['Ferret', '6 months', '£88'],
    ];
    const prices = (lead: string) =>
      asker(`<h1>Operations</h1><p>We recommend it for pets that are not meant for breeding. ${lead}</p>
        <table>${rows.map(row).join('')}</table><h2>Afterwards</h2><p>Keep your pet inside for a few days.</p>`)(
        'castration price for a labrador',
      );
    expect(prices('Nobody needs a voucher.')).toMatch(/^\| Animal \| Castration \|/);
    expect(prices('Prices with taxes:')).toMatch(/^Prices with taxes:\n\n\| Animal \|/);
  });
});

describe('A visitor asks how to do something', () => {
  it('and gets the sentence that does it, not a row of a table that holds the words apart', () => {
    const ask = asker(`<h1>Manual</h1><h2>Settings</h2><table><tr><th>Name</th><th>Meaning</th></tr>
      <tr><td>ADDRESS</td><td>Where browsers reach the pump. A start without it logs a warning.</td></tr></table>
      <h2>Operation</h2><p>The green button starts the pump. Afterwards it needs a minute to fill.</p>`);
    expect(ask('How do I start the pump?')).toContain('The green button starts the pump.');
  });

  it('and gets no sentence that goes on from another one, where one stands by itself', () => {
    const ask =
      asker(`<h1>Manual</h1><h2>Repairs</h2><p>Change the filter. Afterwards start the pump without the filter's lid.</p>
      <h2>Operation</h2><p>With the green button you start the pump.</p>`);
    expect(ask('How do I start the pump?')).toContain('With the green button you start the pump.');
  });
});

describe('A visitor asks how long something takes', () => {
  const ask = asker(`<h1>Shop</h1><h2>Damage</h2><p>Send us a photo of the plant within 3 days of delivery.</p>
    <h2>Delivery costs and times</h2><table><tr><th>Country</th><th>Time</th></tr><tr><td>Germany</td><td>1 to 2 working days</td></tr>
    <tr><td>Austria</td><td>2 to 3 working days</td></tr></table>`);

  it('and gets no time that is counted from it', () => {
    expect(ask('How long does delivery take?')).toContain('1 to 2 working days');
  });

  it('and gets such a time when asking for what comes after it', () => {
    expect(ask('How long after delivery can I send you a photo?')).toContain('within 3 days of delivery');
  });
});

describe('A visitor asks whether there is something', () => {
  it('and gets what it is, not how it is used', () => {
    const ask = asker(`<h1>Gift cards</h1><p>Our gift cards are worth any amount from €10 to €250.</p>
      <h2>How do I use a gift card?</h2><p>Enter its code in the field "Gift card" at the checkout.</p>
      <h2>How long is a gift card valid?</h2><p>Three years.</p>`);
    expect(ask('Do you have gift cards?')).toContain('worth any amount');
    expect(ask('How can I use a gift card?')).toContain('Enter its code');
  });
});
