/** The kind of thing that a question asks for decides between passages with the same words. */
import { describe, expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import { extractiveAnswers } from '../../../src/answering/extractive/extractive-answers.ts';
import { beeRequest, collect } from '../../contracts/answer-generator.ts';
import { asker } from './asker.ts';

describe('A visitor asks who', () => {
  const ask = asker(`<h1>Our school</h1><p>A small school of music in the old brewery, for beginners of any age.</p>
    <h2>Cello</h2><p>Lessons for cello take 45 minutes. The cello teaches patience. Cello pupils play in our orchestra.</p>
    <h2>Dr Ines Moreau</h2><p>Ines teaches cello and double bass on Mondays.</p>
    <h2>Complaints</h2><p>Write to the head of our school. The head of the school answers within a week.</p>
    <table><tr><th>Task</th><th>Name</th></tr><tr><td>Head of the school</td><td>Tom Abara</td></tr><tr><td>Instruments</td><td>Eva Lund</td></tr></table>`);

  it('and gets what a person does, not what else is said about it', () => {
    expect(ask('Who teaches the cello?')).toContain('Ines teaches cello');
    expect(ask('who is the head of the school')).toContain('Tom Abara');
  });
});

describe('A visitor asks how long', () => {
  it('and gets the time, also in words', () => {
    const ask = asker(`<h1>Repairs</h1><p>We repair bicycles of all makes in our workshop behind the station.</p>
      <h2>Wheels</h2><p>Bring the wheel without its tyre. We true a wheel with 28 or 36 spokes by hand.</p><p>Truing a wheel takes two to three working days.</p>`);
    expect(ask('how long does it take to true a wheel')).toContain('two to three working days');
  });
});

describe('A visitor asks for a price', () => {
  it('and gets the row below a price, before a section that has the name as its heading', () => {
    const ask = asker(`<h1>Candles</h1><p>All that you need to make candles at home, from beeswax to moulds.</p>
      <h2>Beeswax</h2><p>Melt the beeswax in a water bath. Beeswax must never boil. Filter beeswax through cloth.</p>
      <h2>List</h2><table><tr><th>Article</th><th>Price (EUR)</th></tr><tr><td>Beeswax, 1 kg</td><td>24.50</td></tr><tr><td>Wick, 5 m</td><td>3.20</td></tr></table>`);
    expect(ask('how much is beeswax')).toBe('**Beeswax, 1 kg**\n- Price (EUR): 24.50');
  });
});

describe('A second question that refers to the first', () => {
  it('is answered about the same', async () => {
    const text = `# Kayaks\n\nThe kayak course costs 90 €.\n\n# Delivery\n\nHow long delivery takes depends on the day.\n\n# Lessons\n\nThe kayak course takes four days.`;
    const passages = [{ title: 'Boats', url: null, headings: [], text }];
    const question = 'How much is the kayak course and how long does it take?';
    const answer = await collect(
      extractiveAnswers().answer({ ...beeRequest, question, passages }, new AbortController().signal),
    );
    expect(answer).toBe('The kayak course costs 90 €. [1]\n\nThe kayak course takes four days. [1]');
  });
});

describe('A follow-up for another day', () => {
  it('is about that day alone, also about a holiday', async () => {
    const text =
      '# Öffnungszeiten\n\nDienstag bis Sonntag 10–18 Uhr. Montags geschlossen.\n\nWir sind auch am Ostermontag und am Pfingstmontag geöffnet.';
    const passages = [{ title: 'Besuch', url: null, headings: [], text }];
    const memory = [{ role: 'user', content: 'Haben Sie montags offen?' }] as const;
    const request = { ...beeRequest, question: 'und Ostermontag?', memory, passages };
    const answer = await collect(extractiveAnswers().answer(request, new AbortController().signal));
    expect(answer).toMatch(/^Wir sind auch am Ostermontag/);
  });
});

describe('A follow-up that begins with a preposition', () => {
  it('goes on from the question before', async () => {
    const text =
      '# Fees\n\nMembership | Basic | With gym\n--- | --- | ---\nAdults | 144 € | 348 €\nFamilies | 264 € | 560 €\n\n# Gym\n\nThe gym is open every day.';
    const passages = [{ title: 'Club', url: null, headings: [], text }];
    const memory = [{ role: 'user', content: 'how much is membership for families' }] as const;
    const request = { ...beeRequest, question: 'with gym?', memory, passages };
    const answer = await collect(extractiveAnswers().answer(request, new AbortController().signal));
    expect(answer).toBe('**Families**\n- With gym: 560 € [1]');
  });
});

describe('A heading with a date', () => {
  it('is shown with the text that does not repeat it', () => {
    const ask = asker(`<h1>News</h1><p>What happens at our allotments, and what has happened there lately.</p>
      <h2>Summer fair on 21 June</h2><p>There is a barbecue and music. We start at two, and entry is free.</p><h2>Water</h2><p>The pump works again.</p>`);
    expect(ask("when's the summer fair")).toMatch(/^\*\*Summer fair on 21 June\*\*/);
  });
});

describe('A visitor asks whether it is open', () => {
  it('and gets the hours, not a timetable', () => {
    const ask =
      asker(`<h1>Times</h1><p>All that you need to know about when we are there for you and for your children.</p>
      <table><tr><th>Team</th><th>Day</th><th>Time</th><th>Hall</th></tr><tr><td>Women</td><td>Thursday</td><td>19:00–20:30</td><td>A</td></tr><tr><td>Men</td><td>Friday</td><td>19:00–20:30</td><td>B</td></tr></table>
      <h2>Office</h2><p>Tuesday 5–7 pm, Thursday 9–11 am.</p>`);
    expect(ask('are you open on thursday')).toContain('Thursday 9–11 am');
  });
});

describe('A visitor asks what to bring', () => {
  it('and gets the documents, not what else is said about the matter', () => {
    const ask =
      asker(`<h1>Heiraten</h1><p>Das Standesamt traut Sie im Rathaus. Heiraten können Sie auch in der Alten Mühle.</p>
      <h2>Unterlagen</h2><ul><li>Reisepass</li><li>Auszug aus dem Geburtenregister</li></ul><h2>Kosten</h2><p>Die Anmeldung kostet 50 Euro.</p>`);
    expect(ask('Was brauche ich, um zu heiraten?')).toContain('Auszug aus dem Geburtenregister');
  });
});

describe('A visitor asks how to do something', () => {
  it('and does not get how to cancel it, unless that was the question', () => {
    const ask = asker(`<h1>Rooms</h1><p>All that you need to know about our rooms, before you come and afterwards.</p>
      <h2>Cancel a booking</h2><p>Call us a day before. A booking can be changed too.</p>
      <h2>On the phone or online</h2><p>Book on this page or call us; we hold a room for a day.</p>`);
    expect(ask('how do I book')).toContain('Book on this page');
    expect(ask('how do I cancel my booking')).toContain('Call us a day before');
  });
});

describe('A visitor asks for what a whole page is about', () => {
  it('and gets its beginning, not a section of another page that shares a word', () => {
    const passages = [
      { title: 'Authentication', headings: ['Authentication'], text: 'Authenticate with a key in the header.' },
      { title: 'Security', headings: ['Two-factor authentication'], text: 'Members can use an authenticator app.' },
    ];
    const [answer] = extractAnswer('how do i authenticate', passages) ?? [];
    expect(answer?.markdown).toBe('Authenticate with a key in the header.');
  });
});

describe('A visitor asks what something is', () => {
  const ask = asker(`<h1>Docs</h1><p>How to send and receive, step by step, with examples in four languages.</p>
    <h2>Libraries</h2><ul><li>Node.js: <code>@plotline/node</code></li><li>Python: <code>plotline</code></li></ul>
    <h2>In short</h2><p>Write to us. Plotline draws boards for teams. Ask for Plotline at work.</p>
    <h2>Servers</h2><p>Each webhook has an address. A webhook is signed. Webhooks tell your server what happened.</p>`);

  it('and gets the sentence about it, not a line with its name', () => {
    expect(ask('What is Plotline?')).toContain('Plotline draws boards for teams.');
    expect(ask('what are webhooks')).toContain('Webhooks tell your server');
  });
});
