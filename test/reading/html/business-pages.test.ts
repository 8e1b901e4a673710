/** Pages of shops, restaurants and practices, in the markup that editors of websites make. */
import { describe, expect, test } from 'vitest';
import { expectLinear } from '../../support/growth.ts';
import { mainText, pageText } from './pages.ts';

/** A fact in what a list of questions says. */
const answered = '## Do I need skis?\n\nNo, we lend them.';

describe('a question that is folded', () => {
  test.each([
    [
      'in a list, as on Squarespace',
      `<ul class="accordion-items-container"><li class="accordion-item"><h2 class="accordion-item__title-wrapper"><button
       aria-expanded="false" aria-controls="d1"><span>Do I need skis?</span></button></h2><div class="accordion-item__dropdown"
       id="d1"><p>No, we lend them.</p></div></li></ul>`,
    ],
    [
      'in a menu, as on Webflow',
      `<div class="faq w-dropdown"><div class="faq-toggle w-dropdown-toggle"><div>Do I need skis?</div><div class="w-icon"></div></div>
       <nav class="w-dropdown-list"><p>No, we lend them.</p></nav></div>`,
    ],
    [
      'in elements of scripts',
      `<div class="Faq_item__1a"><div class="Faq_question__3c"><span>Do I need skis?</span><svg></svg></div><div
       class="Faq_answer__4d">No, we lend them.</div></div>`,
    ],
    [
      'as structured data in its elements',
      `<div itemscope itemtype="https://schema.org/Question"><span itemprop="name">Do I need skis?</span><div itemscope
       itemprop="acceptedAnswer" itemtype="https://schema.org/Answer"><p itemprop="text">No, we lend them.</p></div></div>`,
    ],
    [
      'in a heading away from its panel, as in Material UI',
      `<div><h2><button aria-expanded="false"><span><p>Do I need skis?</p></span></button></h2><div class="MuiCollapse-root"><div
       class="MuiAccordion-region"><p>No, we lend them.</p></div></div></div>`,
    ],
    [
      'in bold letters, as by Yoast',
      `<div class="schema-faq-section"><strong class="schema-faq-question">Do I need skis?</strong> <p
       class="schema-faq-answer">No, we lend them.</p></div>`,
    ],
    [
      'by a box to tick',
      `<div class="tab"><input type="checkbox" id="c1"><label class="tab-label" for="c1">Do I need skis?</label><div
       class="tab-content">No, we lend them.</div></div>`,
    ],
    [
      'by Bootstrap',
      `<div class="panel"><div class="panel-heading"><a data-toggle="collapse" href="#c2">Do I need skis?</a></div><div id="c2"
       class="panel-collapse collapse">No, we lend them.</div></div>`,
    ],
    [
      'in a list of terms, as by Tailwind',
      `<dl><div><dt><button type="button"><span>Do I need skis?</span></button></dt><dd style="display:none"><p>No, we lend
       them.</p></dd></div></dl>`,
    ],
    [
      'in a heading before its panel',
      `<div><h2><button aria-expanded="false">Do I need skis?</button></h2><div style="display:none"><p>No, we lend them.</p></div></div>`,
    ],
  ])('is the heading of its answer: %s', (_, body) => {
    expect(mainText(body)).toBe(answered);
  });

  test('stands beside the next one, and above the headings of its answer', () => {
    const item = (name: string) =>
      `<div class="faq-item"><div class="faq-title">${name}</div><div class="faq-body"><p><b>By card</b></p><p>Yes.</p></div></div>`;
    expect(mainText(`<h2>Paying</h2>${item('Deposit')}${item('Balance')}`)).toBe(
      '## Paying\n\n### Deposit\n\n#### By card\n\nYes.\n\n### Balance\n\n#### By card\n\nYes.',
    );
  });
});

