/** Folded panels: their text is content although a button must open it, and the button's words are its heading. */
import type { CheerioAPI } from 'cheerio';
import { isQuestion } from '../../../text/is-question.ts';
import {
  elementOf,
  elementsBelow,
  type HtmlElement,
  type HtmlNode,
  hasFewElements,
  isElement,
  moveToStart,
  removeAll,
  textOf,
  textWithin,
} from '../dom/dom.ts';
import { headingOf } from '../dom/headed-sections.ts';
import { MAX_LINK_SHARE, type Measures } from '../dom/measure.ts';
import { elementAround, elementBeside } from '../dom/nearby.ts';
import { select } from '../dom/select.ts';
import { hasOpenerName, hasPanelName } from './panel-names.ts';
import { pairedTabs } from './tabs.ts';
import { type NamedText, unfoldedTexts } from './unfolded-texts.ts';

const HEADING = /^h[1-6]$/;
/** Longer texts open nothing. */
const MAX_OPENER = 200;

const TABS = '[role=tab], [data-toggle=tab], [data-bs-toggle=tab], [data-toggle=pill], [data-bs-toggle=pill]';
const COLLAPSING = '[data-toggle=collapse], [data-bs-toggle=collapse], [data-toggle=trigger]';
const CLICKED = 'div[onclick], p[onclick], span[onclick], label[onclick]';
const BUTTONS = `button, [role=button][aria-controls], ${COLLAPSING}, ${TABS}`;
/** Signs beside the words of an opener. */
const SIGN = /^\s*[+\-−–—×✕✖⌃⌄▲△▴▼▽▾▸▶►◀◄‹›«»<>∧∨↓↑→]\ufe0e?\s*$/u;
/** Scripts make buttons of these. */
const OPENERS = new Set(['div', 'span', 'p', 'a', 'button', 'label', 'strong', 'b']);

/** Finds the panels of buttons and tabs, and makes headings of these. Must run before menus, buttons and hidden elements are removed. */
export function openPanels($: CheerioAPI, body: HtmlElement, measures: Measures): ReadonlySet<HtmlElement> {
  // Elsewhere it folds nothing, and may be more than a heading.
  for (const summary of select($, ':not(details) > summary')) if (!isOpener(summary)) summary.name = 'div';
  const byId = new Map(select($, '[id]').map((element) => [element.attribs.id ?? '', element]));
  const page = new FoldedPanels(byId, measures);
  const tabs = new Set<HtmlNode>(select($, TABS));
  for (const button of select($, BUTTONS)) page.openBy(button, tabs.has(button));
  for (const clicked of select($, CLICKED)) if (isOpener(clicked)) page.openBy(clicked, false);
  const elements = [...elementsBelow(body)];
  for (const panel of select($, '[role=tabpanel][aria-labelledby]')) {
    const tab = byId.get(panel.attribs['aria-labelledby'] ?? '');
    if (tab !== undefined && tabs.has(tab)) page.openByTab(tab, panel);
  }
  for (const { tab, panel } of pairedTabs(elements, byId, page.panels)) page.openByTab(tab, panel);
  for (const opener of elements.filter(isNamedOpener)) page.openBehind(opener);
  for (const named of unfoldedTexts(elements, measures)) page.openText(named);
  for (const name of elements.filter(isQuestionName)) name.name = 'summary';
  page.finish();
  removeAll(select($, 'summary').flatMap(signsIn));
  return page.panels;
}

const signsIn = (opener: HtmlElement): readonly HtmlElement[] =>
  hasFewElements(opener) ? [...elementsBelow(opener)].filter((one) => SIGN.test(textOf(one))) : [];

class FoldedPanels {
  readonly panels = new Set<HtmlElement>();
  readonly #byId: ReadonlyMap<string, HtmlElement>;
  readonly #measures: Measures;
  /** Tabs whose words stand in their panels now, and signs beside names. */
  readonly #moved: HtmlElement[] = [];

  constructor(byId: ReadonlyMap<string, HtmlElement>, measures: Measures) {
    this.#byId = byId;
    this.#measures = measures;
  }

