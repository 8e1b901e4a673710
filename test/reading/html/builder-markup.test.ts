/** Facts that systems for websites lay out so that their words alone do not tell them, in the markup of these systems. */
import { describe, expect, test } from 'vitest';
import { mainText, pageText } from './pages.ts';

describe('what a visitor chooses from', () => {
  test('is told with its prices, and other choices are not', () => {
    const form = (options: readonly string[]) =>
      `<p>Firewood is included.</p><form><select name="stay"><option value="">Please choose</option>${options
        .map((option) => `<option>${option}</option>`)
        .join('')}</select></form>`;
    expect(mainText(form(['Weekend – £180', 'Week – £520']))).toBe(
      'Firewood is included.\n\n- Weekend – £180\n- Week – £520',
    );
    expect(mainText(form(['January', 'February']))).toBe('Firewood is included.');
    expect(mainText(form(['Up to $500', '$500 to $2,000', 'Over $2,000']))).toBe('Firewood is included.');
    expect(mainText(form(['€ EUR', '$ USD']))).toBe('Firewood is included.');
  });

  test('is told of a product, as on Shopify', () => {
    const radios = ['S/M', 'L/XL'].map(
      (size) =>
        `<input type="radio" name="Size" value="${size}"><label>${size}<span class="visually-hidden">Variant sold out</span></label>`,
    );
    expect(
      mainText(
        `<p>An apron.</p><variant-selects><fieldset class="js product-form__input"><legend>Size</legend>${radios.join('')}</fieldset>
         <div>Colour <select name="options[Colour]"><option>Red</option><option>Blue</option></select></div></variant-selects>`,
      ),
    ).toBe('An apron.\n\nSize: S/M, L/XL\n\nColour Red, Blue');
  });

  test('is told with the prices that a script shows, as by WooCommerce', () => {
    const variation = (size: string, price: string, stock = '') => ({
      attributes: { attribute_size: size },
      price_html: `<span class="price"><del><bdi>£40</bdi></del> <bdi><span>&pound;</span>${price}</bdi></span>`,
      availability_html: stock,
    });
    const json = JSON.stringify([
      variation('small-bag', '9.50'),
      variation('large', '32.00', '<p class="stock">Out of stock</p>'),
    ]);
    const form = `<form data-product_variations="${json.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"><table><tr><th>Size</th><td><select
      name="attribute_size"><option value="">Choose</option><option value="small-bag">Small bag</option><option value="large">Large</option></select>
      <a class="reset_variations" href="#">Clear</a></td></tr></table></form>`;
    const text = mainText(`<p>Coffee.</p>${form}`);
    expect(text).toContain('Size | Small bag, Large\n');
    expect(text).toContain('- Small bag: £9.50\n- Large: £32.00 Out of stock');
    expect(text).not.toMatch(/Clear|£40/);
  });

  test('is told though the price of one variation leaves an element open', () => {
    const json = JSON.stringify([
      { attributes: { size: 'small' }, price_html: '£9 <s>£12' },
      { attributes: { size: 'large' }, price_html: '£30' },
    ]);
    expect(mainText(`<p>Coffee.</p><form data-product_variations='${json}'></form>`)).toContain('- large: £30');
  });

  test.each(['', '[', '[1,null,{"attributes":3}]', '{"a":1}'])('is not told by the broken data %j', (json) => {
    expect(mainText(`<p>Coffee.</p><form data-product_variations='${json}'>Add</form>`)).toBe('Coffee.\n\nAdd');
  });
});

