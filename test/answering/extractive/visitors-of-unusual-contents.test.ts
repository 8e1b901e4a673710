/** Visitors of contents unlike a shop's: a leaflet, rules of a game, a machine's manual, a page for applicants, collections of waste. */
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { contactAnswer } from '../../../src/answering/extractive/contact/contact-answer.ts';
import { candidateFor, extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import { answerableQuestion } from '../../../src/answering/extractive/plain-question.ts';
import { isWithinAges, numberRangesIn } from '../../../src/answering/extractive/terms/number-ranges.ts';
import type { AnswerRequest } from '../../../src/answering/generators/answer-generator.ts';
import { finish } from '../../../src/lib/steps.ts';
import { textBlocks } from '../../../src/reading/documents/plain-text/text-blocks.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { answeredContent } from '../shop/answered-content.ts';
import { textAsker } from './asker.ts';

describe('A limit of age', () => {
  const game = textAsker(`# Lanterns

For 2 to 5 players aged 10 and over. A game takes about 60 minutes.

## Your turn

- Travel: play a route card and move your caravan.
- Rest: draw two cards.`);
  const leaflet = textAsker(`# Norvexa

It relieves hay fever. It is for adults and children aged 12 and over.

## Storage

Keep out of the reach of children. Store below 25 °C.`);

  it('answers for ages outside it', () => {
    expect(game('can my 8 year old play')).toContain('aged 10 and over');
    expect(leaflet('my son is 9 can he have it')).toContain('aged 12 and over');
  });

  it('answers for children', () => {
    expect(leaflet('can kids take it')).toContain('aged 12 and over');
  });

  it('is no range of measures', () => {
    const isOfAge = (text: string) => numberRangesIn(text).some((mark) => isWithinAges(13, mark));
    expect(isOfAge('Fits nursery pots of 12 to 15 cm')).toBe(false);
    expect(isOfAge('Children 12 to 15')).toBe(true);
  });
});

describe('A negation typed without its apostrophe', () => {
  const machine = textAsker(`# Washer

With much water in the drum the door stays locked.

## Programmes

Compartment I is for prewash, II for the main wash.

## Error codes

| Code | Meaning | What to do |
| --- | --- | --- |
| E10 | No water | Open the tap |
| E18 | Water does not drain | Clean the pump filter |
| E20 | Heating fault | Call service |`);

  it('asks for what does not happen', () => {
    expect(machine('the washing machine doesnt drain')).toContain('pump filter');
  });
});

describe('A phrase', () => {
  const applicants = textAsker(`# Applying

1. Fill in the form.
2. Pay the application fee of £45.

You can withdraw an application. Other certificates are not accepted.

## Fees

| | Home students | International students |
| --- | --- | --- |
| Tuition a year | £9,800 | £21,500 |
| Field course | £600 | £600 |

## Housing

Rooms cost £138 to £176 a week, bills included.`);

  it('beats a heading that holds a part of it', () => {
    expect(applicants('application fee')).toContain('£45');
  });

  it('is not enough where it lacks the fact that is asked for', () => {
    expect(applicants('how much is it for international students')).toContain('21,500');
  });

  it('asks for no price with a rate of something', () => {
    expect(applicants('whats the acceptance rate') ?? '').not.toContain('£');
  });

  it('may call a room accommodation', () => {
    expect(applicants('how much is accomodation')).toContain('£138');
  });
});

describe('A heading that is the answer', () => {
  const leaflet = textAsker(`# Norvexa leaflet

## Before you take Norvexa

Talk to your doctor before taking Norvexa if you have epilepsy.

## Norvexa contains lactose

If you have been told that you have an intolerance to some sugars, ask your doctor first.

## Maker

Manufacturer: Halden Pharma, Vestergade 4, Aarhus

## Alcohol

Do not drink alcohol while you take it: both make you drowsy.`);

  it('stands above the text that does not repeat it', () => {
    expect(leaflet('does it contain lactose')).toBe(
      '**Norvexa contains lactose**  \nIf you have been told that you have an intolerance to some sugars, ask your doctor first.',
    );
  });

  it('is no sentence in which something makes somebody drowsy, for who asks for the maker', () => {
    expect(leaflet('who makes it')).toContain('Halden Pharma');
  });
});

describe('A question for the time of day', () => {
  it('is answered by the sentence that tells one', () => {
    const waste = textAsker(`# Waste

We do not come back for bins that were put out late or are too heavy.

## Collection

Put your bin at the kerb by 6:30 on the day of collection.`);
    expect(waste('what time do i have to put the bin out')).toContain('6:30');
  });

  it('is answered by the telephone with its hours, and not by other calls', () => {
    const mixed = textAsker(`# Operations

After a call without an answer, a breaker opens and its calls fail at once.

## Contact

- E-mail: hello@fern.example
- Telephone: +49 341 555 0142 (Tuesday to Friday, 10 am to 5 pm)`);
    expect(contactAnswer('when can i call', ['call'], mixed.passages, 'en')?.markdown).toBe(
      'Telephone: +49 341 555 0142 (Tuesday to Friday, 10 am to 5 pm)',
    );
  });
});

describe('Names and verbs that look like other words', () => {
  const docs = textAsker(`# Guide

\`window.Chat\` exists once the script has run.

## Requirements

Get the newest Node first ([Alpine, NixOS, Windows on ARM](docs/node.md)).

## The log

Each start is in the log. The form of the log on standard output is JSON.`);

  it('are plurals that the content writes as names', () => {
    expect(docs('does it work on windows')).toBe(
      'Get the newest Node first ([Alpine, NixOS, Windows on ARM](docs/node.md)).',
    );
  });

  it('are verbs that mean something else without their particle', () => {
    expect(docs('how can i log out')).toBeNull();
  });
});

test('Words of code lend nothing to the sentences beside it', () => {
  const readme = textAsker(`# Quickstart

Create a key. Ask a question as a visitor of such a page; the answer streams.

\`\`\`sh
ask "How long can I return a jacket?"
\`\`\`

Rate the answer as the visitor.`);
  const found = finish(candidateFor('how long can i return a jacket', readme.passages));
  const prose = found?.scored.filter(({ unit }) => unit.kind === 'prose') ?? [];
  expect(prose.map(({ score }) => score)).toEqual(prose.map(() => 0));
  expect(found?.best.unit.kind).toBe('code');
});

test('Each of few passages tells enough', async () => {
  const text = `# English\n\nThose whose first language is not English need IELTS Academic: 6.5 overall.\n\n# Fees\n\nTuition is £9,800 a year.`;
  const content = await answeredContent(temporaryDirectory(), [
    { title: 'Applying', url: null, language: null, blocks: textBlocks(text) },
    {
      title: 'Housing',
      url: null,
      language: null,
      blocks: textBlocks('Rooms cost £138 to £176 a week, bills included.'),
    },
  ]);
  onTestFinished(() => content.close());
  expect((await content.ask('what ielts score')).content).toContain('6.5 overall');
});

describe('A pasted transcript without punctuation', () => {
  const told = `welcome back to slow rails the podcast about night trains with me joanna and as always my co host piet so today we talk about bikes
so on this route you can't take a normal bike only folding bikes in a bag but on the train to zurich there are six spaces for bikes and you pay 12 euros
and dogs yes dogs can come but only if you book the whole cabin and you pay 29 euros for the dog and you have to tell them a week before you leave
breakfast is a roll with jam and coffee it's nothing special you can order a hot dinner from the conductor and the goulash was nine euros and actually good`;

  it('is quoted around what is asked for', () => {
    const answer = textAsker(told)('can i bring a dog') ?? '';
    expect(answer).toContain('dogs can come');
    expect(answer).not.toContain('welcome');
    expect(answer.length).toBeLessThan(320);
  });

  it('is found as a part of more text, which is cut elsewhere', () => {
    const part = told.slice(told.indexOf('and dogs')).replaceAll('\n', ' ');
    const widened = [{ title: 'Slow rails', headings: [], text: told.replaceAll('\n', ' '), found: [part] }];
    expect(extractAnswer('can i bring a dog', widened)?.[0]?.markdown).toContain('dogs can come');
  });
});

describe('A table of collections', () => {
  const text = `# Waste and recycling

We empty the bins of 31,000 households.

## Collection days

| Area | General waste (grey) | Recycling (blue) | Garden waste (brown) |
| --- | --- | --- | --- |
| Northgate | Monday, every 2 weeks | Monday, every 2 weeks | Thursday, March to November |
| Old Town | Tuesday, weekly | Wednesday, weekly | not collected |
| Westerby | Wednesday, every 2 weeks | Thursday, every 2 weeks | Monday, April to October |

## Missed collections

Report it within two working days.

## Bulky items

We collect furniture and large appliances for £32 for up to three items.`;
  const waste = textAsker(text);

  it('is shown with all rows where the heading says the rest of what is asked for', () => {
    expect(waste('how often is garden waste collected')).toContain('March to November');
  });

  it('is not told by the one row that says no', async () => {
    const content = await answeredContent(temporaryDirectory(), [
      { title: 'Waste', url: null, language: null, blocks: textBlocks(text) },
    ]);
    onTestFinished(() => content.close());
    expect((await content.ask('when is my bin collected')).content).toContain('| Westerby |');
  });

  it('is not where furniture is told of', () => {
    expect(waste('sofa')).toContain('£32');
  });
});

test('“When” is answered by days and months', () => {
  const course = textAsker(`# The course

## Welcome

Teaching begins after 2 days of welcome.

## Year

Teaching begins in the last week of September.`);
  expect(course('when does teaching begin')).toMatch(/^Teaching begins in the last week of September/);
});

describe('A game', () => {
  const memory: AnswerRequest['memory'] = [];
  const game = textAsker(
    '# Rules\n\n## Contents\n\n- 1 board\n- 60 route cards\n\n## Solo game\n\nThere is no official solo mode.',
  );

  it('may be played alone, and has contents in its box', () => {
    expect(game('can i play alone')).toContain('solo mode');
    const passages = game.passages.map((passage) => ({ ...passage, url: null }));
    const question = answerableQuestion({ question: 'whats in the box', memory, passages });
    expect(game(question)).toContain('60 route cards');
  });
});