  /** Returns false for an opened panel, for a window, and for a menu, which holds links. */
  #open(panel: HtmlElement): boolean {
    const { text } = this.#measures.of(panel);
    if (
      this.panels.has(panel) ||
      text === 0 ||
      NO_TEXT.test(panel.attribs.role ?? '') ||
      this.#measures.linkShare(panel) > MAX_LINK_SHARE
    )
      return false;
    this.panels.add(panel);
    return true;
  }

  openBy(button: HtmlElement, isTab: boolean): void {
    const panel = controlledBy(button, this.#byId) ?? (isTab ? null : panelAfter(button));
    const isHeading = isWithinHeading(button);
    // Beside the words of a heading, a button may be one that copies them.
    if (isHeading && (panel !== null || isAllOfHeading(button))) button.name = 'span';
    if (panel === null) {
      if (!isTab) this.#openRestBefore(button);
      return;
    }
    if (!this.#open(panel)) return;
    if (isTab || (!isHeading && this.#isOneOfRow(button, panel))) {
      if (hasFewElements(button)) this.#moveInto(panel, button);
    } else button.name = isHeading ? 'span' : 'summary';
  }

  openByTab(tab: HtmlElement, panel: HtmlElement): void {
    if (this.#open(panel)) this.#moveInto(panel, tab);
  }

  /** The rest of a text, which "Read more" shows, needs no heading. */
  #openRestBefore(button: HtmlElement): void {
    const rest = elementBeside(button, 'prev');
    if (rest !== null && isFoldedBy(button, rest) && this.#measures.of(rest).text >= MIN_REST) this.#open(rest);
  }

  openBehind(opener: HtmlElement): void {
    if (this.#isAllOfPanel(opener)) return;
    const panel = nextWithText(opener, this.#measures);
    // Other buttons open menus and windows.
    if (panel === null || (opener.name === 'button' && !hasPanelName(panel))) return;
    if (this.#open(panel)) opener.name = 'summary';
  }

  /** Buttons in a row have their panels below it, and so have buttons in the items of a list. */
  #isOneOfRow(button: HtmlElement, panel: HtmlElement): boolean {
    const item = elementAround(button, 1, ({ name }) => name === 'li');
    const place = item === null || elementAround(panel, MAX_LEVELS, (one) => one === item) !== null ? button : item;
    return (['prev', 'next'] as const).some((side) => {
      const beside = elementBeside(place, side, MAX_NODES_BETWEEN);
      return beside?.name === place.name && !this.panels.has(beside);
    });
  }

  openText({ name, text, isHeading }: NamedText): void {
    if (isDialog(text) || !this.#open(text)) return;
    if (isHeading) name.name = 'summary';
    for (const sign of signsIn(name)) this.#moved.push(sign);
  }

  /** The text of a panel may have the name of an opener: `v-expansion-panel-text__wrapper`. */
  #isAllOfPanel(element: HtmlElement): boolean {
    if (this.panels.has(element)) return true;
    const panel = elementAround(element, MAX_LEVELS, (one) => this.panels.has(one));
    return panel !== null && this.#measures.of(panel).text === this.#measures.of(element).text;
  }

  #moveInto(panel: HtmlElement, tab: HtmlElement): void {
    this.#moved.push(tab);
    nameAfter(tab, panel);
  }

  finish(): void {
    removeAll(this.#moved);
    // Some editors make panels of the element for menus.
    for (const panel of this.panels) if (panel.name === 'nav') panel.name = 'div';
  }
}

const isNamedOpener = (element: HtmlElement): boolean =>
  OPENERS.has(element.name) && hasOpenerName(element) && isOpener(element);

function isOpener(element: HtmlElement): boolean {
  if (!hasFewElements(element) || isWithinHeading(element)) return false;
  for (const { name, attribs } of [element, ...elementsBelow(element)])
    if (HEADING.test(name) || name === 'summary' || /^[^#]/.test(attribs.href ?? '')) return false;
  const text = words(textWithin(element));
  return text !== '' && text.length <= MAX_OPENER;
}

/** The name of a https://schema.org/Question. */
function isQuestionName(name: HtmlElement): boolean {
  if (name.attribs.itemprop !== 'name') return false;
  const item = elementAround(name, MAX_LEVELS, ({ attribs }) => 'itemscope' in attribs);
  return item !== null && /\/Question$/.test(item.attribs.itemtype ?? '') && isOpener(name);
}

/** The next element with text, beside the opener or beside an element that holds nothing else. */
function nextWithText(opener: HtmlElement, measures: Measures): HtmlElement | null {
  let inner = opener;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const next = elementBeside(inner, 'next', MAX_NODES_BETWEEN, (one) => measures.of(one).text > 0);
    if (next !== null) return isAnother(next, opener) ? null : next;
    const { parent } = inner;
    if (parent === null || !isElement(parent) || measures.of(parent).text > measures.of(opener).text) return null;
    inner = parent;
  }
  return null;
}

const isAnother = (next: HtmlElement, opener: HtmlElement): boolean =>
  hasOpenerName(next) && (!hasPanelName(next) || next.attribs.class === opener.attribs.class);

/** Shorter texts tell what the button has done, such as "Copied". */
const MIN_REST = 20;
const MAX_LEVELS = 3;
const MAX_NODES_BETWEEN = 10;

const MAX_SCRIPT = 300;

function controlledBy(button: HtmlElement, byId: ReadonlyMap<string, HtmlElement>): HtmlElement | null {
  const { attribs } = button;
  const names = [attribs['aria-controls'], attribs['data-bs-target'], attribs['data-target'], attribs.href];
  for (const name of names) {
    const panel = byId.get(name?.replace(/^#/, '') ?? '');
    if (panel !== undefined) return panel;
  }
  return calledBy(button, byId);
}

/** The element near by whose id the script of the button names: `onclick="openTab(event, 'fares')"`. */
function calledBy({ attribs, parent }: HtmlElement, byId: ReadonlyMap<string, HtmlElement>): HtmlElement | null {
  for (const [, id = ''] of (attribs.onclick ?? '').slice(0, MAX_SCRIPT).matchAll(/['"]#?([\w-]{1,100})['"]/g)) {
    const panel = byId.get(id);
    if (panel === undefined || isDialog(panel)) continue;
    if (panel.parent === parent || panel.parent === parent?.parent) return panel;
  }
  return null;
}

/** Tabs stand in a row of their own, so each becomes the heading of its panel, unless the panel begins with it. */
function nameAfter(tab: HtmlElement, panel: HtmlElement): void {
  const name = words(textWithin(tab));
  const heading = headingOf(panel);
  if (name === '' || (heading !== null && words(textOf(heading)) === name)) return;
  moveToStart(panel, [elementOf('summary', name)]);
}

const words = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * The next element, if its name, its style or the button says that it folds, or the button is a question. It may stand beside the heading
 * or term that is the button.
 */
function panelAfter(button: HtmlElement): HtmlElement | null {
  const { attribs, parent } = button;
  const isToggle = 'aria-expanded' in attribs && !('aria-haspopup' in attribs);
  const unfolds = isToggle || (hasFewElements(button) && isQuestion(textWithin(button)));
  const after = elementBeside(button, 'next');
  const next = after ?? (isWithinHeading(button) && parent !== null ? elementBeside(parent, 'next') : null);
  if (next === null || next.name === 'button' || HEADING.test(next.name)) return null;
  return unfolds || hasPanelName(next) || next.name === 'dd' || isFoldedBy(button, next) ? next : null;
}

const CLOSED = /(?:^|[;\s])display\s*:\s*none/i;
const CLOSED_NAME = /^(?:hidden|d-none|is-hidden|hide)(?:\s|$)|\s(?:hidden|d-none|is-hidden|hide)(?:\s|$)/;
const SENDS = /^(?:submit|reset)$/i;

/** True for text that is displayed only when the button, which sends no form, is pressed. */
function isFoldedBy(button: HtmlElement, panel: HtmlElement): boolean {
  const { attribs } = panel;
  const isClosed =
    CLOSED.test((attribs.style ?? '').slice(0, MAX_STYLE)) ||
    CLOSED_NAME.test((attribs.class ?? '').slice(0, MAX_STYLE));
  if (!isClosed && !('x-show' in attribs)) return false;
  if (SENDS.test(button.attribs.type ?? '') || isWithinForm(button)) return false;
  return !NO_TEXT.test(attribs.role ?? '') && !('aria-live' in attribs) && !isDialog(panel);
}

/** Roles of messages, such as "Saved", and of controls. */
const NO_TEXT = /^(?:alert|alertdialog|dialog|listbox|menu|status|tooltip)$/i;
const FIELDS = new Set(['input', 'select', 'textarea']);
const MAX_SEARCHED = 60;

/** True for filters, forms and questions such as "Delete it? Yes No". A text may have a button that folds it again. */
function isDialog(panel: HtmlElement): boolean {
  let [buttons, searched] = [0, 0];
  for (const { name } of elementsBelow(panel)) {
    if (name === 'button') buttons += 1;
    if (FIELDS.has(name) || buttons > 1) return true;
    searched += 1;
    if (searched > MAX_SEARCHED) return false;
  }
  return false;
}

const MAX_STYLE = 1_000;
const MAX_FORM_LEVELS = 6;

const isWithinForm = (button: HtmlElement): boolean =>
  elementAround(button, MAX_FORM_LEVELS, ({ name }) => name === 'form') !== null;

/** The text of buttons does not count. */
const isAllOfHeading = ({ parent }: HtmlElement): boolean => parent !== null && textOf(parent).trim() === '';

function isWithinHeading({ parent }: HtmlElement): boolean {
  return parent !== null && 'name' in parent && (HEADING.test(parent.name) || parent.name === 'dt');
}