describe('a fact in two elements', () => {
  test.each([
    [
      'Drupal',
      '<div class="field"><div class="field__label">Phone</div><div class="field__item">01752 555 010</div></div>',
    ],
    [
      'a hotel',
      '<div><i class="icon"></i><span class="fact-label">Phone:</span><span class="fact-value">01752 555 010</span></div>',
    ],
    ['a shop', '<div><p class="spec-name">Phone</p><p class="spec-value">01752 555 010</p></div>'],
  ])('is one line, as by %s', (_, markup) => {
    expect(mainText(`<p>Call us.</p>${markup}`)).toBe('Call us.\n\n- Phone: 01752 555 010');
  });

  test('that is a text of its own stays one', () => {
    const text = '<div><div class="card-label">News</div><div><h2>Reopened</h2><p>We are back.</p></div></div>';
    expect(mainText(text)).toBe('News\n\n## Reopened\n\nWe are back.');
  });

  test('is a name with its price, wherever its card is', () => {
    const card = '<div><div><p class="t">Check-up</p></div><div><p class="t">$90</p></div></div>';
    expect(mainText(`<section>${card}</section><p>Open daily.</p>`)).toBe('- Check-up – $90\n\nOpen daily.');
    expect(mainText('<p class="item"><a href="#">Flat white</a><span>$4.50</span></p>')).toBe('Flat white $4.50');
  });

  test('is a dish with its price and description in one item, as by Elementor', () => {
    const dish = `<li class="elementor-price-list-item"><div><span class="title">Wash and cut</span><span class="separator"></span><span
      class="price">from 38 €</span></div><p>with styling</p></li>`;
    expect(mainText(`<ul>${dish}<li><div>Colour 52 €</div></li></ul>`)).toBe(
      '- Wash and cut from 38 € – with styling\n- Colour 52 €',
    );
  });
});

describe('rows of plain elements', () => {
  const row = (...cells: readonly string[]) =>
    `<div class="row">${cells.map((cell) => `<div class="col-4">${cell}</div>`).join('')}</div>`;

  test('are one line each when they hold figures', () => {
    expect(mainText(row('Yoga', '18:30', 'Ana') + row('Box', '20:00', 'Leo'))).toBe(
      '- Yoga – 18:30 – Ana\n- Box – 20:00 – Leo',
    );
  });

  test('are columns of text otherwise', () => {
    expect(mainText(row('Soups', 'Salads', 'Cakes') + row('Teas', 'Wines', 'Juices'))).not.toContain('–');
    expect(mainText(row('Yoga', '18:30', 'Ana'))).toBe('Yoga\n\n18:30\n\nAna');
  });
});

test('Cards with a heading are sections alike: a short one is no item of the one before', () => {
  const cards = `<div class="col"><h3>Starter</h3><p>For one office</p><p>€490</p></div><div class="col"><h3>Group</h3><p>€1,900</p></div>`;
  expect(mainText(cards)).toBe('### Starter\n\nFor one office\n\n€490\n\n### Group\n\n€1,900');
  const items = `<ul><li><h2>Deep tissue</h2><p>Firm pressure for tired backs</p></li><li><h2>Hot stone</h2><p>90 min</p></li></ul>`;
  expect(mainText(items)).toBe('## Deep tissue\n\nFirm pressure for tired backs\n\n## Hot stone\n\n90 min');
});

test('The date above the title of a card is read below it', () => {
  const card = (date: string, title: string) =>
    `<article class="event"><div class="date"><span class="d">${date}</span></div><div><h3><a href="/e">${title}</a></h3><p>At 20:30 in the cellar</p></div></article>`;
  expect(mainText(card('14 Nov', 'Jazz') + card('16 Nov', 'Puppets'))).toBe(
    '### Jazz\n\n14 Nov\n\nAt 20:30 in the cellar\n\n### Puppets\n\n16 Nov\n\nAt 20:30 in the cellar',
  );
});

describe('tabs of documentation', () => {
  test.each([
    [
      'MkDocs',
      `<div class="tabbed-set"><input id="t1" type="radio"><input id="t2" type="radio"><div class="tabbed-labels"><label for="t1">pip</label><label
       for="t2">Docker</label></div><div class="tabbed-content"><div class="tabbed-block"><p>Needs Python.</p></div><div
       class="tabbed-block"><p>Has 80 MB.</p></div></div></div>`,
    ],
    [
      'VitePress',
      `<div class="vp-code-group"><div class="tabs"><input type="radio" id="t1"><label for="t1">pip</label><input type="radio" id="t2"><label
       for="t2">Docker</label></div><div class="blocks"><div class="language-sh"><span class="lang">sh</span><pre>Needs Python.</pre></div><div
       class="language-sh"><span class="lang">sh</span><pre>Has 80 MB.</pre></div></div></div>`,
    ],
  ])('are headings of their panels, as of %s', (_, markup) => {
    const text = mainText(markup).replaceAll('```\n', '').replaceAll('\n```', '');
    expect(text).toBe('## pip\n\nNeeds Python.\n\n## Docker\n\nHas 80 MB.');
  });
});

