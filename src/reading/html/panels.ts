/** Folded panels: their text is content although it is hidden until a button opens it, and the button's words are its heading. */
import type { CheerioAPI } from 'cheerio';
import { isQuestion } from '../../text/is-question.ts';
import {
  elementOf,
  type HtmlElement,
  type HtmlNode,
  hasFewElements,
  isElement,
  moveToStart,
  removeAll,
  textOf,
} from './dom.ts';
import { headingOf } from './headed-sections.ts';
import { MAX_LINK_SHARE, type Measures } from './measure.ts';

const PANEL_NAMES = /accordion|collaps|panel|faq|answer|toggle|expand|tab|drawer-content|details/i;
const HEADING = /^h[1-6]$/;
const MAX_NAME_CHARACTERS = 1_000;

const TABS = '[role=tab], [data-toggle=tab], [data-bs-toggle=tab], [data-toggle=pill], [data-bs-toggle=pill]';
const BUTTONS = `button, [role=button][aria-controls], ${TABS}`;

/**
 * Finds the panels that buttons and tabs control, and makes headings of them. Call it before menus, buttons and hidden elements are
 * removed.
 */
export function openPanels($: CheerioAPI, measures: Measures): ReadonlySet<HtmlElement> {
  const tabs = new Set<HtmlNode>($(TABS).toArray());
  const moved: HtmlElement[] = [];
  const byId = new Map<string, HtmlElement>();
  for (const element of $('[id]').toArray()) if (isElement(element)) byId.set(element.attribs.id ?? '', element);
  const panels = new Set<HtmlElement>();
  for (const button of $(BUTTONS).toArray()) {
    if (!isElement(button)) continue;
    const panel = controlledBy(button, byId) ?? (tabs.has(button) ? null : panelAfter(button));
    if (panel === null || panels.has(panel) || !isPanel(panel, measures)) continue;
    panels.add(panel);
    if (!tabs.has(button)) button.name = isWithinHeading(button) ? 'span' : 'summary';
    else if (hasFewElements(button)) {
      moved.push(button);
      nameAfter(button, panel);
    }
  }
  removeAll(moved);
  return panels;
}

function controlledBy({ attribs }: HtmlElement, byId: ReadonlyMap<string, HtmlElement>): HtmlElement | null {
  const names = [attribs['aria-controls'], attribs['data-bs-target'], attribs['data-target'], attribs.href];
  for (const name of names) {
    const panel = byId.get(name?.replace(/^#/, '') ?? '');
    if (panel !== undefined) return panel;
  }
  return null;
}

/** Tabs stand in a row of their own: each becomes the heading of its panel, unless the panel begins with it. */
function nameAfter(tab: HtmlElement, panel: HtmlElement): void {
  const name = words(textOf(tab));
  const heading = headingOf(panel);
  if (name === '' || (heading !== null && words(textOf(heading)) === name)) return;
  moveToStart(panel, [elementOf('summary', name)]);
}

const words = (text: string) => text.replace(/\s+/g, ' ').trim();

export function hasPanelName({ attribs }: HtmlElement): boolean {
  const names = `${attribs.class ?? ''} ${attribs.id ?? ''} ${attribs.role ?? ''}`;
  return PANEL_NAMES.test(names.slice(0, MAX_NAME_CHARACTERS));
}

/** The next element, if its name or the button says that it folds, or the button asks what it answers. */
function panelAfter(button: HtmlElement): HtmlElement | null {
  const { attribs, children } = button;
  const isToggle = 'aria-expanded' in attribs && !('aria-haspopup' in attribs);
  const unfolds = isToggle || (hasFewElements(button) && isQuestion(children.map(textOf).join('')));
  for (let next = button.next; next !== null; next = next.next)
    if (isElement(next)) return unfolds || hasPanelName(next) ? next : null;
  return null;
}

/** Menus unfold, too, but hold links. */
function isPanel(panel: HtmlElement, measures: Measures): boolean {
  return panel.name !== 'nav' && measures.of(panel).text > 0 && measures.linkShare(panel) <= MAX_LINK_SHARE;
}

function isWithinHeading(button: HtmlElement): boolean {
  return button.parent !== null && 'name' in button.parent && HEADING.test(button.parent.name);
}