describe('tabs', () => {
  const panels = (tag: string, mark = '') =>
    `<${tag} id="p1" ${mark}><p>80 euros a night.</p></${tag}><${tag} id="p2" ${mark}><p>110 euros a night.</p></${tag}>`;

  test.each([
    [
      'by their links',
      `<div id="tabs"><ul><li><a href="#p1">Single</a></li><li><a href="#p2">Double</a></li></ul>${panels('div')}</div>`,
    ],
    [
      'by their order',
      `<ul class="uk-tab"><li><a href="#">Single</a></li><li><a href="#">Double</a></li></ul><ul>${panels('li')}</ul>`,
    ],
    [
      'of buttons',
      `<div class="tabs"><div class="tabs__nav"><button>Single</button><button>Double</button></div><div>${panels('div')}</div></div>`,
    ],
    [
      'of radio buttons',
      `<div class="tabset"><input type="radio" id="a"><label for="a">Single</label><input type="radio" id="b"><label for="b">Double</label>
       <div>${panels('section')}</div></div>`,
    ],
    [
      'with roles alone',
      `<div role="tablist"><label role="tab">Single</label><label role="tab">Double</label></div><div>${panels('div', 'role="tabpanel" style="display:none"')}</div>`,
    ],
  ])('are the headings of their panels: %s', (_, body) => {
    expect(mainText(body)).toBe('## Single\n\n80 euros a night.\n\n## Double\n\n110 euros a night.');
  });

  test('are not the names of what follows them', () => {
    const tab = (name: string) => `<a data-w-tab="${name}" class="w-tab-link"><div>${name}</div></a>`;
    const panel = (name: string) => `<div data-w-tab="${name}"><p>${name} rooms have baths.</p></div>`;
    const menu = `<div class="w-tab-menu">${tab('Single')}${tab('Double')}</div>`;
    const tabs = `<div class="w-tabs">${menu}<div class="w-tab-content">${panel('Single')}${panel('Double')}</div></div>`;
    expect(mainText(`${tabs}<div><div><p>First.</p></div><div><p>Second.</p></div></div>`)).toBe(
      '## Single\n\nSingle rooms have baths.\n\n## Double\n\nDouble rooms have baths.\n\nFirst.\n\nSecond.',
    );
  });

  test('are no two columns of words, and no menu', () => {
    const columns = '<div class="tab"><h3>Name</h3><p>One</p></div><div><h2>Two</h2><ul><li>x</li></ul></div>';
    expect(mainText(columns)).toContain('One');
    expect(
      mainText(
        '<ul class="tabs"><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul><div><p>1</p><p>2</p></div>',
      ),
    ).not.toContain('## A');
  });
});

describe('a price', () => {
  test('is in one line with its dish, however short their names, and under the name of the course', () => {
    const dish = (name: string, price: string, text: string) =>
      `<div class="menu-item"><span class="menu-item-price-top">${price}</span><div class="menu-item-title">${name}</div>
       <div class="menu-item-description">${text}</div><div class="menu-item-price-bottom">${price}</div></div>`;
    const course = `<div class="menu-section-title">Salads</div><div class="menu-items">${dish('Fig', '$14', 'goat cheese')}${dish('Greek', '12,50 €', 'feta')}</div>`;
    expect(mainText(`<div class="menu-wrapper"><div class="menu-section">${course}</div></div>`)).toBe(
      '## Salads\n\n- Fig – $14 – goat cheese\n- Greek – 12,50 € – feta',
    );
  });

  test('keeps a section that has a heading and a text', () => {
    const card = (name: string) => `<div class="card"><h3>${name}</h3><p>€ 12</p><p>A day, lock included</p></div>`;
    expect(mainText(card('City') + card('Trekking'))).toContain('### City\n\n€ 12\n\nA day, lock included');
  });

  test('that screen readers say is kept where the one shown is hidden from them', () => {
    const text =
      mainText(`<p class="price"><del aria-hidden="true">€24.00</del> <span class="screen-reader-text">Original price was:
      €24.00.</span> <ins aria-hidden="true">€18.00</ins><span class="screen-reader-text">Current price is: €18.00.</span></p>
      <p>Holds 300 ml <i aria-hidden="true">1</i><span class="screen-reader-text">Next picture</span></p>`);
    expect(text).toContain('Current price is: €18.00.');
    expect(text).not.toContain('Next picture');
  });

  test('that a shop holds for a sale is left out while there is none', () => {
    const price = (state: string) =>
      mainText(`<div class="price ${state}"><div class="price__container"><div class="price__regular">$60</div><div class="price__sale">
        <s>$60</s> $48</div></div><span class="badge price__badge-sold-out">Sold out</span></div><p>An apron.</p>`);
    expect(price('')).toBe('$60\n\nAn apron.');
    expect(price('price--on-sale')).toBe('$48\n\nAn apron.');
    expect(price('price--sold-out')).toContain('Sold out');
  });

  test('of each variant is told where they differ', () => {
    const variant = (name: string, price: string) => ({
      '@type': 'Product',
      name,
      offers: { price, priceCurrency: 'USD' },
    });
    const data = {
      '@type': 'ProductGroup',
      name: 'Apron',
      hasVariant: [variant('Sage', '48.00'), variant('Rust', '52.00')],
    };
    const text = pageText(
      `<script type="application/ld+json">${JSON.stringify(data)}</script><main><p>${'Linen. '.repeat(40)}</p></main>`,
    );
    expect(text).toContain('Variants: Sage 48.00 USD; Rust 52.00 USD');
  });
});