test('A heading of documentation is read without the link to itself', () => {
  expect(mainText('<h2>Ports<a class="headerlink" href="#ports">¶</a></h2><p>Take <a href="#c">C</a>.</p>')).toBe(
    '## Ports\n\nTake C.',
  );
});

test('Details of an article that Joomla writes are left out', () => {
  const details = '<dl class="article-info text-muted"><dt>Details</dt><dd class="hits">Hits: 5123</dd></dl>';
  expect(mainText(`${details}<p>Payable by 31 January.</p>`)).toBe('Payable by 31 January.');
});

describe('what a plan does not hold', () => {
  test.each([
    ['by a class of Divi', '<li class="et_pb_not_available"><span>Parking</span></li>'],
    ['by an icon of Bootstrap', '<li class="text-muted"><i class="bi bi-x"></i> Parking</li>'],
    ['by an icon of Font Awesome', '<li><i class="fas fa-times"></i> Parking</li>'],
  ])('is marked %s', (_, item) => {
    expect(mainText(`<ul><li><i class="fa fa-check"></i> Desk</li>${item}</ul>`)).toBe('- Desk\n- ✗ Parking');
  });

  test('is told by words for screen readers in a table', () => {
    const cell = (text: string) => `<td><svg></svg><span class="sr-only">${text}</span></td>`;
    const table = `<table><tr><th>Plan</th><th>API</th></tr><tr><td>Basic</td>${cell('Not included')}</tr></table>`;
    expect(mainText(table)).toBe('Plan | API\nBasic | Not included');
  });
});

describe('a price', () => {
  test('that a page hides from screen readers is shown with its currency, as by Wix', () => {
    const price = '<p class="srOnly">65 British pounds</p><p aria-hidden="true">£65</p>';
    expect(mainText(`<h2>Deep tissue</h2><p>Firm pressure.</p>${price}`)).toBe(
      '## Deep tissue\n\nFirm pressure.\n\n£65',
    );
  });

  test('of which both ends are hidden from screen readers is the range that they say, as by WooCommerce', () => {
    const amount = (text: string) => `<span class="amount" aria-hidden="true"><bdi><span>£</span>${text}</bdi></span>`;
    const range = `<p>${amount('9.50')} <span aria-hidden="true">–</span> ${amount('32.00')}<span
      class="screen-reader-text">Price range: £9.50 through £32.00</span></p>`;
    const text = 'Roasted every Tuesday, posted the same day, best as filter coffee.';
    expect(mainText(`<p>${text}</p>${range}`)).toBe(`${text}\n\nPrice range: £9.50 through £32.00`);
  });

  test.each([
    ['by a style', '<span style="text-decoration: line-through">$99</span> <b>$79</b>'],
    ['by a class', '<span class="text-gray-500 line-through">$99</span> <b>$79</b>'],
    ['as the price before', '<span class="product-old-price">$99</span> <b>$79</b>'],
  ])('that no longer holds is left out when it is struck %s', (_, price) => {
    expect(mainText(`<p>A lamp.</p><p>${price}</p>`)).toBe('A lamp.\n\n$79');
  });

  test('that holds stays, however its class is called', () => {
    expect(mainText('<p>A lamp.</p><p><span class="original-price">$99</span></p>')).toBe('A lamp.\n\n$99');
  });
});

describe('a text that is not displayed at first', () => {
  const rest = 'The glaze is safe for the dishwasher.';

  test.each([
    [
      'before its button',
      `<p>Fired twice.</p><div style="display:none"><p>${rest}</p></div><button>Read more</button>`,
    ],
    ['behind its button', `<p>Fired twice.</p><button>Glaze</button><div style="display: none"><p>${rest}</p></div>`],
    ['of Alpine', `<p>Fired twice.</p><button>Glaze</button><div x-show="open" style="display:none">${rest}</div>`],
  ])('is read %s', (_, markup) => {
    expect(mainText(markup)).toContain(rest);
  });

  test('is not read where the button sends a form', () => {
    const markup = `<p>Fired twice.</p><form><button type="submit">Send</button><div style="display:none">Thank you, we have it.</div></form>`;
    expect(mainText(markup)).toBe('Fired twice.');
  });
});

