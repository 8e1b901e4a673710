/** Pages as systems for websites write them, with what their visitors may ask. */

export interface PageKind {
  readonly name: string;
  readonly html: string;
  /** Texts within one block; parts of a text that `|` divides stand in the same. */
  readonly facts: readonly string[];
  readonly noise: readonly string[];
}

export const PAGE_KINDS: readonly PageKind[] = [
  {
    name: 'block theme of a blog',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><div id="cookie-banner" class="cc-window"><p>We use cookies to give you the best experience on our website and to analyse traffic.</p><button>Accept all</button></div><main class="wp-block-group is-layout-flow"><h1 class="wp-block-post-title">Our workshop</h1><div class="entry-content wp-block-post-content"><p>We repair <em>mechanical</em> watches since 1974.</p><div class="wp-block-columns"><div class="wp-block-column"><h3 class="wp-block-heading">Repairs</h3><p>A battery change costs 9 euros.</p></div><div class="wp-block-column"><h3 class="wp-block-heading">Valuation</h3><p>We value heirlooms on Thursdays.</p></div></div><details class="wp-block-details"><summary>How long does an overhaul take?</summary><p>An overhaul takes six weeks.</p></details><figure class="wp-block-table"><table><thead><tr><th>Service</th><th>Price</th></tr></thead><tbody><tr><td>Cleaning</td><td>€ 45</td></tr><tr><td>Glass</td><td>€ 30</td></tr></tbody></table><figcaption>Prices include VAT.</figcaption></figure><div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link" href="/book">Book now</a></div></div></div></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: [
      'We repair mechanical watches since 1974.',
      'A battery change costs 9 euros.',
      'We value heirlooms on Thursdays.',
      'An overhaul takes six weeks.',
      'Cleaning | € 45',
      'Prices include VAT.',
    ],
    noise: ['cookies to give you'],
  },
  {
    name: 'page of shopify',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Blue mug – Potter</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><main id="MainContent"><section class="shopify-section"><div class="product grid"><div class="product__media-wrapper"><img alt="Blue mug"></div><div class="product__info-container"><h1>Blue mug</h1><div class="price"><div class="price__container"><div class="price__regular"><span class="visually-hidden">Regular price</span><span class="price-item">£14.00 GBP</span></div></div></div><form method="post" action="/cart/add"><fieldset><legend>Size</legend><input type="radio" id="s" name="Size"><label for="s">250 ml</label><input type="radio" id="l" name="Size"><label for="l">400 ml</label></fieldset><quantity-input><input type="number" value="1"></quantity-input><button>Add to cart</button></form><div class="product__description rte"><p>Thrown by hand in Devon, the mug survives the dishwasher and the microwave.</p><ul><li>Height: 9 cm</li><li>Weight: 320 g</li></ul></div><div class="product__accordion accordion"><details id="Details-1"><summary><h2 class="accordion__title">Shipping &amp; Returns</h2></summary><div class="accordion__content rte"><p>We ship within 2 days. Returns are accepted for 60 days.</p></div></details><details id="Details-2"><summary><h2>Care</h2></summary><div class="accordion__content"><p>Do not soak overnight.</p></div></details></div></div></div></section></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: [
      '£14.00',
      'survives the dishwasher and the microwave',
      'Height: 9 cm',
      'Returns are accepted for 60 days.',
      'Do not soak overnight.',
    ],
    noise: [],
  },
  {
    name: 'page of squarespace',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><div id="siteWrapper"><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><main id="page"><article class="sections"><section class="page-section"><div class="content-wrapper"><div class="fluid-engine"><div class="fe-block"><div class="sqs-block html-block"><div class="sqs-html-content"><h2 style="white-space:pre-wrap;">Yoga classes</h2><p style="white-space:pre-wrap;">Beginners meet on Monday at 18:30.</p></div></div></div><div class="fe-block"><div class="sqs-block html-block"><div class="sqs-html-content"><p>A drop-in class costs $22.<br>Ten classes cost $180.</p></div></div></div><div class="fe-block"><div class="sqs-block accordion-block"><ul class="accordion-items-container"><li class="accordion-item"><h4 class="accordion-item__title-wrapper"><button aria-expanded="false"><span class="accordion-item__title">Do I need a mat?</span></button></h4><div class="accordion-item__dropdown"><div class="accordion-item__description"><p>Mats are provided; bring a towel.</p></div></div></li></ul></div></div></div></div></section></article></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></div></body></html>',
    facts: [
      'Beginners meet on Monday at 18:30.',
      'A drop-in class costs $22.',
      'Ten classes cost $180.',
      'Mats are provided; bring a towel.',
      'Do I need a mat?',
    ],
    noise: [],
  },
  {
    name: 'page of webflow',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><div class="navbar w-nav"><a class="w-nav-link" href="/">Home</a><a class="w-nav-link" href="/p">Pricing</a></div><div class="section"><div class="w-container"><h1 class="heading">Pricing</h1><div class="pricing-grid w-layout-grid"><div class="card"><div class="plan-name">Starter</div><div class="plan-price">$19</div><div class="plan-text">For up to 3 users</div><div class="feature">Email support</div></div><div class="card"><div class="plan-name">Team</div><div class="plan-price">$59</div><div class="plan-text">For up to 20 users</div><div class="feature">Phone support</div></div></div><div class="faq"><div class="w-dropdown"><div class="w-dropdown-toggle"><div>Can I cancel at any time?</div></div><nav class="w-dropdown-list"><p>Yes, you can cancel at the end of each month.</p></nav></div></div></div></div><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: ['$19', 'For up to 20 users', 'Phone support', 'you can cancel at the end of each month'],
    noise: [],
  },
  {
    name: 'page of notion',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><div id="notion-app"><div class="notion-app-inner"><main class="notion-frame"><div class="notion-page-content"><div class="notion-selectable notion-header-block"><h2>Onboarding</h2></div><div class="notion-selectable notion-text-block"><div><div contenteditable="false">New colleagues receive a laptop on their first day.</div></div></div><div class="notion-selectable notion-toggle-block"><div role="button" aria-expanded="false">▶</div><div><div>Where do I park?</div><div>Staff park behind the silo.</div></div></div><div class="notion-selectable notion-bulleted_list-block"><div>•</div><div><div>The canteen opens at 11:30.</div></div></div><div class="notion-selectable notion-callout-block"><div>💡</div><div>The wifi password is on the blackboard.</div></div></div></main></div></div></body></html>',
    facts: [
      'receive a laptop on their first day',
      'Staff park behind the silo.',
      'The canteen opens at 11:30.',
      'The wifi password is on the blackboard.',
    ],
    noise: [],
  },
  {
    name: 'page of docusaurus',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><div id="__docusaurus"><nav class="navbar"><a href="/">Docs</a></nav><div class="main-wrapper"><aside class="theme-doc-sidebar-container"><ul class="menu__list"><li><a>Install</a></li><li><a>Configure</a></li></ul></aside><main><article><nav class="theme-doc-breadcrumbs"><ul><li>Guides</li></ul></nav><div class="theme-doc-markdown markdown"><header><h1>Install</h1></header><p>Run <code>npm i widgets</code> in your project.</p><div class="theme-admonition theme-admonition-warning alert"><div class="admonitionHeading">warning</div><div class="admonitionContent"><p>Node 18 is no longer supported.</p></div></div><div class="tabs-container"><ul role="tablist" class="tabs"><li role="tab" class="tabs__item">npm</li><li role="tab" class="tabs__item">Yarn</li></ul><div><div role="tabpanel"><p>The npm cache lives in ~/.npm.</p></div><div role="tabpanel" hidden><p>Yarn needs version 4.</p></div></div></div><h2 class="anchor" id="env">Environment<a class="hash-link" href="#env">\u200b</a></h2><dl><dt><code>PORT</code></dt><dd>The port to listen on, 8080 by default.</dd></dl></div></article><nav class="pagination-nav"><a class="pagination-nav__link"><div class="pagination-nav__sublabel">Next</div><div>Configure</div></a></nav></main></div></div></body></html>',
    facts: [
      'Run npm i widgets in your project.',
      'Node 18 is no longer supported.',
      'The npm cache lives in ~/.npm.',
      'Yarn needs version 4.',
      'The port to listen on, 8080 by default.',
    ],
    noise: [],
  },
  {
    name: 'page of gitbook',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><div class="gitbook-root"><header><a href="/">Docs</a></header><div><aside data-testid="table-of-contents"><ul><li><a>Quickstart</a></li></ul></aside><main class="flex-1"><header><h1>Billing</h1><p>How invoices work</p></header><div class="grid"><p class="mx-auto">Invoices are issued on the first of each month.</p><div class="hint"><div class="grid">A late fee of 2% applies after 30 days.</div></div><details><summary>Can I pay by wire?</summary><p>Wire transfers are accepted above $500.</p></details></div><div class="flex"><a href="/n"><span>Next</span><span>Refunds</span></a></div><div>Last updated 2 months ago</div></main></div></div></body></html>',
    facts: [
      'Invoices are issued on the first of each month.',
      'A late fee of 2% applies after 30 days.',
      'Wire transfers are accepted above $500.',
    ],
    noise: [],
  },
  {
    name: 'page of confluence',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><div id="page"><div id="header"><ul><li>Spaces</li></ul></div><div id="main"><h1 id="title-text"><a>Leave policy</a></h1><div id="main-content" class="wiki-content"><p>Employees have 28 days of leave.</p><div class="confluence-information-macro confluence-information-macro-note"><p class="title">Note</p><div class="confluence-information-macro-body"><p>Unused days expire on 31 March.</p></div></div><div class="table-wrap"><table class="confluenceTable"><tbody><tr><th class="confluenceTh">Reason</th><th class="confluenceTh">Days</th></tr><tr><td class="confluenceTd" rowspan="2"><p>Wedding</p></td><td class="confluenceTd"><p>2 paid</p></td></tr><tr><td class="confluenceTd"><p>1 unpaid</p></td></tr></tbody></table></div><div class="expand-container"><div class="expand-control"><span class="expand-control-text">Click here to expand...</span></div><div class="expand-content" style="display:none"><p>Parental leave lasts sixteen weeks.</p></div></div></div></div></div></body></html>',
    facts: [
      'Employees have 28 days of leave.',
      'Unused days expire on 31 March.',
      'Wedding | 1 unpaid',
      'Parental leave lasts sixteen weeks.',
    ],
    noise: [],
  },
  {
    name: 'page of zendesk',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header class="header"><a>Help</a></header><main role="main"><div class="container"><nav class="sub-nav"><ol class="breadcrumbs"><li>Help</li></ol></nav><article class="article"><header class="article-header"><h1 class="article-title">How do I reset my password?</h1><div class="article-author">Mia, 2 years ago</div></header><section class="article-info"><div class="article-content"><div class="article-body"><p>Click <strong>Forgot</strong> on the sign-in page. The link is valid for 45 minutes.</p><ol><li>Open the e-mail.</li><li>Choose a phrase of twelve characters.</li></ol></div></div></section><footer><div class="article-votes"><span>Was this article helpful?</span><button>Yes</button><button>No</button><small>12 out of 19 found this helpful</small></div></footer></article><section class="related-articles"><h2>Related articles</h2><ul><li><a>Change my name</a></li></ul></section></div></main></body></html>',
    facts: ['The link is valid for 45 minutes.', 'Choose a phrase of twelve characters.'],
    noise: ['found this helpful'],
  },
  {
    name: 'page of discourse',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><div id="main-outlet"><h1><a>Boiler shows error F28</a></h1><div itemscope itemtype="http://schema.org/DiscussionForumPosting"><div id="post_1" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator"><a>anna</a></span></div><div class="post" itemprop="text"><p>My boiler shows F28. What does it mean?</p></div></div><div id="post_2" itemprop="comment" class="topic-body crawler-post"><div class="crawler-post-meta"><a>tech</a></div><div class="post" itemprop="text"><p>F28 means that the gas supply failed: open the valve and press reset.</p></div><div class="post-likes">3 Likes</div></div></div></div></body></html>',
    facts: ['My boiler shows F28.', 'F28 means that the gas supply failed'],
    noise: [],
  },
  {
    name: 'page of wikipedia',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><div id="mw-navigation"><ul><li><a>Main page</a></li></ul></div><div id="content" class="mw-body"><h1 id="firstHeading">Lake Orta</h1><div id="bodyContent"><div id="mw-content-text"><div class="mw-parser-output"><table class="infobox"><tbody><tr><th>Surface area</th><td>18.2 km<sup>2</sup></td></tr><tr><th>Max. depth</th><td>143 m</td></tr></tbody></table><p><b>Lake Orta</b> lies west of Lake Maggiore.<sup class="reference"><a>[1]</a></sup> It was named after the town in the 16th century.</p><div class="toc"><ul><li><a>1 History</a></li></ul></div><h2><span class="mw-headline" id="History">History</span><span class="mw-editsection">[<a>edit</a>]</span></h2><p>A factory polluted it from 1926 to 1980.<sup class="reference"><a>[2]</a></sup></p><div class="reflist"><ol><li>Smith, J. (1999). Lakes.</li></ol></div></div></div></div></div></body></html>',
    facts: [
      'Surface area | 18.2 km',
      'Lake Orta lies west of Lake Maggiore.',
      'A factory polluted it from 1926 to 1980.',
    ],
    noise: ['[edit]'],
  },
  {
    name: 'shell with data in a script',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><div id="root"></div><script id="__NEXT_DATA__" type="application/json">{"props": {"pageProps": {"page": {"title": "Delivery", "sections": [{"heading": "Delivery times", "body": "Parcels arrive within three to five working days."}, {"heading": "Islands", "body": "Islands cost an additional 14 euros per parcel and take a week longer."}]}}}}</script></body></html>',
    facts: ['Parcels arrive within three to five working days.', 'Islands cost an additional 14 euros per parcel'],
    noise: [],
  },
  {
    name: 'shell with state in a script',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><div id="app"></div><script>window.__INITIAL_STATE__={"faq": {"items": [{"q": "Is there a lift?", "a": "Yes, the lift reaches every floor except the attic."}, {"q": "Do you rent cots?", "a": "A cot costs 6 euros a night, including bed linen."}]}};</script></body></html>',
    facts: ['the lift reaches every floor except the attic', 'A cot costs 6 euros a night'],
    noise: [],
  },
  {
    name: 'page of folded questions',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><main><h1>FAQ</h1><div class="accordion" id="a"><div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" data-bs-target="#c1">Do you deliver on Saturdays?</button></h2><div id="c1" class="accordion-collapse collapse"><div class="accordion-body">Yes, between 8 and 14 o\'clock.</div></div></div><div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button collapsed" data-bs-target="#c2">Can I pay in instalments?</button></h2><div id="c2" class="accordion-collapse collapse"><div class="accordion-body">Three instalments are possible from 200 euros.</div></div></div></div></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: ["between 8 and 14 o'clock", 'Three instalments are possible from 200 euros.', 'Can I pay in instalments?'],
    noise: [],
  },
  {
    name: 'price list of plain elements',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><main><h1>Haircuts</h1><div class="price-list"><div class="row"><div class="col name">Ladies, wash and cut</div><div class="col dur">60 min</div><div class="col price">48 €</div></div><div class="row"><div class="col name">Gentlemen, dry cut</div><div class="col dur">30 min</div><div class="col price">26 €</div></div><div class="row"><div class="col name">Children to 10</div><div class="col dur">30 min</div><div class="col price">19 €</div></div></div></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: ['Ladies, wash and cut|48 €', 'Gentlemen, dry cut|26 €', 'Children to 10|19 €'],
    noise: [],
  },
  {
    name: 'bakery with marked hours',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><main><h1>Bakery</h1><p>Bread from our own mill.</p><div itemscope itemtype="https://schema.org/Bakery"><span itemprop="name">Miller\'s</span><meta itemprop="openingHours" content="Mo-Fr 06:00-18:00"><meta itemprop="openingHours" content="Sa 06:00-13:00"><div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="streetAddress">Mill Road 7</span>, <span itemprop="addressLocality">Hexham</span></div><span itemprop="telephone">01434 555 210</span></div></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: ['06:00', '13:00', 'Mill Road 7', '01434 555 210'],
    noise: [],
  },
  {
    name: 'page for phones',
    html: '<!doctype html><html amp lang="en"><head><meta charset="utf-8"><title>Page</title><link rel="canonical" href="https://x.example/pool"></head><body><header><a>News</a></header><main><article><h1>Pool reopens</h1><amp-img alt="x"></amp-img><p>The pool reopens on 4 May.</p><amp-accordion><section expanded><h2>Prices</h2><div><p>Adults pay 6.50 euros.</p></div></section><section><h2>Sauna</h2><div><p>The sauna is closed on Tuesdays.</p></div></section></amp-accordion></article></main></body></html>',
    facts: ['The pool reopens on 4 May.', 'Adults pay 6.50 euros.', 'The sauna is closed on Tuesdays.'],
    noise: [],
  },
  {
    name: 'element with a shadow root',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><main><h1>Ferry</h1><my-card><template shadowrootmode="open"><style>p{}</style><h2>Timetable</h2><p>The ferry leaves at 7:40 and 16:20.</p><slot></slot></template><p>Bicycles travel for 4 euros.</p></my-card></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: ['The ferry leaves at 7:40 and 16:20.', 'Bicycles travel for 4 euros.'],
    noise: [],
  },
  {
    name: 'form to book',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><main><h1>Book a room</h1><form action="/book"><p>Breakfast is included.</p><label>Arrival <input type="date" name="a"></label><label>Departure <input type="date" name="b"></label><label>E-mail <input type="email" name="e"></label><p>No deposit needed.</p><label>Message <textarea name="m"></textarea></label><p>Fields marked with * are required.</p><button>Send</button></form></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: ['Breakfast is included.', 'No deposit needed.'],
    noise: ['Fields marked'],
  },
  {
    name: 'form to request',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><main><h1>Request a table</h1><form><div class="intro">We answer within a day.</div><div class="f"><label for="n">Your name</label><input id="n" type="text"></div><div class="f"><label for="t">Telephone</label><input id="t" type="tel"></div><div class="f"><label for="p">Guests</label><select id="p"><option>1</option><option>2</option></select></div><small>Dogs are welcome on the terrace.</small><button>Send</button></form></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: ['We answer within a day.', 'Dogs are welcome on the terrace.'],
    noise: ['Your name'],
  },
  {
    name: 'page of old fonts',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><center><font size="6">Auto Garage Bauer</font></center><p><font size="5">Tyre service</font><br>A change of wheels costs 35 euros.<p><font size="5"><b>Inspection</b></font><br>Inspections take two hours.<table border=1><tr><td><b>Job</b><td><b>Price</b><tr><td>Oil change<td>79 euros<tr><td>Brake fluid<td>65 euros</table></body></html>',
    facts: [
      'A change of wheels costs 35 euros.',
      'Inspections take two hours.',
      'Oil change | 79 euros',
      'HEADING Tyre service',
      'HEADING Inspection',
    ],
    noise: [],
  },
  {
    name: 'list of definitions',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><main><h1>Museum</h1><dl><dt>Tickets</dt><dd>Adults 9 €, children free</dd><dt>Guided tours</dt><dd>Sundays at 11</dd><dd>In English at 14</dd></dl></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: ['Adults 9 €, children free', 'Sundays at 11', 'In English at 14'],
    noise: [],
  },
  {
    name: 'table with spans',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><main><h1>Timetable</h1><table><thead><tr><th rowspan="2">Course</th><th colspan="2">Evening</th></tr><tr><th>Mon</th><th>Thu</th></tr></thead><tbody><tr><td rowspan="2">Spanish</td><td>18:00</td><td>19:30</td></tr><tr><td>20:00</td><td>21:00</td></tr><tr><td>Italian</td><td colspan="2">17:00</td></tr></tbody></table></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: ['Spanish | 18:00 | 19:30', 'Spanish | 20:00 | 21:00', 'Italian | 17:00'],
    noise: [],
  },
  {
    name: 'page that appears while scrolling',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><main><h1>Rooms</h1><div class="lazy" data-lazy><template><p>Never shown.</p></template></div><section style="opacity:0" data-aos="fade-up"><h2>Suite</h2><p>The suite has its own sauna.</p></section><section class="elementor-invisible"><h2>Single</h2><p>The single room faces the courtyard.</p></section><noscript><img src="x"></noscript></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: ['The suite has its own sauna.', 'The single room faces the courtyard.'],
    noise: ['Never shown'],
  },
  {
    name: 'page of elementor',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><div class="elementor"><div class="elementor-section"><div class="elementor-widget-heading"><h2 class="elementor-heading-title">Services</h2></div><div class="elementor-widget-toggle"><div class="elementor-toggle"><div class="elementor-toggle-item"><div class="elementor-tab-title" role="button"><a class="elementor-toggle-title">Do you offer home visits?</a></div><div class="elementor-tab-content elementor-clearfix" style="display:none"><p>Home visits cost 30 euros extra.</p></div></div></div></div><div class="elementor-widget-price-list"><ul class="elementor-price-list"><li><div class="elementor-price-list-header"><span class="elementor-price-list-title">Massage</span><span class="elementor-price-list-separator"></span><span class="elementor-price-list-price">€55</span></div><p class="elementor-price-list-description">Back and neck, 45 minutes</p></li></ul></div><div class="elementor-icon-box-content"><h3 class="elementor-icon-box-title"><span>Parking</span></h3><p class="elementor-icon-box-description">Four spaces in the yard.</p></div></div></div><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: ['Home visits cost 30 euros extra.', 'Massage|€55', 'Four spaces in the yard.'],
    noise: [],
  },
  {
    name: 'page of wix',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><div id="SITE_CONTAINER"><div id="SITE_HEADER"><nav><a>Home</a></nav></div><main id="PAGES_CONTAINER"><div id="comp-1" class="wixui-rich-text"><h1 class="font_0"><span class="color_15">Dr. Lin, dentist</span></h1></div><div class="wixui-rich-text"><p class="font_8"><span>Emergency appointments are kept free </span><span>every morning at 8.</span></p></div><div class="wixui-rich-text"><p class="font_8">\u200b</p><p class="font_8">Bleaching: 290 €</p></div></main><div id="SITE_FOOTER"><p>Tel. 0221 555 33</p></div></div></body></html>',
    facts: ['Emergency appointments are kept free every morning at 8.', 'Bleaching: 290 €'],
    noise: [],
  },
  {
    name: 'exported document',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><style>.c1{font-weight:700}.c2{font-size:11pt}</style><p class="c0"><span class="c1">Refund policy</span></p><p class="c3"><span class="c2">We refund in full within </span><span class="c1">21 days</span><span class="c2">.</span></p><ul class="lst-kix_1-0"><li class="c4"><span class="c2">Opened software is not refunded.</span></li></ul><a id="t.1"></a><table class="c5"><tr><td><p><span>Item</span></p></td><td><p><span>Fee</span></p></td></tr><tr><td><p><span>Restocking</span></p></td><td><p><span>15 %</span></p></td></tr></table><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;Except in Hawaii.</span></p></body></html>',
    facts: [
      'We refund in full within 21 days.',
      'Opened software is not refunded.',
      'Restocking | 15 %',
      'Except in Hawaii.',
    ],
    noise: [],
  },
  {
    name: 'page saved by a word processor',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><div class=WordSection1><p class=MsoTitle>House rules</p><p class=MsoNormal>Quiet hours begin at<o:p></o:p> 22:00.</p><p class=MsoListParagraph style=\'text-indent:-18.0pt;mso-list:l0 level1 lfo1\'><![if !supportLists]><span style=\'font-family:Symbol\'>·<span style=\'font:7.0pt "Times New Roman"\'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Bins are emptied on Fridays.</p><table class=MsoTableGrid><tr><td><p class=MsoNormal>Laundry</p></td><td><p class=MsoNormal>3 €</p></td></tr><tr><td><p class=MsoNormal>Dryer</p></td><td><p class=MsoNormal>2 €</p></td></tr></table></div></body></html>',
    facts: ['Quiet hours begin at 22:00.', 'Bins are emptied on Fridays.', 'Laundry | 3 €'],
    noise: [],
  },
  {
    name: 'page of mintlify',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><div id="__next"><div id="sidebar"><ul><li><a>Introduction</a></li></ul></div><div id="content-area"><header id="header"><h1 id="page-title">Rate limits</h1><div><p>How we limit requests</p></div></header><div id="content" class="mdx-content prose"><span data-as="p">Each key may send 600 requests per minute.</span><div class="callout"><div data-component-part="callout-content"><span data-as="p">Exceeding the limit returns status 429.</span></div></div><div class="accordion"><button aria-expanded="false"><p contenteditable="false">Can I raise it?</p></button><div style="height:0"><span data-as="p">Write to support for a limit of 5,000.</span></div></div><div class="steps"><div class="step"><div><p class="step-title">Create a key</p></div><div><span data-as="p">Open the dashboard.</span></div></div></div></div><div class="feedback-toolbar"><p>Was this page helpful?</p><button>Yes</button></div></div></div></body></html>',
    facts: [
      'Each key may send 600 requests per minute.',
      'Exceeding the limit returns status 429.',
      'Write to support for a limit of 5,000.',
      'Open the dashboard.',
    ],
    noise: [],
  },
  {
    name: 'contact page in two languages',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title><link rel="alternate" hreflang="de" href="/de"><link rel="canonical" href="https://shop.example/contact"></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><main><h1>Contact</h1><p>Write to hello@x.example or call 030 555 12.</p><address>Lindenstr. 4<br>10969 Berlin</address></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: ['030 555 12', '10969 Berlin'],
    noise: [],
  },
  {
    name: 'product with tabs',
    html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header><main><h1>Drill X2</h1><div class="tabs"><ul class="nav-tabs"><li><a href="#desc">Description</a></li><li><a href="#spec">Specifications</a></li></ul><div class="tab-content"><div class="tab-pane active" id="desc"><p>A drill for concrete.</p></div><div class="tab-pane" id="spec"><ul class="specs"><li><span class="k">Power</span><span class="v">850 W</span></li><li><span class="k">Weight</span><span class="v">2.1 kg</span></li></ul></div></div></div></main><footer><p>© 2026 Example Ltd</p><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer></body></html>',
    facts: ['A drill for concrete.', 'Power|850 W', 'Weight|2.1 kg'],
    noise: [],
  },
  {
    name: 'list of treatments by wix',
    html: '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Treatments | Still Water</title></head><body><div id="SITE_CONTAINER"><div id="main_MF" class="main_MF"><div id="SCROLL_TO_TOP" class="Vd6aQZ ignore-focus SCROLL_TO_TOP" role="region" tabindex="-1" aria-label="top of page"><span class="mHZSwn">top of page</span></div><div id="BACKGROUND_GROUP"></div><div id="site-root"><div id="masterPage" class="mesh-layout"><header id="SITE_HEADER_WRAPPER" tabindex="-1"><div id="SITE_HEADER"><nav aria-label="Site"><ul><li><a href="/">Home</a></li><li><a href="/book">Book</a></li></ul></nav></div></header><main id="PAGES_CONTAINER" class="PAGES_CONTAINER" tabindex="-1" data-main-content="true"><div id="SITE_PAGES"><div id="c1dmp" class="theme-vars"><div data-mesh-id="ContainerInlineContent"><div id="comp-a" class="KcpHeO tz5f0K comp-a wixui-rich-text" data-testid="richTextElement"><h1 class="font_2 wixui-rich-text__text"><span class="color_15 wixui-rich-text__text">Our treatments</span></h1></div><div id="comp-b" class="comp-b"><div class="TPASection"><div data-hook="services-list"><ul class="sKyIWBw"><li class="sC0kq0"><div data-hook="service-card"><a href="/service/deep" data-hook="service-image"></a><div class="s__info"><a href="/service/deep" data-hook="service-info-title-link"><h2 data-hook="service-info-title-text">Deep tissue</h2></a><p data-hook="service-info-tagline">Firm pressure for tired backs</p><div class="s__details"><p data-hook="service-info-sr-only-duration" class="srOnly">60 minutes</p><p data-hook="service-info-duration" aria-hidden="true">60 min</p><p data-hook="service-info-sr-only-price" class="srOnly">65 British pounds</p><p data-hook="service-info-price" aria-hidden="true">£65</p></div><a href="/book/deep" role="button"><span>Book Now</span></a></div></div></li><li class="sC0kq0"><div data-hook="service-card"><div class="s__info"><a href="/service/hot" data-hook="service-info-title-link"><h2>Hot stone</h2></a><div class="s__details"><p class="srOnly">90 minutes</p><p aria-hidden="true">90 min</p><p class="srOnly">95 British pounds</p><p aria-hidden="true">£95</p></div><a href="/book/hot" role="button"><span>Book Now</span></a></div></div></li></ul></div></div></div><div id="comp-c" data-testid="richTextElement"><p class="font_8 wixui-rich-text__text">Gift vouchers are valid for a year.</p><p class="font_8"><span class="wixGuard">​</span></p></div></div></div></div></main><footer id="SITE_FOOTER_WRAPPER"><div id="SITE_FOOTER"><p>©2025 by Still Water.</p></div></footer></div></div><div id="SCROLL_TO_BOTTOM" role="region" aria-label="bottom of page"><span class="mHZSwn">bottom of page</span></div></div></div></body></html>',
    facts: ['£65', '60 minutes', 'HEADING Hot stone', 'Gift vouchers are valid for a year.'],
    noise: ['top of page', 'bottom of page'],
  },
  {
    name: 'product of woocommerce with variations',
    html: '<!DOCTYPE html><html lang="en-GB"><head><meta charset="UTF-8"><title>Kenya AA coffee – Brass Bean</title><script type="application/ld+json">{"@context":"https://schema.org/","@type":"Product","name":"Kenya AA coffee","offers":[{"@type":"AggregateOffer","lowPrice":"9.50","highPrice":"32.00","priceCurrency":"GBP","offerCount":2}]}</script></head><body class="product-template-default single single-product woocommerce"><div id="page" class="hfeed site"><header id="masthead" class="site-header"><nav class="main-navigation"><ul><li><a href="/shop">Shop</a></li></ul></nav></header><div class="storefront-breadcrumb"><nav class="woocommerce-breadcrumb" aria-label="breadcrumbs"><a href="/">Home</a> / <a href="/c">Coffee</a> / Kenya AA coffee</nav></div><div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main"><div class="woocommerce-notices-wrapper"></div><div id="product-90" class="product type-product"><div class="woocommerce-product-gallery"></div><div class="summary entry-summary"><h1 class="product_title entry-title">Kenya AA coffee</h1><p class="price"><span class="woocommerce-Price-amount amount" aria-hidden="true"><bdi><span class="woocommerce-Price-currencySymbol">&pound;</span>9.50</bdi></span> <span aria-hidden="true">&ndash;</span> <span class="woocommerce-Price-amount amount" aria-hidden="true"><bdi><span class="woocommerce-Price-currencySymbol">&pound;</span>32.00</bdi></span><span class="screen-reader-text">Price range: &pound;9.50 through &pound;32.00</span></p><div class="woocommerce-product-details__short-description"><p>Roasted every Tuesday, posted the same day.</p></div><form class="variations_form cart" action="/p" method="post" data-product_id="90" data-product_variations="[{&quot;attributes&quot;:{&quot;attribute_size&quot;:&quot;250 g&quot;},&quot;availability_html&quot;:&quot;&quot;,&quot;display_price&quot;:9.5,&quot;display_regular_price&quot;:9.5,&quot;is_in_stock&quot;:true,&quot;price_html&quot;:&quot;&lt;span class=\\&quot;price\\&quot;&gt;&lt;span class=\\&quot;woocommerce-Price-amount amount\\&quot;&gt;&lt;bdi&gt;&lt;span class=\\&quot;woocommerce-Price-currencySymbol\\&quot;&gt;&amp;pound;&lt;\\/span&gt;9.50&lt;\\/bdi&gt;&lt;\\/span&gt;&lt;\\/span&gt;&quot;,&quot;sku&quot;:&quot;K1&quot;,&quot;variation_id&quot;:91},{&quot;attributes&quot;:{&quot;attribute_size&quot;:&quot;1 kg&quot;},&quot;availability_html&quot;:&quot;&lt;p class=\\&quot;stock out-of-stock\\&quot;&gt;Out of stock&lt;\\/p&gt;&quot;,&quot;display_price&quot;:32,&quot;display_regular_price&quot;:32,&quot;is_in_stock&quot;:false,&quot;price_html&quot;:&quot;&lt;span class=\\&quot;price\\&quot;&gt;&lt;span class=\\&quot;woocommerce-Price-amount amount\\&quot;&gt;&lt;bdi&gt;&lt;span class=\\&quot;woocommerce-Price-currencySymbol\\&quot;&gt;&amp;pound;&lt;\\/span&gt;32.00&lt;\\/bdi&gt;&lt;\\/span&gt;&lt;\\/span&gt;&quot;,&quot;sku&quot;:&quot;K2&quot;,&quot;variation_id&quot;:92}]"><table class="variations" role="presentation"><tbody><tr><th class="label"><label for="size">Size</label></th><td class="value"><select id="size" name="attribute_size"><option value="">Choose an option</option><option value="250 g">250 g</option><option value="1 kg">1 kg</option></select><a class="reset_variations" href="#">Clear</a></td></tr></tbody></table><div class="single_variation_wrap"><div class="quantity"><label class="screen-reader-text" for="q">Kenya AA coffee quantity</label><input type="number" id="q"></div><button type="submit" class="single_add_to_cart_button button alt">Add to basket</button></div></form><div class="product_meta"><span class="sku_wrapper">SKU: <span class="sku">N/A</span></span> <span class="posted_in">Category: <a href="/c">Coffee</a></span></div></div><div class="woocommerce-tabs wc-tabs-wrapper"><ul class="tabs wc-tabs" role="tablist"><li class="description_tab" id="tab-title-description" role="presentation"><a href="#tab-description" role="tab" aria-controls="tab-description">Description</a></li><li class="additional_information_tab"><a href="#tab-additional_information" role="tab">Additional information</a></li><li class="reviews_tab"><a href="#tab-reviews" role="tab">Reviews (0)</a></li></ul><div class="woocommerce-Tabs-panel panel entry-content wc-tab" id="tab-description" role="tabpanel"><h2>Description</h2><p>Blackcurrant and grapefruit, best as filter coffee.</p></div><div class="woocommerce-Tabs-panel panel entry-content wc-tab" id="tab-additional_information" role="tabpanel"><h2>Additional information</h2><table class="woocommerce-product-attributes shop_attributes"><tr class="woocommerce-product-attributes-item"><th class="woocommerce-product-attributes-item__label" scope="row">Origin</th><td class="woocommerce-product-attributes-item__value"><p>Nyeri</p></td></tr><tr><th scope="row">Process</th><td><p>Washed</p></td></tr></table></div><div class="woocommerce-Tabs-panel" id="tab-reviews" role="tabpanel"><div id="reviews" class="woocommerce-Reviews"><div id="comments"><h2 class="woocommerce-Reviews-title">Reviews</h2><p class="woocommerce-noreviews">There are no reviews yet.</p></div><div id="review_form_wrapper"><div id="review_form"><div id="respond" class="comment-respond"><p class="comment-notes">Your email address will not be published.</p></div></div></div></div></div></div><section class="related products"><h2>Related products</h2><ul class="products columns-3"><li class="product"><a href="/x" class="woocommerce-LoopProduct-link"><h2 class="woocommerce-loop-product__title">Brazil Santos</h2><span class="price">£8.00</span></a></li></ul></section></div></main></div></div><footer id="colophon" class="site-footer">© Brass Bean</footer></div></body></html>',
    facts: ['250 g: £9.50', '1 kg: £32.00 Out of stock', 'Origin | Nyeri'],
    noise: ['Related products', 'email address'],
  },
  {
    name: 'page of framer for wide and narrow screens',
    html: '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Molar & Co</title><meta name="generator" content="Framer 1b2c"><style data-framer-breakpoint-css>@media(min-width:1200px){.hidden-72rtr7{display:none!important}}@media(min-width:810px) and (max-width:1199px){.hidden-1f3{display:none!important}}@media(max-width:809px){.hidden-9c2{display:none!important}}</style></head><body><div id="main" data-framer-hydrate-v2="{}"><div data-framer-root="" class="framer-WIx framer-72rtr7"><div class="ssr-variant hidden-1f3 hidden-9c2"><div class="framer-nav-container"><nav class="framer-nav" data-framer-name="Desktop"><a href="./">Home</a><a href="./team">Team</a></nav></div></div><div class="ssr-variant hidden-72rtr7"><div class="framer-nav-container"><nav class="framer-nav" data-framer-name="Phone"><div class="framer-icon"></div></nav></div></div><section class="framer-hero" data-framer-name="Hero"><div data-framer-component-type="RichTextContainer" class="framer-r"><h1 class="framer-text framer-styles-preset-1" style="--framer-text-alignment:center">Dental care without the wait</h1></div><div class="ssr-variant hidden-9c2"><div data-framer-component-type="RichTextContainer"><p class="framer-text framer-styles-preset-2">Open Saturdays until 2 pm</p></div></div><div class="ssr-variant hidden-72rtr7 hidden-1f3"><div data-framer-component-type="RichTextContainer"><p class="framer-text framer-styles-preset-3">Open Saturdays until 2 pm</p></div></div></section><section data-framer-name="Prices"><div class="framer-card"><div data-framer-component-type="RichTextContainer" class="framer-n"><p class="framer-text">Check-up</p></div><div data-framer-component-type="RichTextContainer" class="framer-p"><p class="framer-text">$90</p></div></div><div class="ssr-variant hidden-9c2"><div class="framer-card2"><div data-framer-component-type="RichTextContainer" class="framer-n"><p class="framer-text">Whitening</p></div><div data-framer-component-type="RichTextContainer" class="framer-p"><p class="framer-text">$350</p></div></div></div><div class="ssr-variant hidden-72rtr7 hidden-1f3"><div class="framer-card2"><div data-framer-component-type="RichTextContainer" class="framer-n"><p class="framer-text">Whitening</p></div><div data-framer-component-type="RichTextContainer" class="framer-p"><p class="framer-text">$350</p></div></div></div></section></div></div></body></html>',
    facts: ['Check-up – $90', 'Whitening – $350', 'Open Saturdays until 2 pm'],
    noise: ['Team'],
  },
  {
    name: 'page of drupal with fields',
    html: '<!DOCTYPE html><html lang="en" dir="ltr"><head><meta charset="utf-8"/><meta name="Generator" content="Drupal 10"/><title>Town library | Council</title></head><body class="path-node page-node-type-location"><a href="#main-content" class="visually-hidden focusable skip-link">Skip to main content</a><div class="dialog-off-canvas-main-canvas"><div class="layout-container"><header role="banner"><div class="region region-header"><div id="block-site-branding"><a href="/">Council</a></div></div><nav role="navigation" aria-labelledby="block-main-menu" id="block-main"><h2 class="visually-hidden" id="block-main-menu">Main navigation</h2><ul><li><a href="/services">Services</a></li></ul></nav></header><main role="main"><a id="main-content" tabindex="-1"></a><div class="layout-content"><div class="region region-content"><div data-drupal-messages-fallback class="hidden"></div><div id="block-page-title"><h1 class="page-title"><span class="field field--name-title">Town library</span></h1></div><div id="block-content"><article role="article" class="node node--type-location node--view-mode-full"><div class="node__content"><div class="field field--name-field-phone field--type-telephone field--label-inline clearfix"><div class="field__label">Phone</div><div class="field__item"><a href="tel:01752555010">01752 555 010</a></div></div><div class="field field--name-field-hours field--type-office-hours field--label-above"><div class="field__label">Opening hours</div><div class="field__item"><div class="office-hours office-hours-status--closed"><div class="office-hours__item"><span class="office-hours__item-label">Monday: </span><span class="office-hours__item-slots">10:00-17:00</span><span><br /></span></div><div class="office-hours__item"><span class="office-hours__item-label">Wednesday: </span><span class="office-hours__item-comments">Closed</span><span><br /></span></div></div></div></div><div class="field field--name-field-facilities field--label-above"><div class="field__label">Facilities</div><div class="field__items"><div class="field__item">Step-free access</div><div class="field__item">Baby changing</div></div></div><div class="field field--name-field-cost field--label-inline"><div class="field__label">Printing</div><div class="field__item">10p per page</div></div></div></article></div></div></div></main><footer role="contentinfo"><span>Powered by <a href="https://www.drupal.org">Drupal</a></span></footer></div></div></body></html>',
    facts: ['Phone: 01752 555 010', 'Wednesday: Closed', 'Step-free access', 'Printing: 10p per page'],
    noise: ['Main navigation', 'Powered by'],
  },
  {
    name: 'page of starlight',
    html: '<!DOCTYPE html><html lang="en" dir="ltr" data-theme="dark"><head><meta charset="utf-8"><title>Limits | Boxly</title></head><body class="astro-x"><a href="#_top" class="astro-y">Skip to content</a><div class="page sl-flex"><header class="header"><a href="/" class="site-title">Boxly</a></header><nav class="sidebar" aria-label="Main"><div id="starlight__sidebar" class="sidebar-pane"><ul class="top-level"><li><a href="/start">Start</a></li></ul></div></nav><div class="main-frame"><script type="module">1</script><div class="lg:sl-flex"><aside class="right-sidebar-container"><div class="right-sidebar"><starlight-toc><nav aria-labelledby="starlight__on-this-page"><h2 id="starlight__on-this-page">On this page</h2><ul><li><a href="#_top">Overview</a></li></ul></nav></starlight-toc></div></aside><div class="main-pane"><main data-pagefind-body lang="en" dir="ltr"><div class="content-panel"><div class="sl-container"><h1 id="_top">Limits</h1></div></div><div class="content-panel"><div class="sl-container"><div class="sl-markdown-content"><div class="card-grid"><article class="card sl-flex"><p class="title sl-flex"><svg></svg><span>File size</span></p><div class="body"><p>File size is limited to 25 MB.</p></div></article><article class="card sl-flex"><p class="title sl-flex"><span>Requests</span></p><div class="body"><p>100 per minute and key</p></div></article></div><aside aria-label="Tip" class="starlight-aside starlight-aside--tip"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Tip</p><div class="starlight-aside__content"><p>Ask support to raise a limit.</p></div></aside></div><footer class="sl-flex"><div class="meta sl-flex"></div><div class="pagination-links print:hidden" dir="ltr"><a href="/next" rel="next"><span>Next <br/><span class="link-title">Errors</span></span></a></div></footer></div></div></main></div></div></div></div></body></html>',
    facts: ['File size is limited to 25 MB.', 'Ask support to raise a limit.'],
    noise: ['On this page'],
  },
];
