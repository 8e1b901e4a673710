/** Full stops of abbreviations in many languages end no sentence; those behind a year or in other words may. */
import { expect, test } from 'vitest';
import { sentencesOf } from '../../../src/text/chunking/sentences.ts';

const sentences = (text: string) => [...sentencesOf(text)].map((sentence) => sentence.text.trim());

test.each([
  'Appelez-nous : tél. : 02 97 44 18 60.',
  'Unser Haus liegt in der Dr.-Haas-Str. 9 beim Bahnhof.',
  'Adres: İskele Mah. 3. Sok. No: 7, Datça.',
  'Znajdziesz nas przy ul. Św. Marcin 24 w podwórzu.',
  'Najdete nás na nábř. Míru č. 15.',
  'Címünk: Szeged, Kossuth L. sgt. 41.',
  'Мы на просп. Мира, д. 12.',
])('the stop of an abbreviation ends no sentence: %s', (text) => {
  expect(sentences(text)).toEqual([text]);
});

test.each([
  ['Pracownia działa od 2011 r.', 'Prowadzimy warsztaty.'],
  ['Мы работаем с 2014 г.', 'В мастерской пять механиков.'],
  ['The drawings are made in CAD.', 'Files are sent by mail.'],
  ['Працюємо з 2014 р.', 'У майстерні п’ять механіків.'],
])('a stop ends the sentence: %s %s', (first, second) => {
  expect(sentences(`${first} ${second}`)).toEqual([first, second]);
});

test('the year goes on before a small letter', () => {
  expect(sentences('Od 2011 r. prowadzimy warsztaty.')).toHaveLength(1);
});

test.each([
  'Our shop, 372. Leith Walk, Edinburgh EH6 5BR.',
  'Thornbury Town Library, No. 2. St. John’s Street, Thornbury BS35 2AA.',
  'The Old Chapel, 2. Chapel Lane, Penhallow TR4 9LS.',
  'Ask for No. 14 at the gate.',
])('a house number ends no sentence: %s', (text) => {
  expect(sentences(text)).toEqual([text]);
});

test.each([
  ['Rooms are on floors 1, 2, 3.', 'Breakfast is served daily.'],
  ['Are dogs allowed?', 'No.', '2 rooms are for guests with dogs.'],
  ['It opened with six members, now 372.', 'Leith Walk is full of shops.'],
])('a number, and a no, end one: %s', (...parts) => {
  expect(sentences(parts.join(' '))).toEqual(parts);
});
