/** Price lists, manuals, help texts, tables of questions and transcripts, read as files are and asked as their visitors do. */
import { describe, expect, it } from 'vitest';
import { contactAnswer } from '../../../src/answering/extractive/contact/contact-answer.ts';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import { visitorLanguage } from '../../../src/answering/extractive/languages/visitor-language.ts';
import { contentWords } from '../../../src/answering/extractive/question/question-terms.ts';
import { readCsv } from '../../../src/reading/documents/plain-text/read-csv.ts';
import { textBlocks } from '../../../src/reading/documents/plain-text/text-blocks.ts';
import { chunkDocument } from '../../../src/text/chunking/chunk-document.ts';
import type { Block } from '../../../src/text/document.ts';

const passagesOf = (blocks: readonly Block[]) => chunkDocument({ title: 'help', url: null, language: null, blocks });
const asked = (passages: ReturnType<typeof passagesOf>) =>
  Object.assign(
    (question: string) =>
      extractAnswer(question, passages)
        ?.map(({ markdown }) => markdown)
        .join('\n\n') ?? null,
    { passages },
  );
const text = (lines: string) => asked(passagesOf(textBlocks(lines)));
const csv = (rows: string) => asked(passagesOf(readCsv(Buffer.from(rows)).blocks));

describe('A table of questions and answers', () => {
  it('answers without the names of its columns', () => {
    const ask = csv(`Question,Answer
How long does a repair take?,Small repairs are done within 24 hours. A full service takes three days.
Do you rent bikes?,No. Try Harbour Hire on Quay Street.
Can I lease a bike?,Yes. Bring the certificate of your employer.`);
    expect(ask('how long does a full service take')).toBe('A full service takes three days.');
    expect(ask('how long does it take')).toBe(
      'Small repairs are done within 24 hours. A full service takes three days.',
    );
    expect(ask('can I rent a bike')).toBe('No. Try Harbour Hire on Quay Street.');
  });

  it('may name a topic before each question', () => {
    const ask = csv(`Topic,Question,Answer
Parking,Where can I park?,In front of the house.
Parking,What does it cost?,It is free for guests.
Pets,May I bring my dog?,Dogs stay for £5 a night.`);
    expect(ask('where can I park?')).toBe('In front of the house.');
  });
});

describe('A help text without marks', () => {
  const ask = text(`Your account

Deleting your account
Write to privacy@shop.example. We delete your account within 14 days.

Newsletter
We send a newsletter once a month. You can opt out with its last link.

Where we are
Spoke & Co
7 Mill Lane
Bristol BS1 4QR
Cars can park at Queen Square, five minutes away, where you find two hundred places for all of our visitors.`);

  it('has titles above short paragraphs, which do not run into the next', () => {
    expect(ask('how do I delete my account')).toBe(
      'Write to privacy@shop.example. We delete your account within 14 days.',
    );
  });

  it('has an address, which is given whole', () => {
    const found = contactAnswer('where are you', contentWords('where are you'), ask.passages, 'en');
    expect(found?.markdown).toContain('7 Mill Lane  \nBristol BS1 4QR');
    expect(found?.markdown).not.toContain('Queen Square');
  });
});

describe('A verb of two words', () => {
  it('is asked for as a verb, and not as the noun that is written as one word', () => {
    const ask = text(`A backup holds the database and all uploads. Backups are kept for 30 days.

To back up the service, run npm run backup and choose a folder.

The login page is at /login. A login is valid for a day.

Log in with your e-mail address and your password.

Checkout is at the till. The checkout is open until 19:00.

To check out, hand in your key and pay the rest.`);
    expect(ask('how do I back up')).toMatch(/^To back up the service/);
    expect(ask('how do I log in')).toMatch(/^Log in with/);
    expect(ask('how do I check out')).toMatch(/^To check out/);
  });

  it('is not answered by its opposite', () => {
    const ask = text(`# Trouble

| Problem | Solution |
| --- | --- |
| Machine does not switch on | Check plug and socket |
| No milk foam | Clean the hose |

# Automatic switch-off

The machine switches itself off after 30 minutes.`);
    expect(ask("machine doesn't switch on")).toContain('Check plug and socket');
  });
});