describe('a card', () => {
  test('is named by bold letters of a style, or by its class', () => {
    expect(mainText('<div><p class="text-lg font-semibold">Hobby</p><ul><li>1 GB</li></ul></div>')).toBe(
      '## Hobby\n\n- 1 GB',
    );
    expect(mainText('<p><span style="font-weight: 700;">Juniors</span></p><p>Wednesday</p>')).toBe(
      '## Juniors\n\nWednesday',
    );
    expect(mainText('<div class="top"><div class="plan-name">Team</div></div><ul><li>25 users</li></ul>')).toBe(
      '## Team\n\n- 25 users',
    );
  });

  test('is not named by a second line below its heading, a sentence, or the title of nothing', () => {
    for (const body of [
      '<h3>Anna</h3><div class="member-title">Claims</div><p>Room 3</p>',
      '<div class="job-title">Claims</div><p>Room 3</p>',
      '<div class="title">We are closed on Sundays.</div><p>Room 3</p>',
      '<p>Room 3</p><div class="title">Claims</div>',
    ])
      expect(mainText(body), body).not.toMatch(/# (?:Claims|We)/);
  });
});

describe('the interface of a page', () => {
  test('is left out: icons that are letters or words, forms for an address, and notices of other companies', () => {
    const text =
      mainText(`<p><i class="material-icons">location_on</i>Torvet 5</p><p><span class="et-pb-icon">h</span>Pool</p>
      <table><tr><td>Wi-Fi</td><td><i class="material-icons">check</i></td></tr><tr><td>Pets</td><td><i
      class="material-icons">close</i></td></tr></table>
      <form><h3>Our list</h3><input type="email"><p>Thanks for submitting!</p></form>
      <form><label>Name</label><input><label>Day</label><input><p>We answer within a day.</p><p>Protected by reCAPTCHA and the Google <a href="https://g.example">terms</a>.</p></form>`);
    expect(text).toBe('Torvet 5\n\nPool\n\nWi-Fi | ✓\nPets | ✗\n\nWe answer within a day.');
  });

  test('keeps words apart that browsers draw apart', () => {
    expect(mainText('<p class="flex justify-between"><span>Monday</span><span>closed</span></p>')).toBe(
      'Monday closed',
    );
    expect(mainText('<p class="flexible"><span>Mon</span><span>day</span></p>')).toBe('Monday');
    expect(mainText('<p><label>Sage</label><input><label>Rust</label></p>')).toBe('Sage Rust');
    expect(
      mainText('<p><span class="name">Chai</span><span class="dots"></span><span class="price">4.20</span></p>'),
    ).toBe('Chai 4.20');
  });

  test('shows a slide once, wherever the round stands', () => {
    const slide = (classes: string) =>
      `<div class="slick-slide ${classes}" aria-hidden="true"><h3>Sauna</h3><p>From two o'clock</p></div>`;
    expect(mainText(slide('') + slide('slick-cloned'))).toBe("### Sauna\n\nFrom two o'clock");
  });
});

test('what only a picture says is read from its alternative text, where it is a fact', () => {
  const text =
    mainText(`<p>Since 1970.</p><img alt="Open Tuesday to Sunday 17:00 to 23:00"><img alt="A plate of pasta on a table">
    <img alt="Photo 2024-05-06 10:30 of IMG_1.jpg">`);
  expect(text).toBe('Since 1970.\n\nOpen Tuesday to Sunday 17:00 to 23:00');
});

test('a table made of other elements is read as one by their roles', () => {
  const row = (role: string, ...cells: readonly string[]) =>
    `<div role="row">${cells.map((cell) => `<div role="${role}">${cell}</div>`).join('')}</div>`;
  expect(
    mainText(`<div role="table"><div role="rowgroup">${row('columnheader', 'Plan', 'Space')}</div><div role="rowgroup">${row('cell', 'Basic', '5 GB')}
      ${row('cell', 'Plus', '50 GB')}</div></div>`),
  ).toBe('Plan | Space\nBasic | 5 GB\nPlus | 50 GB');
});

test('a table of one row that lays out columns is read column by column', () => {
  expect(mainText('<table><tr><td>Small<br>Bath: $30</td><td>Large<br>Bath: $45</td></tr></table>')).toBe(
    'Small\nBath: $30\n\nLarge\nBath: $45',
  );
});

describe('a page of a great many parts', () => {
  test.each([
    [
      'rows of tabs before one list',
      4_000,
      (count: number) =>
        `<div>${'<ul class="tabs"><li>a</li><li>b</li></ul><hr>'.repeat(count)}</div><div>${'<div>c</div>'.repeat(count)}</div>`,
    ],
    ['prices', 4_000, (count: number) => '<div class="item"><div>Tea</div><div>$3</div></div>'.repeat(count)],
    [
      'nested items of a list',
      900,
      (count: number) => `<ul>${`<li><h3>a</h3><p>${'word '.repeat(200)}</p><ul>`.repeat(count)}`,
    ],
    ['titles', 4_000, (count: number) => `${'<div class="title">Tea</div>'.repeat(count)}<p>Text</p>`],
  ])('is read in time in proportion to its length: %s', (_, most, pageWith) => {
    expectLinear(most, (count) => {
      expect(pageText(pageWith(count))).not.toBe('');
    });
  });
});
