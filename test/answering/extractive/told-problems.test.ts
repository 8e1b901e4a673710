/** Visitors who tell what happened to them, misspell words, send things back, or ask what the content does not tell. English. */
import { describe, expect, it } from 'vitest';
import { ask } from '../generators/ask-without-model.ts';
import { textAsker } from './asker.ts';

const shop = textAsker(`# Larkhill Garden Tools

## Hire
Hedge cutters and mowers can be hired by the day. Things brought back late cost one more day. Late tools keep others waiting.

## Returns
### How do I return something?
Print the label in your account. Returned tools must be clean. You have 40 days.

### When do I get my money?
Within five days after the tool is here, in the way that you paid.

## Help

### My mower smokes
Smoke is mostly oil in the exhaust. Leave the mower level for an hour. If it smokes again, the filter has to be changed.

### Conduct
Rudeness is not accepted. Tell the manager at once, or write to the owners, whose address is at the till. You get an answer within two days, also at weekends and in the holidays.

### A parcel arrived damaged
Take photos of the parcel. We send a new tool.

## Delivery
Parcels take three days to arrive.

## Warranty
The warranty lasts four years.

## Meeting
The gardeners of Larkhill meet in Leeds in May. The old mill is where they meet.

## Courses
Anybody from 16 years on may come. They take an evening.
`);

describe('A visitor of a shop for tools', () => {
  it('who tells a problem gets all that is said of it', () => {
    expect(shop('somebody was rude to me')).toMatch(/^Rudeness is not accepted\..*in the holidays\.$/s);
    expect(shop("my mower won't stop smoking")).toMatch(/^Smoke is mostly oil.*has to be changed\.$/s);
  });

  it('who sends something back is told how, and not that hired tools are brought back late', async () => {
    const passages = [
      { title: 'Hire', url: null, headings: ['Hire'], text: 'Things brought back late cost one more day.' },
      { title: 'Orders', url: null, headings: ['Orders'], text: 'Unused tools can be returned for 40 days.' },
      {
        title: 'Help',
        url: null,
        headings: ['Help'],
        text: 'Leave the mower level for an hour. Change the filter. Sharpen the blade.',
      },
    ];
    expect(await ask("can I send it back if I don't like it?", { passages })).toContain('40 days');
  });

  it('gets the length of time when money comes back, though it has no digit', () => {
    expect(shop('when will I get refunded')).toBe('Within five days after the tool is here, in the way that you paid.');
  });

  it('is told of no damage when a parcel is late', () => {
    expect(shop('when will my parcel arrive')).toContain('three days');
  });

  it('may misspell what the content writes otherwise', () => {
    expect(shop('how long is the garantee')).toContain('four years');
  });

  it('is not told where and when, for what something is like there', () => {
    expect(shop("What's the weather like in Leeds in May?")).toBeNull();
    expect(shop("What's the meeting like in Leeds in May?")).toContain('meet in Leeds');
  });

  it('who asks for an age is told a number of years, and of no old mill', () => {
    expect(shop('from what age?')).toContain('16 years');
  });
});

describe('Who asks for the maker', () => {
  const text = (made: string) =>
    textAsker(`# Plumb\n\nPlumb is a plugin. ${made}\n\n## Speed\n\nBackups are made at night.`);

  it('is told who it is', () => {
    expect(text('Plumb is made by Larch GmbH.')('who made this?')).toContain('made by Larch GmbH');
    expect(text('It was written by the students of Delft.')('Who created it?')).toContain('students of Delft');
  });

  it.each([
    ['Who founded it?', 'It was founded in 1921 by two sisters.'],
    ['Who made this?', 'It is made by a team of nine in Tallinn.'],
    ['Who made this?', 'Made with love by @lund.'],
    ['Who started it?', 'My grandmother started the farm in 1950.'],
    ['Wer hat das gegründet?', 'Gegründet wurde es 1987 von acht Eltern.'],
    ['Wer hat das entwickelt?', 'Es wird von einem kleinen Team in Graz entwickelt.'],
  ])('is told of people without a name: %s %s', (question, made) => expect(text(made)(question)).toContain(made));

  it('is sent to the list of authors', () => {
    const ask = textAsker('# Plumb\n\nA tool for logs.\n\n## Authors\n\nSee the file AUTHORS.');
    expect(ask('Who are the authors?')).toContain('See the file');
  });

  it.each(['It is small.', 'Bowls are made by hand.', 'Copies are made by running npm.'])(
    'is not told of something else that is made: %s',
    (other) => expect(text(other)('who made this?')).toBeNull(),
  );
});

