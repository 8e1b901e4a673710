/** Questions of few words, as visitors type them: prices of no named thing, a telephone number that there is none of, a task after another topic. */
import { expect, it } from 'vitest';
import { followUpQuestions } from '../../../src/answering/extractive/follow-ups/follow-ups.ts';
import { answerableQuestion } from '../../../src/answering/extractive/plain-question.ts';
import { beeRequest } from '../../contracts/answer-generator.ts';
import { ask } from './ask-without-model.ts';

const passage = (heading: string, text: string) => ({
  title: 'Help',
  url: 'https://boards.example/help',
  headings: [heading],
  text,
});
const passages = [
  passage('Prices', 'The Team plan costs $6 per seat and month, the Business plan $12.'),
  passage('Discounts', 'Schools pay half. Write to billing@boards.example with proof of your status.'),
  passage('Notifications', 'On the phone, allow notifications in the system settings.'),
  passage('Turn on two-factor authentication', 'Under Settings, scan the code with your phone.'),
  passage('GDPR', 'A data processing agreement is part of our terms.'),
  passage('Returns', 'You can return a printed board within 14 days. We pay the money back in a week.'),
  passage('Backups', 'Backups are made every hour. You make one yourself under Settings, Backup.'),
  passage('Boards Ltd', '14 Quay Street, Bristol BS1 4DB · support@boards.example'),
];

it('gets the prices for “How much is it?” where nothing was asked before', async () => {
  expect(await ask('how much is it', { passages })).toMatch(/^The Team plan costs \$6/);
});

it('gets another contact, and is told so, where the content has no telephone number', async () => {
  const answer = await ask('what’s your phone number', { passages });
  expect(answer).toMatch(/^I found nothing about “phone number”\./);
  expect(answer).toContain('support@boards.example');
  expect(answer).not.toContain('On the phone');
});

it('gets a refusal for a telephone number where the content has no contact at all', async () => {
  const phones = passages.slice(2, 3);
  expect(await ask('telephone number?', { passages: phones })).toContain("I couldn't find an answer");
});

it('gets the mailbox for any concern rather than one for another', async () => {
  expect(await ask('how can i contact you', { passages })).toContain('support@boards.example');
});

it.each(['can you write me a poem', 'write us a python script', 'book me a flight please'])(
  'gets no answer that only holds the verb of a request to the chatbot: %s',
  async (question) => {
    expect(await ask(question, { passages })).toContain("I couldn't find an answer");
  },
);

it('is understood by initials with a number, and by an adjective that only asks', async () => {
  expect(await ask('do you have 2fa', { passages })).toContain('scan the code');
  expect(await ask('are you gdpr compliant', { passages })).toContain('data processing agreement');
});

it('is about its own task of two words after a question for something else', async () => {
  const memory = [
    { role: 'user', content: 'How do I return something?' },
    { role: 'assistant', content: 'You can return a printed board within 14 days. [1]' },
  ] as const;
  expect(await ask('How do I back up?', { passages, memory })).toMatch(/^(?:Backups are|You make one)/);
});

it('gets the ways to pay for one that the content does not name', async () => {
  const payment = passage('Payment', 'How can I pay? By card, PayPal or bank transfer.');
  expect(await ask('Can I pay with Bizum?', { passages: [...passages, payment] })).toMatch(
    /^I found nothing about “Bizum”\. The closest that I have:\s+.*By card, PayPal or bank transfer\. \[\d\]$/s,
  );
});

it('gets the countries for “Where do you ship?”', async () => {
  const delivery = [
    passage(
      'Delivery',
      `We send parcels with Royal Mail. Standard delivery takes 2 to 3 days and costs £4.95.

Ship dates are shown in the basket. Large plants ship on Mondays only.

We deliver to Ireland, France and Spain.`,
    ),
  ];
  expect(await ask('Where do you ship?', { passages: delivery })).toBe('We deliver to Ireland, France and Spain. [1]');
});

it('is about opening hours by “auf” and “zu” as words of their own alone', () => {
  const read = (question: string) => answerableQuestion({ question, memory: [], passages: [] });
  for (const question of ['Wann habt ihr auf', 'Bis wann seid ihr am Samstag auf', 'Wann macht die Praxis zu'])
    expect(read(question)).toBe(`${question} geöffnet`);
  for (const question of ['Wie ist der Ablauf?', 'Wann ist der nächste Verkauf?', 'Wie macht man das Paket auf?'])
    expect(read(question)).not.toContain('geöffnet');
});

it('is not told that the site itself comes closest', async () => {
  const home = [
    {
      title: 'Boards – Plan together',
      url: null,
      headings: ['Boards – Plan together'],
      text: 'Charts of your work are drawn for you.',
    },
  ];
  const chatbot = { name: 'Boards', model: '', persona: '', tone: '', systemPrompt: '', humanHandoffEnabled: false };
  expect(await ask('do you sell gantt charts of engines', { passages: home, chatbot })).not.toContain('closest');
});

