import { describe, expect, test } from 'vitest';
import { pageText } from './pages.ts';

const textOf = (body: string) => pageText(`<!doctype html><title>Page</title><body>${body}`);
const message = '<p><label>Message<textarea></textarea></label></p>';

describe('A form to write to the owner', () => {
  test('leaves nothing of its fields, in whichever way they are named', () => {
    const text = textOf(`<main><p>Call 0511 5550 12.</p><form>
      <div><span>First name</span><input></div><p><label for="n">Last name *</label></p><input id="n">
      <label>Arrival <input type="date"></label><label>Room<select><option>Single</option></select></label>
      <div><label>Call you back?</label><label><input type="radio">Yes</label><label><input type="radio">No</label></div>
      ${message}<p>Fields marked with * are required.</p>
      <label><input type="checkbox"> I have read the privacy policy and agree that my details are stored for the answer to my request, which I may revoke at any time for the future by mail.</label>
      <button>Send</button></form></main>`);
    expect(text).toBe('Call 0511 5550 12.');
  });

  test('keeps what the owner says in it', () => {
    const text =
      textOf(`<main><form><h2>Write to us</h2><p>We answer on the next working day, and on Mondays at once.</p>
      <label>Name<input></label><p>For groups of 10 or more, please call us. <input></p>${message}</form></main>`);
    expect(text).toBe(
      '## Write to us\n\nWe answer on the next working day, and on Mondays at once.\n\nFor groups of 10 or more, please call us.',
    );
  });
});

test('A form keeps short sentences of the owner between its fields', () => {
  const text = textOf(`<main><form><div>We answer within a day.</div><p>Breakfast is included.</p>
    <label>Arrival <input type="date"></label><label>E-mail <input type="email"></label>
    <small>Dogs are welcome on the terrace.</small><p>All fields are mandatory.</p>${message}</form></main>`);
  expect(text).toBe('We answer within a day.\n\nBreakfast is included.\n\nDogs are welcome on the terrace.');
});

test.each([
  [
    'of sizes',
    '<label><input type="radio">36 to 38</label> <label><input type="radio">Large</label>',
    '36 to 38 Large',
  ],
  [
    'of dishes',
    '<p>Margherita 8.50 € <input type="number"></p><p>Funghi 9.50 € <input type="number"></p>',
    'Margherita 8.50 €\n\nFunghi 9.50 €',
  ],
])('A form for a choice %s keeps them', (_, fields, text) => {
  expect(textOf(`<main><form>${fields}<button>Add</button></form></main>`)).toBe(text);
});

test('A form around the whole page leaves the page as it is', () => {
  const text = textOf(`<form><main><h1>Hours</h1><p>Open daily from nine to five, but for Sundays.</p></main>
    <div><label>Name<input></label>${message}</div></form>`);
  expect(text).toBe('# Hours\n\nOpen daily from nine to five, but for Sundays.');
});

test.each([
  ['deep', `<form>${'<div>text '.repeat(200)}${'<input>'.repeat(90)}${'</div>'.repeat(200)}</form>`.repeat(100)],
  ['of sentences within each other', `<form><input>${message}${`<span>A${'b. '.repeat(990)}`.repeat(700)}</form>`],
  ['within each other', '<form><div>text <input><input></form>'.repeat(200)],
])('Forms that are %s are read in linear time', (_, forms) => {
  const began = process.cpuUsage();
  textOf(forms);
  expect(process.cpuUsage(began).user).toBeLessThan(4_000_000);
});
