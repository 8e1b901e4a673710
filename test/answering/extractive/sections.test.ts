import { describe, expect, it } from 'vitest';
import { isTitleOf } from '../../../src/answering/extractive/passages/paragraph-lines.ts';
import { sectionsOf } from '../../../src/answering/extractive/passages/sections.ts';
import { expectLinear } from '../../support/growth.ts';

describe('Sections of a passage', () => {
  const blocksOf = (text: string) =>
    sectionsOf(text, []).map(({ heading, blocks }) => [
      heading,
      blocks.map(({ kind, units }) => [kind, ...units.map((unit) => unit.text)]),
    ]);

  it('hold sentences, list items, rows and code, without block marks and numbers in brackets', () => {
    const text =
      '## Bees\nThey fly[3]. They sleep [1, 2].\n- 10 km a day\n- 3 km\n> quoted\n```\ncode [0] here\n```\n1. First\n2. Then';
    expect(blocksOf(text)).toEqual([
      [
        'Bees',
        [
          ['prose', 'They fly.', 'They sleep.'],
          ['list', '10 km a day', '3 km'],
          ['prose', 'quoted'],
          ['code', 'code [0] here'],
          ['steps', 'First', 'Then'],
        ],
      ],
    ]);
  });

  it('hold lines that are aligned with any number of spaces', () => {
    expect(blocksOf(`Our opening hours\nMonday${' '.repeat(40)}nine to five`)).toEqual([
      ['', [['lines', 'Our opening hours', 'Monday nine to five']]],
    ]);
    expectLinear(24, (count) => isTitleOf(['Our opening hours', `Monday${' '.repeat(count)}nine to five`]));
  });

  it('begin with no line that is longer than headings are', () => {
    const long = `# ${'Bees '.repeat(50)}`.trim();
    expect(blocksOf(`${long}\nThey fly.`)).toEqual([['', [['prose', long, 'They fly.']]]]);
  });

  it('begin with headings and with questions that the text answers itself', () => {
    const text = 'Kettles.\n\n**Can I pay by invoice?**\nYes.\n\nQ: Do you ship?\nA: We do. How long? Two days.';
    expect(blocksOf(text)).toEqual([
      ['', [['prose', 'Kettles.']]],
      ['Can I pay by invoice?', [['prose', 'Yes.']]],
      ['Do you ship?', [['prose', 'We do.']]],
      ['How long?', [['prose', 'Two days.']]],
    ]);
  });

  it('know a row that stands in place of the header', () => {
    const [hours] = sectionsOf('Monday to Saturday | 13:00 – 20:00\n--- | ---\nSunday | 10:00 – 20:00', []);
    expect(hours?.blocks[0]).toMatchObject({
      header: null,
      units: [{ text: 'Monday to Saturday 13:00 – 20:00' }, { text: 'Sunday 10:00 – 20:00' }],
    });
    const [one] = sectionsOf('Montag | 9–18 Uhr\n--- | ---', []);
    expect(one?.blocks[0]).toMatchObject({ header: null, units: [{ text: 'Montag 9–18 Uhr' }] });
    const [prices] = sectionsOf('Plan | From 5 €\n--- | ---\nSmall | included', []);
    expect(prices?.blocks[0]).toMatchObject({ header: ['Plan', 'From 5 €'], units: [{}] });
  });

  it('know the header of a table, marked or not', () => {
    const [marked] = sectionsOf('Plan | Price\n--- | ---\nSmall | 5 €\nLarge | 9 €', []);
    expect(marked?.blocks[0]).toMatchObject({ kind: 'table', header: ['Plan', 'Price'], units: [{}, {}] });
    const [twice] = sectionsOf('Plan | Price\n--- | ---\nSmall | 5 €\nPlan | Price\n--- | ---\nLarge | 9 €', []);
    expect(twice?.blocks).toMatchObject([
      { header: ['Plan', 'Price'], units: [{ text: 'Small 5 €' }, { text: 'Large 9 €' }] },
    ]);
    const [begun] = sectionsOf('Small | 5 €\nPlan | Price\n--- | ---\nLarge | 9 €', []);
    expect(begun?.blocks).toMatchObject([
      { header: ['Plan', 'Price'], units: [{ text: 'Small 5 €' }, { text: 'Large 9 €' }] },
    ]);
    const [other] = sectionsOf('Plan | Price\n--- | ---\nSmall | 5 €\nDay | Open\n--- | ---\nMonday | never', []);
    expect(other?.blocks).toMatchObject([
      { header: ['Plan', 'Price'], units: [{ text: 'Small 5 €' }] },
      { header: ['Day', 'Open'], units: [{ text: 'Monday never' }] },
    ]);
    const [dashed] = sectionsOf(
      'Plan | Small | Large\n--- | --- | ---\nPhone | 5 € | 9 €\n| | - | - |\nChat | yes | yes',
      [],
    );
    expect(dashed?.blocks).toMatchObject([
      { header: ['Plan', 'Small', 'Large'], units: [{ text: 'Phone 5 € 9 €' }, { text: 'Chat yes yes' }] },
    ]);
    const days = { header: ['', 'Weekdays', 'Weekend'], units: [{ text: 'Sauna 16-21 12-22' }, { text: 'Pool 9-22' }] };
    const [cornerless] = sectionsOf(
      '| | Weekdays | Weekend |\n--- | --- | ---\nSauna | 16-21 | 12-22\nPool | | 9-22',
      [],
    );
    expect(cornerless?.blocks).toMatchObject([days]);
    const [ofOlderRelease] = sectionsOf(
      '| Weekdays | Weekend\n--- | --- | ---\nSauna | 16-21 | 12-22\nPool |  | 9-22',
      [],
    );
    expect(ofOlderRelease?.blocks).toMatchObject([days]);
    const [bare] = sectionsOf('Monday | closed\nTuesday | 9 to 5', []);
    expect(bare?.blocks[0]).toMatchObject({ header: null, units: [{}, {}] });
  });
});
