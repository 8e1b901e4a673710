import { describe, expect, test } from 'vitest';
import { mainText } from './pages.ts';

const ITEMS = [
  ['Parking', 'The car park behind the museum has forty places.'],
  ['Dogs', 'Dogs are welcome on a lead in every hall.'],
] as const;

const listOf = (item: (name: string, text: string, place: number) => string): string =>
  ITEMS.map(([name, text], place) => item(name, text, place)).join('');

const tabsOf = (
  tab: (name: string, place: number) => string,
  panel: (text: string, place: number) => string,
): readonly [tabs: string, panels: string] => [
  ITEMS.map(([name], place) => tab(name, place)).join(''),
  ITEMS.map(([, text], place) => panel(text, place)).join(''),
];

const [called, shown] = tabsOf(
  (name, place) => `<button class="tablinks" onclick="openTab(event, 'tab${place}')">${name}</button>`,
  (text, place) => `<div id="tab${place}" class="tabcontent"><p>${text}</p></div>`,
);
const [labelling, labelled] = tabsOf(
  (name, place) => `<button role="tab" id="tab${place}">${name}</button>`,
  (text, place) => `<div role="tabpanel" aria-labelledby="tab${place}" hidden><p>${text}</p></div>`,
);

describe('folded panels stand once below what opens them:', () => {
  test.each([
    [
      'a button with the name of an opener, in an element of its own',
      listOf(
        (name, text) =>
          `<div class="kt-accordion-pane"><div class="wrap"><button class="kt-blocks-accordion-header"><span>${name}</span></button></div><div class="kt-accordion-panel"><p>${text}</p></div></div>`,
      ),
    ],
    [
      'a link that triggers, as in Magento',
      `<div class="data items">${listOf((name, text, place) => `<div class="data item title"><a class="data switch" data-toggle="trigger" href="#item${place}">${name}</a></div><div class="data item content" id="item${place}"><p>${text}</p></div>`)}</div>`,
    ],
    [
      'a panel whose text has the name of an opener, as in Vuetify',
      listOf(
        (name, text) =>
          `<div class="v-expansion-panel"><button aria-expanded="false">${name}</button><div class="v-expansion-panel-text" style="display:none"><div class="v-expansion-panel-text__wrapper">${text}</div></div></div>`,
      ),
    ],
    [
      'items named as tabs with short texts, as in PrimeNG',
      listOf(
        (name, text, place) =>
          `<div class="p-accordion-tab"><div class="p-accordion-header"><a role="button" aria-controls="item${place}">${name}</a></div><div id="item${place}" aria-hidden="true">${text}</div></div>`,
      ),
    ],
    [
      'an element that is clicked, with a sign beside its words',
      listOf(
        (name, text) =>
          `<div><div onclick="toggle(this)"><span>${name}</span><span>+</span></div><div class="hidden mt-2">${text}</div></div>`,
      ),
    ],
    ['buttons in a row whose scripts name their panels', `<div class="tab">${called}</div>${shown}`],
    [
      'headings before texts that are not displayed',
      listOf(
        (name, text) => `<div><h2>${name} <span>▼</span></h2><div style="display:none"><p>${text}</p></div></div>`,
      ),
    ],
    [
      'links that lead nowhere before texts that are not displayed',
      listOf((name, text) => `<p><a href="javascript:void(0)">${name}</a></p><div style="display: none">${text}</div>`),
    ],
    [
      'buttons in the items of a list that name their panels',
      `<ul class="headers">${listOf((name, _, place) => `<li><button aria-controls="item${place}">${name}</button></li>`)}</ul>${listOf((_, text, place) => `<div id="item${place}" hidden><p>${text}</p></div>`)}`,
    ],
    ['panels that name their tabs', `<div role="tablist">${labelling}</div>${labelled}`],
  ])('%s', (_what, markup) => {
    const sections = ITEMS.map(([name, text]) => `## ${name}\n\n${text}`).join('\n\n');
    expect(mainText(`<p>The museum stands at the old quay.</p>${markup}`)).toBe(
      `The museum stands at the old quay.\n\n${sections}`,
    );
  });

  test('a window that a button opens is none of them', () => {
    const opened = "<button onclick=\"document.getElementById('box').classList.add('open')\">Share</button>";
    const text = mainText(
      `<p>The museum stands at the old quay.</p><div><div><div>${opened}</div></div></div><div id="box" class="hidden"><p>Send this page to a friend of yours.</p></div>`,
    );
    expect(text).toBe('The museum stands at the old quay.');
    const controlled = '<button aria-controls="box">Sign in</button><div id="box" role="dialog" hidden>Your name</div>';
    expect(mainText(`<p>The museum stands at the old quay.</p>${controlled}`)).not.toContain('Your name');
  });

  test('a single text that is not displayed is a draft, and several in a form are messages', () => {
    const [[name, text]] = ITEMS;
    const draft = `<h2>${name}</h2><div style="display:none"><p>${text}</p></div>`;
    expect(mainText(`<p>The museum stands at the old quay.</p>${draft}`)).not.toContain(text);
    const messages = `<form>${draft}${draft}</form><p class="f">Name</p><div class="error" style="display:none">${text}</div>`;
    expect(mainText(`<p>The museum stands at the old quay.</p>${messages.repeat(2)}`)).not.toContain(text);
  });
});
