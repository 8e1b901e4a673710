/** A pasted text says one thing after another, without headings: an answer shows what was asked for, not the rest. */
import { describe, expect, test } from 'vitest';
import { asker } from './asker.ts';

describe('A paragraph without headings that says one thing after another', () => {
  const ask = asker(
    `<h1>Seaview</h1><p>The hotel has 40 rooms. Breakfast is served from 7 to 10 and costs 15 euros. It is free for children. Check-in is from
      3 pm, check-out until 11 am. Dogs are welcome for 10 euros a night. Parking costs 12 euros a day. The pool is open from May to
      September. WiFi is free.</p>`,
  );

  test.each([
    ['How many rooms do you have?', 'The hotel has 40 rooms.'],
    ['Can I bring my dog?', 'Dogs are welcome for 10 euros a night.'],
    ['When is the pool open?', 'The pool is open from May to September.'],
    ['Is there wifi?', 'WiFi is free.'],
  ])('“%s” is answered by its sentence', (question, answer) => {
    expect(ask(question)).toBe(answer);
  });

  test('a sentence that goes on about the same is shown too', () => {
    expect(ask('How much is breakfast?')).toBe(
      'Breakfast is served from 7 to 10 and costs 15 euros. It is free for children.',
    );
  });

  test('“Is … free?” is answered by what it costs', () => {
    expect(ask('Is parking free?')).toBe('Parking costs 12 euros a day.');
  });
});

test('Sentences on end that answer alone are all shown', () => {
  const ask = asker(
    '<h1>Fern &amp; Fig</h1><p>Our shop opens at 9 am on weekdays. On Saturdays we open at 10 am. Returns are accepted within 30 days.</p>',
  );
  expect(ask('When do you open?')).toBe('Our shop opens at 9 am on weekdays. On Saturdays we open at 10 am.');
});

test('A sentence that names what the one before it names goes on', () => {
  const ask = asker(
    '<h1>Acme</h1><p>The company makes panels. A refund is issued to the card. The refund takes 5 days. Our headquarters are in Lisbon.</p>',
  );
  expect(ask('Do I get a refund?')).toBe('A refund is issued to the card. The refund takes 5 days.');
});

test('A sentence about something of the same kind is left out', () => {
  const ask = asker(
    '<h1>Plans</h1><p>CloudDesk offers two plans. The Starter plan costs $9 and includes 5 GB. The Pro plan costs $29 and includes support.</p>',
  );
  expect(ask('How much is the Starter plan?')).toBe('The Starter plan costs $9 and includes 5 GB.');
});

test('Sentences that lean on each other answer together', () => {
  const ask = asker(
    '<h1>Team</h1><p>Maria Lopez is our CEO. She joined in 2019. Tom Becker leads engineering. Anna Schmidt runs support.</p>',
  );
  expect(ask('When did the CEO join?')).toBe('Maria Lopez is our CEO. She joined in 2019.');
});

test('The next sentence is shown when it holds what the answer lacks', () => {
  const ask = asker(
    '<h1>Visita</h1><p>El restaurante abre de martes a domingo de 13:00 a 16:00. Los lunes cerramos. Se admiten perros en la terraza. Hay menú infantil.</p>',
  );
  expect(ask('¿Abren los lunes?')).toBe(
    'El restaurante abre de martes a domingo de 13:00 a 16:00. Los lunes cerramos.',
  );
});

test('Of a long paragraph, the sentence that leans on the answer is shown with it', () => {
  const ask = asker(
    `<h1>Reef</h1><p>The Great Barrier Reef is the largest coral reef system in the world, composed of over 2,900 individual reefs and 900
      islands. It stretches for over 2,300 kilometres off the coast of Queensland. ${'The reef was named one of the wonders of the reef world. '.repeat(6)}</p>`,
  );
  expect(ask('How long is the Great Barrier Reef?')).toContain('It stretches for over 2,300 kilometres');
});

test('Of short sentences that have nothing to do with each other, the closest alone is shown, also when it answers in part', () => {
  const ask = asker(
    `<h1>Store</h1><p>Our shop opens at 9 am. Returns are accepted within 30 days. We accept Visa and Mastercard. Gift cards are available online.
      Dogs are welcome.</p>`,
  );
  expect(ask('Who pays for returns?')).toBe('Returns are accepted within 30 days.');
});