it.each([
  ['Do you have any vegan shampoo for my hair?', 'My content is in German: try the question in that language.'],
  ['¿Tienen productos para niños?', 'Mis contenidos están en alemán'],
])('is told the language of the content where it is refused in another one: %s', async (question, told) => {
  const german = [
    {
      title: 'Salon',
      url: null,
      headings: ['Preise'],
      text: 'Ein Haarschnitt kostet 32 Euro, mit Waschen und Föhnen 41.',
    },
    {
      title: 'Salon',
      url: null,
      headings: ['Hunde'],
      text: 'Hunde dürfen bei uns gerne mitkommen, wenn sie ruhig sind.',
    },
  ];
  expect(await ask(question, { passages: german })).toContain(told);
  expect(await ask('Wie hoch ist der Eiffelturm?', { passages: german })).not.toContain('Sprache');
});

it('gets the price of a visit out of hours, and not the opening hours', async () => {
  const vet = [
    passage('Opening hours', 'Monday to Friday 8.30am – 6.30pm, Saturday 9am – 12 noon.'),
    passage('Parties', 'Puppy parties take place on Thursdays at 6.45pm and are free.'),
    passage('Emergencies', 'Ring the usual number. An out-of-hours consultation costs £235.'),
  ];
  expect(await ask('how much is an out of hours visit', { passages: vet })).toContain('costs £235');
});

it('names nothing as close that only has a number of the question', async () => {
  const vet = [passage('Prices', 'A booster costs £15. A nail clip costs £8, a spay £80.')];
  expect(await ask('what is 15% of 80', { passages: vet })).not.toContain('closest');
});

it('is told how to contact the owner where nobody can take over the conversation', async () => {
  expect(await ask('i want to talk to someone', { passages })).toContain('support@boards.example');
});

it('is offered again what an earlier answer offered, where nothing else is left to offer', () => {
  const memory = [
    { role: 'user', content: 'opening hours' },
    { role: 'assistant', content: 'Mon–Fri.', suggestions: ['How can I pay?', 'Where can I park?'] },
    { role: 'user', content: 'where can i park' },
    { role: 'assistant', content: 'Behind the house.', suggestions: ['Do you have gift cards?'] },
  ] as const;
  const offered = followUpQuestions({ question: 'are dogs allowed', memory, passages: [] }, 'Yes.');
  expect(offered).toHaveLength(3);
  expect(offered[0]).toBe('How can I pay?');
  expect(offered.join(' ')).not.toMatch(/park|gift/);
});

it('is not offered the title of the site as a topic', () => {
  const text =
    '# Without meetings\n\nBoards keep teams together.\n\n## Boards – Plan together\n\n14 Quay Street, Bristol.';
  const home = { title: 'Boards – Plan together', url: null, headings: [], text };
  const offered = followUpQuestions(
    { question: 'what are boards', memory: [], passages: [home] },
    'Boards keep teams together.',
  );
  expect(offered.join(' ')).not.toContain('Plan together');
});

const theatre = [
  passage('Become a Friend', 'Friends book a week before everyone else and pay no booking fees.'),
  passage('Hire the theatre', 'The auditorium can be hired from £480 a day. Ask Simon Teale.'),
  passage('Volunteer', 'Ushers see the show for nothing. You must be 16 or over.'),
  passage('Tickets', 'Tickets are sold at the door, from an hour before the start.'),
];

it('gets what is known where the content lacks only what the thing is for, and is told so', async () => {
  const chatbot = { ...beeRequest.chatbot, name: 'The Lantern Theatre' };
  const answer = await ask('can i hire the theatre for a wedding', { passages: theatre, chatbot });
  expect(answer).toMatch(/^I found nothing about “wedding”/);
  expect(answer).toContain('from £480 a day');
  expect(await ask('hire for a wedding', { passages: theatre.slice(0, 1) })).toContain("I couldn't find");
});

it('goes on with the topic when it asks for the benefits of it', async () => {
  const memory = [
    { role: 'user', content: 'how do i become a friend' },
    { role: 'assistant', content: 'Friends book a week before everyone else. [1]' },
  ] as const;
  expect(await ask('what are the benefits', { passages: theatre, memory })).toMatch(/^Friends book a week/);
});

it('is answered where the page asks nearly the same, rather than below another heading with its word', async () => {
  const docs = [
    passage('Is there a Docker image?', 'You build it with docker.'),
    passage('With Docker', 'Run `docker compose up` on the machine.'),
    passage('Engines', 'They keep documents.'),
    passage('Proxies', 'They end TLS and support streams.'),
  ];
  expect(await ask('Does it support Docker?', { passages: docs })).toContain('You build it');
});