describe('Numbers', () => {
  it('of the question itself are no answer, and an amount of what is counted is', () => {
    const ask = text(`# Memberships

The plans cost £28 or £45 a month for members.

# About us

- 480 members, three rooms
- A registered charity

# Help

- 3D printing: Marek Nowak
- Filament for a print: 5p a gram`);
    expect(ask('how many members do you have')).toContain('480 members');
    expect(ask('how much does a 3d print cost')).toContain('5p a gram');
  });

  it('match with their unit written apart or not', () => {
    const ask = text('- Plywood 3 mm: two sheets\n- Plywood 12 mm: four sheets\n- Acrylic 12 mm: one sheet');
    expect(ask('plywood 12mm')).toContain('four sheets');
    expect(ask('plywood 12mm')).not.toContain('two sheets');
  });

  it('of how often are told by days, weeks and uses', () => {
    const ask = text(`# Descaling

Descale the machine when the display asks for it, or at least every three months. The programme takes about 25 minutes.

1. Empty the tank.
2. Pour 100 ml of descaler into the tank.
3. Press Menu, choose Descale, and press OK.`);
    expect(ask('how often should i descale it')).toMatch(/^Descale the machine when .* every three months/);
  });

  it('of an age are within "from 4 years"', () => {
    const ask = csv('Bike,For\nMini 16,From 4 years\nMini 24,From 9 years\nUsed bike,We take your old bike back');
    expect(ask('bike for a 5 year old')).toContain('Mini 16');
    expect(ask('bike for a 5 year old')).not.toContain('Mini 24');
  });

  it('in a code name one thing, and tell no language', () => {
    const ask = csv(`Display,Cause,Solution
Shows E5,Brewing unit is missing,Insert the brewing unit
Shows E8,Pump has drawn air,Refill the tank`);
    expect(ask('error E8')).toContain('Refill the tank');
    expect(visitorLanguage('error E8')).toBe('en');
  });
});

describe('A question', () => {
  it('for a word with a letter before it is about that, where the content tells of it', () => {
    const ask = text('- E-bike rental: £40 a day\n- Bike rental: £18 a day\n- Helmet: £3');
    expect(ask('do you have e-bikes?')).toContain('£40');
    expect(ask('do you have e-bikes?')).not.toContain('£18');
  });

  it('for databases is answered by their names', () => {
    const ask = text(`A backup holds the database and all uploads.

The embedded profile keeps everything in SQLite, the other in MongoDB.`);
    expect(ask('which databases do you use')).toMatch(/^The embedded profile keeps everything in SQLite/);
  });

  it('that names one item of a list alone gets that item', () => {
    const ask = text(`# Workshop

Everybody may use it.

# Training

- Laser: 2 hours, £20
- Table saw: 1 hour, £10
- Welding: 3 hours, £35`);
    expect(ask('how much is the laser training')).toBe('**Training**  \nLaser: 2 hours, £20');
  });

  it('is not answered from the first sentence of a paragraph that only shares a word with it', () => {
    const ask = text(
      'Hello, I am Tom, and we look at the cutter. Close the lid before you begin. The largest sheet that fits in the cutter is 90 by 60 cm.',
    );
    expect(ask('what is the largest sheet that fits in the cutter')).not.toContain('Hello');
  });

  it('that goes on from another is rather about all of its own words than about one of them', () => {
    const passages = passagesOf(
      textBlocks(`# Care

- Drip tray: clean it daily with warm water
- Water filter: change it after 50 litres
- Bean hopper: clean it once a week`),
    );
    const present = 'And the water filter?';
    const answer = extractAnswer(`How do I clean the drip tray daily? ${present}`, passages, { present });
    expect(answer?.[0]?.markdown).toContain('Water filter');
    expect(answer?.[0]?.markdown).not.toContain('Drip tray');
  });

  it('is not answered from a sentence that shares nothing with it but the heading', () => {
    const ask = text(`# Arrival

The barrier opens by itself.

# Swimming and boats

There is no lifeguard at the beach. The pool is open from seven to eight, and children under twelve swim there with an adult. Canoes are for hire at the jetty. Motor boats are not allowed on our shore.`);
    expect(ask('can I bring my motor boat')).toBe('Motor boats are not allowed on our shore.');
  });

  it('with a length of time gets no second quotation for that alone', () => {
    const page = (title: string, sentence: string) => ({ title, headings: [], text: sentence });
    const passages = [
      page('Returns', 'You can return a plant while it is unused and in its box.'),
      page('Ficus', 'Water the plant every three weeks.'),
    ];
    expect(extractAnswer('can I return a plant after three weeks', passages)).toHaveLength(1);
  });

  it('for a telephone number may be Dutch', () => {
    const passages = passagesOf(textBlocks('Bel ons op 030 – 228 11 90.'));
    expect(contactAnswer('telefoonnummer', contentWords('telefoonnummer'), passages, 'nl')?.markdown).toBe(
      'Bel ons op 030 – 228 11 90.',
    );
  });
});

describe('Captions without punctuation', () => {
  it('are quoted by the line that answers and those beside it', () => {
    const ask = text(`hi everyone so today we look at our printers
we have six of them and they print pla
first you slice your model on a computer
the program is called prusa slicer
then you save the file on a card
wipe the plate with alcohol before every print
otherwise it does not stick
the printer heats up for four minutes`);
    expect(ask('my print does not stick')).toBe(
      '… wipe the plate with alcohol before every print otherwise it does not stick the printer heats up for four minutes',
    );
  });
});