describe('A visitor of a house', () => {
  const house = textAsker(
    '# House\n\n## Insurance\n\nOur insurance covers the building only.\n\n## Damp\n\nWipe mould off with soap.\n\n## Cars\n\nElectric cars can be charged in the yard.\n\n## Lift\n\nThe lift is at the back.',
  );
  it('is not told of the building, for a gym in it', () => {
    expect(house('Is there a gym in the building?')).toBeNull();
    expect(house('Is there a lift in the building?')).toContain('at the back');
  });
  it.each([
    ['theres mold', 'Wipe mould off'],
    ['EVs', 'Electric cars'],
  ])('is understood: %s', (question, answer) => expect(house(question)).toContain(answer));
});

describe('A row of a timetable', () => {
  const programme = textAsker(
    '# Programme\n\n## Friday 11 June\n\n| Time | Talk |\n| --- | --- |\n| 9:30 | Ines Okafor |\n| 14:00 | Ruth Adeyemi |\n| 16:00 | Grace Tan |',
  );
  it('is quoted with the day above it', () =>
    expect(programme('when does Ruth Adeyemi speak?')).toBe('**Friday 11 June**\n\n**14:00**\n- Talk: Ruth Adeyemi'));
});

describe('A visitor of a practice whose prices are pasted line by line', () => {
  const practice = textAsker(
    `Fees\nCheck-up £58\nHygienist £62\nCrown £620\nWhitening £320\n\nOur plan\nThe plan costs £19 a month. You can leave it with a month's notice. Couples pay £35.\n\n` +
      'History\nThe practice was opened in 1998 by the father of Dr Holt. Keep a knocked-out tooth in milk. Swelling goes down in three days.',
  );
  it('gets the line that is asked for, and all of them otherwise', () => {
    expect(practice('how much is a check-up?')).toMatch(/Check-up £58$/);
    expect(practice('what are your fees?')).toMatch(/Check-up £58.*Whitening £320/s);
  });
  it.each([
    ['Do you sell toothbrushes?', 'Our tooth brushes are made of wood.'],
    ['Where is the configuration?', 'Use the config file.'],
  ])('is told of two words for one, and of the long form of a short word: %s', (question, text) =>
    expect(textAsker(`# Xyz\n\n${text}\n\n## Car\n\nCars stand in the yard.`)(question)).toContain(text),
  );

  it('is not told of teeth, for toothpaste', () => {
    expect(practice("what's the best toothpaste?")).toBeNull();
    expect(practice('what if a tooth is knocked out?')).toContain('in milk');
  });
  it.each([
    ['how do I cancel the plan?', "month's notice"],
    ['how much is the plan for two people?', 'Couples pay £35'],
    ['who founded the practice?', 'father of Dr Holt'],
    ['when does the swelling go away?', 'three days'],
  ])('is understood: %s', (question, answer) => expect(practice(question)).toContain(answer));
});

describe('Who asks how something is done', () => {
  const passages = [
    {
      title: 'Reference',
      url: null,
      headings: ['Options'],
      text: '| Option | Default | Meaning |\n| --- | --- | --- |\n| position | right | left puts the bubble on the other side |\n| colour | blue | Of the bubble |',
    },
    { title: 'Bubble', url: null, headings: ['Embed the bubble'], text: 'Copy this to the end of the page.' },
  ];
  it('is told so rather than a row of a reference', async () =>
    expect(await ask('How do I put the bubble on my page?', { passages })).toMatch(/^Copy this/));
});

