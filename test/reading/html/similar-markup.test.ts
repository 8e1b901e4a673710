/** Markup that looks like something which is left out, and is content. */
import { describe, expect, test } from 'vitest';
import { FILLER, mainText, pageText } from './pages.ts';

describe('markup is told apart:', () => {
  const intro = 'We mend shoes while you wait.';
  const told = (markup: string) => mainText(`<p>${intro}</p>${markup}`).replace(`${intro}\n\n`, '');

  test('text that is struck from text that is struck once a visitor points at it or ticks it off', () => {
    const list = ['hover:line-through', 'peer-checked:line-through'].map(
      (name) => `<li><i class="${name}">Tent</i></li>`,
    );
    expect(told(`<ul>${list.join('')}</ul>`)).toBe('- Tent\n- Tent');
  });

  test('a former price beside a price from one in a column of its own', () => {
    const row = '<tr><td>Lane</td><td class="price-old">$8</td><td>$9</td></tr>';
    expect(told(`<table><tr><th>What<th>2023<th>2024</tr>${row}</table>`)).toContain('Lane | $8 | $9');
    const struck = '<tr><td>Lane</td><td style="text-decoration:line-through">$8</td><td>$9</td></tr>';
    expect(told(`<table><tr><th>What<th>Before<th>Now</tr>${struck}</table>`)).toContain('Lane |  | $9');
  });

  test('a copy for other screens from another column that says the same', () => {
    for (const [one = '', other = ''] of [
      ['hidden-xs', 'hidden-xs'],
      ['hidden-xs', 'hidden-sm'],
    ])
      expect(
        told(
          `<table><tr><th>A<th>B<th>C</tr><tr><td>Mail</td><td class="${one}">6</td><td class="${other}">6</td></table>`,
        ),
      ).toContain('Mail | 6 | 6');
    for (const other of ['hidden md:block', 'hidden lg:block'])
      expect(told(`<div><p>Mail</p><div class="hidden md:block">Yes</div><div class="${other}">Yes</div></div>`)).toBe(
        'Mail\n\nYes\n\nYes',
      );
  });

  test.each(['Is a deposit useful?', 'Ist eine Versicherung hilfreich?', 'Is it useful?'])(
    'a question that the owner answers from one about the page: %s',
    (question) => {
      expect(told(`<p>${question}</p><p>Yes, for glass.</p>`)).toBe(`${question}\n\nYes, for glass.`);
    },
  );

  test.each(['Was this helpful?', 'Is this page useful?', 'War das hilfreich?', 'Ist dieser Artikel hilfreich?'])(
    'a question about the page from one that the owner answers: %s',
    (question) => {
      expect(told(`<p>Yes, for glass.</p><p>${question}</p>`)).toBe('Yes, for glass.');
    },
  );

  test('a form to rate the page from one for complaints and from one for voters', () => {
    const form = '<form id="feedback"><p>Complain to us, we answer within 2 days.</p><textarea></textarea></form>';
    expect(told(form)).toContain('within 2 days');
    expect(told('<form class="voter-form"><p>Register before the election.</p></form>')).toContain('Register');
  });

  test('a rating of the page from that of a film', () => {
    expect(told('<div class="content-rating">Suitable from 12 years</div>')).toContain('from 12 years');
  });

  test('the link of a heading to itself from a link within a sentence', () => {
    expect(told('<p>See <a href="#s">§</a> 5.</p>')).toBe('See § 5.');
    expect(told('<h2>Fees <a href="#f">#</a></h2><h2><a href="#g">#</a> Tax</h2><p>None.</p>')).toContain(
      '## Fees\n\n## Tax',
    );
  });

  test('the heading of a card from that of a card within it', () => {
    const month = (name: string, event: string) =>
      `<div class="m"><p>${name}</p><div class="e"><h3>${event}</h3><p>7 pm</p></div><div class="e"><h3>Film</h3><p>8 pm</p></div></div>`;
    expect(told(month('May', 'Jazz') + month('June', 'Rock'))).toBe(
      'May\n\n### Jazz\n\n7 pm\n\n### Film\n\n8 pm\n\nJune\n\n### Rock\n\n7 pm\n\n### Film\n\n8 pm',
    );
  });

  test.each([
    ['a dialog', '<div role="dialog" style="display:none"><p>Choose a day and we confirm it.</p></div>'],
    ['a message', '<div role="status" style="display:none">Your changes have been saved.</div>'],
    ['an announced message', '<div aria-live="polite" style="display:none">The link has been copied.</div>'],
    [
      'a request to confirm',
      '<div style="display:none"><p>Do you want to delete it?</p><button>Yes</button><button>No</button></div>',
    ],
    ['a filter', '<div style="display:none"><label><input type="checkbox">Red shoes</label></div>'],
  ])('a folded text from %s, which is not read', (_, panel) => {
    expect(mainText(`<p>${intro}</p><button>Open it</button>${panel}`)).toBe(intro);
  });

  test('a page in a frame from a button that plays a film', () => {
    const film = `<iframe srcdoc="<a href='https://films.example/1'><img alt='Film'><span>▶</span></a>"></iframe>`;
    expect(mainText(`<p>${intro}</p>${film}`)).toBe(intro);
  });

  test('choices with prices from ranges of a budget', () => {
    const options = ['unter 5.000 €', '5.000 – 10.000 €', 'über 10.000 €'].map((text) => `<option>${text}</option>`);
    expect(mainText(`<p>${intro}</p><form><select>${options.join('')}</select></form>`)).toBe(intro);
  });

  test('a price that is spoken from the number of a step', () => {
    const step = '<span aria-hidden="true">1</span><span class="sr-only">Step 1 of 12</span> Soak the shoe.';
    expect(told(`<p>${step}</p>`)).toBe('Soak the shoe.');
  });

  test('a section around advertisements from one of them', () => {
    const section = (name: string) =>
      told(`<section class="${name}"><p>Heels take an hour.</p></section><p>${intro}</p>`);
    expect(section('o-section o-section--has-ads')).toContain('Heels take an hour.');
    expect(section('o-section o-section--ads')).not.toContain('Heels take an hour.');
  });

  test('the part with the title from notes beside it, though both are marked as such', () => {
    const note = '<aside><p>We are closed on Mondays.</p></aside>';
    expect(
      pageText(`<main><aside><h1>Heels</h1><p>Heels take an hour.</p></aside>${note}</main><p>${FILLER}</p>`),
    ).toContain('Heels take an hour.');
    expect(mainText(`<p>${intro}</p>${note}`)).not.toContain('Mondays');
  });
});
