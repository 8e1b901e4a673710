import { describe, expect, test } from 'vitest';
import { withPairedHours } from '../../../src/reading/html/blocks/hours-pairs.ts';
import { pageText } from './pages.ts';

const HOURS = [
  ['Monday', 'closed'],
  ['Tuesday to Friday', '9 am – 6 pm'],
  ['Saturday', '8 am – 2 pm'],
] as const;
const each = (row: (day: string, time: string) => string) => HOURS.map(([day, time]) => row(day, time)).join('');

const textOf = (hours: string): string =>
  pageText(
    `<html><body><main><h1>Salon</h1><h2>Opening hours</h2>${hours}<h2>Arrival</h2><p>Take the tram.</p></main></body></html>`,
  );

describe('Opening hours', () => {
  test.each([
    [
      'rows of two cells',
      each((day, time) => `<div class="row"><div class="day">${day}</div><div>${time}</div></div>`),
    ],
    ['a grid without rows', `<div>${each((day, time) => `<div>${day}</div><div>${time}</div>`)}</div>`],
    ['items', `<ul>${each((day, time) => `<li><div>${day}</div><div>${time}</div></li>`)}</ul>`],
    ['lines', `<p>${each((day, time) => `${day}<br>${time}<br>`)}</p>`],
    ['columns', `<div>${each((day) => `<p>${day}</p>`)}</div><div>${each((_, time) => `<p>${time}</p>`)}</div>`],
  ])('in %s are items that name day and time', (_, hours) => {
    expect(textOf(hours)).toContain(
      '## Opening hours\n\n- Monday: closed\n- Tuesday to Friday: 9 am – 6 pm\n- Saturday: 8 am – 2 pm\n\n## Arrival',
    );
  });

  test('do not take what stands around them for days', () => {
    const text = textOf(`<p>Visit us</p>${each((day, time) => `<p>${day}</p><p>${time}</p>`)}<p>Ring twice.</p>`);
    expect(text).toContain('Visit us\n\n- Monday: closed\n');
    expect(text).toContain('- Saturday: 8 am – 2 pm\n\nRing twice.');
  });

  test('are no names and their texts, and no single time', () => {
    const pairs = textOf('<p>Colour</p><p>from 45 €</p><p>Wash</p><p>10 €</p><p>Today</p><p>9 am – 6 pm</p>');
    expect(pairs).toContain('Colour\n\nfrom 45 €\n\nWash\n\n10 €\n\nToday\n\n9 am – 6 pm');
  });

  test.each([
    ['days', ['Monday', 'Tuesday', '9 am – 6 pm', '8 am – 2 pm']],
    ['times', ['9 am – 6 pm']],
  ])('of very many %s are read in linear time', (_, texts) => {
    const blocks = Array.from({ length: 100_000 }, (_unused, at) => {
      return { kind: 'paragraph', text: texts[at % texts.length] ?? '' } as const;
    });
    const began = process.cpuUsage();
    withPairedHours(blocks);
    expect(process.cpuUsage(began).user).toBeLessThan(3_000_000);
  });
});