describe('A follow-up', () => {
  const conversation = (asked: string, answered: string) =>
    [
      { role: 'user', content: asked },
      { role: 'assistant', content: answered },
    ] as const;

  it('of light words alone is about them', async () => {
    const text =
      'For treatment there is a waiting list of six months. The list is read every week. To register, bring a photo ID.';
    const passages = [{ title: 'Patients', url: null, headings: ['Patients'], text }];
    const memory = conversation(
      'How long is the waiting list?',
      'For treatment there is a waiting list of six months. [1]',
    );
    expect(await ask('what do I need to bring?', { passages, memory })).toContain('bring a photo ID');
  });

  it('that refers to the answer before is rather answered beside it', async () => {
    const prices = '| Ticket | Price |\n| --- | --- |\n| Regular | £390 |\n| Student | £95 |\n| Online | £60 |';
    const discount = 'From five tickets you get 10 % off. It does not apply to student tickets.';
    const passages = [
      { title: 'Tickets', url: null, headings: ['Prices'], text: prices },
      { title: 'Tickets', url: null, headings: ['Group discount'], text: discount },
      { title: 'Tickets', url: null, headings: ['Students'], text: 'Bring a valid student card.' },
    ];
    const memory = [
      ...conversation('How much is a regular ticket?', '**Regular**\n- Price: £390 [1]'),
      ...conversation('and for 6 people?', `${discount} [2]`),
    ];
    expect(await ask('do students get that too?', { passages, memory })).toContain('does not apply to student');
  });

  it('for another place is about that place alone', async () => {
    const text =
      '| Country | Time | Cost |\n| --- | --- | --- |\n| Germany | 1 to 2 working days | €4.90 |\n| Austria | 2 to 3 working days | €7.90 |\n| Poland | 3 to 5 working days | €9.90 |';
    const passages = [{ title: 'Shop', url: null, headings: ['Delivery'], text }];
    const memory = conversation(
      'How long does delivery to Austria take?',
      '**Austria**\n- Time: 2 to 3 working days [1]',
    );
    const answer = await ask('And to Poland?', { passages, memory });
    expect(answer).toContain('3 to 5 working days');
    expect(answer).not.toContain('Austria');
  });

  it('about "it" after another topic is about the whole content', async () => {
    const passages = [
      {
        title: 'FAQ',
        url: null,
        headings: ['Is Larkbot fit for the GDPR?'],
        text: 'Larkbot keeps data on your machines, as the GDPR asks.',
      },
      {
        title: 'FAQ',
        url: null,
        headings: ['How do I embed Larkbot in my website?'],
        text: 'Copy the snippet and paste it before the end of your pages.',
      },
    ];
    const memory = conversation('Is it GDPR compliant?', 'Larkbot keeps data on your machines, as the GDPR asks. [1]');
    expect(await ask('how do I embed it on my site?', { passages, memory })).toContain('Copy the snippet');
  });

  it('after a question for a place that is not listed is answered as far as that was', async () => {
    const text =
      '| Country | Time | Cost |\n| --- | --- | --- |\n| Germany | 1 to 2 working days | €4.90 |\n| Austria | 2 to 3 working days | €7.90 |';
    const streams = 'Requests take as long as the streams do. A long stream does not take more memory.';
    const passages = [
      { title: 'Shop', url: null, headings: ['Shipping'], text },
      { title: 'Metrics', url: null, headings: ['Metrics'], text: streams },
    ];
    const memory = conversation(
      'Do you ship to Norway?',
      `I found nothing about “Norway”. The closest that I have:\n\n${text} [1]`,
    );
    expect(await ask('how long does that take?', { passages, memory })).toContain('1 to 2 working days');
    expect(await ask('And to the USA?', { passages, memory })).toMatch(/USA[\s\S]*1 to 2 working days/);
  });
});

describe('Who asks for the way', () => {
  const venue = textAsker(
    '# Venue\n\n## Address\n\n4 Welsh Back, Bristol BS1 4RR\n\n## Getting there\n\nWalk along the river for ten minutes. Bus 8 comes from the airport.',
  );
  const passages = venue.passages.map((passage) => ({ ...passage, url: null }));
  it('is given directions rather than the address', async () => {
    expect(await ask('How do I get to you?', { passages })).toContain('Walk along the river');
    expect(await ask('How do I get to you from the airport?', { passages })).toContain('Bus 8');
    expect(await ask('Where are you?', { passages })).toContain('BS1 4RR');
  });
});

describe('What a thing measures', () => {
  const desk = textAsker(
    '# Oak desk\n\n## Weight\n\n31 kg without the drawers.\n\n## Delivery\n\nHeavy desks are carried by two.',
  );
  it('is found by its noun', () => expect(desk('How heavy is the desk?')).toContain('31 kg'));
});

describe('What the whole content is about', () => {
  const passages = [
    { title: 'Plumb', url: null, headings: ['Rules'], text: 'Plumb needs no setup of rules.' },
    { title: 'Plumb', url: null, headings: ['Getting started'], text: '1. Download Plumb.\n2. Open it.' },
    { title: 'Plumb', url: null, headings: ['Alerts'], text: 'Set the alerts up in the menu.' },
  ];
  it.each(['how to set it up?', 'How do I get started?'])('is set up as its first steps say: %s', async (question) =>
    expect(await ask(question, { passages })).toContain('Download Plumb'),
  );

  it('is not installed by who sets up a part of it, nor upgraded by the versions that have updates', () => {
    const text =
      '# Plumb\n\n## Global installation\n\nInstall it globally on old servers.\n\n## Alerts\n\nA global alert is set in the menu.\n\n## Ranges\n\nThis allows minor updates for versions.';
    expect(textAsker(text)('How do I set up a global alert?')).toContain('in the menu');
    expect(textAsker(text)('how do I upgrade')).toBeNull();
  });
});