test('Markup within a frame is read, as embedded by editors', () => {
  const frame = `<iframe srcdoc="&lt;table&gt;&lt;tr&gt;&lt;td&gt;Lanes&lt;/td&gt;&lt;td&gt;06:30&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;&lt;script&gt;x()&lt;/script&gt;"></iframe>`;
  expect(mainText(`<p>Caps must be worn.</p>${frame}`)).toBe('Caps must be worn.\n\nLanes | 06:30');
  const deep = `<iframe srcdoc="${'&lt;b&gt;'.repeat(3_000)}"></iframe>`;
  expect(mainText(`<p>Caps must be worn.</p>${deep}`)).toBe('Caps must be worn.');
});

test('A hint within a text is read though it is marked as an aside, as in documentation of Starlight', () => {
  const hint = '<aside aria-label="Tip" class="starlight-aside starlight-aside--tip"><p>Ask support.</p></aside>';
  const other = '<aside class="promo-box"><p>Buy our book.</p></aside>';
  expect(mainText(`<p>Files have at most 25 MB.</p>${hint}${other}`)).toBe('Files have at most 25 MB.\n\nAsk support.');
  const links = '<aside class="important-links"><a href="/i">Imprint</a> <a href="/p">Privacy</a></aside>';
  const form = '<aside class="price-alert"><form><input type="email"></form><p>Hear of lower prices.</p></aside>';
  expect(mainText(`<p>Files have at most 25 MB.</p>${links}${form}`)).toBe('Files have at most 25 MB.');
});

test('What a page holds for wide and for narrow screens is read once', () => {
  const twice = (wide: string, narrow: string) =>
    `<div><div class="${wide}"><p>Open on Saturdays</p></div><div class="${narrow}"><p>Open on Saturdays</p></div></div>`;
  for (const [wide = '', narrow = ''] of [
    ['ssr-variant hidden-9c2', 'ssr-variant hidden-72r'],
    ['d-none d-md-block', 'd-md-none'],
    ['hidden md:block', 'md:hidden'],
    ['elementor-hidden-mobile', 'elementor-hidden-desktop'],
  ])
    expect(mainText(twice(wide, narrow))).toBe('Open on Saturdays');
  expect(mainText(twice('left', 'right')).split('Saturdays')).toHaveLength(3);
});

describe('a page has no', () => {
  test.each([
    ['names of its ends, as on Wix', '<div id="SCROLL_TO_TOP"><span>top of page</span></div>', 'top of page'],
    ['sign that it loads', '<div id="preloader">Loading...</div>', 'Loading'],
    ['question about itself', '<div>Was this article helpful?</div>', 'helpful'],
    ['error of a form', '<form><input><div class="invalid-feedback">A name is required.</div></form>', 'required'],
    ['form to rate it', '<form id="feedback"><p>Tell us why</p><textarea></textarea></form>', 'Tell us'],
  ])('%s', (_, markup, noise) => {
    const text = pageText(
      `<title>Page</title><body>${markup}<h1>Page</h1><p>Hold the button for ten seconds.</p></body>`,
    );
    expect(text).toContain('ten seconds');
    expect(text).not.toContain(noise);
  });
});

test('Remarks in opening hours are no comments of readers', () => {
  const day =
    '<div><span class="office-hours__item-label">Wednesday: </span><span class="office-hours__item-comments">Closed</span></div>';
  expect(mainText(`<p>Town library.</p>${day}`)).toContain('Wednesday: Closed');
});

test('Opening hours without minutes are read from the sidebar of a home page', () => {
  const page = (hours: string) =>
    pageText(
      `<title>Cobbler</title><div id="content"><h1>Repairs</h1><p>Most repairs take two days.</p></div><div id="sidebar">${hours}</div>`,
      'https://site.example/',
    );
  expect(page('<p>Mo-Fr 9-18<br>Sa 9-13</p>')).toContain('Mo-Fr 9-18');
  expect(page('<p>Saturday: 9-13</p>')).toContain('Saturday: 9-13');
  expect(page('<p>Chapters 9-13</p>')).not.toContain('Chapters');
});

test('Choices stand apart from their name, and behind a question without a colon', () => {
  const select = '<select name="attribute_size"><option>Small</option><option>Large</option></select>';
  expect(mainText(`<p>A lamp.</p><label>Size${select}</label>`)).toBe('A lamp.\n\nSize Small, Large');
  const question =
    '<fieldset class="options"><legend>Which size?</legend><label>Small</label><label>Large</label></fieldset>';
  expect(mainText(`<p>A lamp.</p>${question}`)).toBe('A lamp.\n\nWhich size? Small, Large');
});
