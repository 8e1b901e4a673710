/** Pages as shops, practices and schools have them, read and asked as their visitors do. */
import { describe, expect, it } from 'vitest';
import { asker } from './asker.ts';

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
