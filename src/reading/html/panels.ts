/** Folded panels: their text is content although it is hidden until a button opens it, and the button's words are its heading. */
import type { CheerioAPI } from 'cheerio';
import { isQuestion } from '../../text/is-question.ts';
import { type HtmlElement, hasFewElements, isElement, textOf } from './dom.ts';
import { MAX_LINK_SHARE, type Measures } from './measure.ts';

const PANEL_NAMES = /accordion|collaps|panel|faq|answer|toggle|expand|tab|drawer-content|details/i;
const HEADING = /^h[1-6]$/;
const MAX_NAME_CHARACTERS = 1_000;

/** Finds the panels that buttons control, and makes text of the buttons. Call it before buttons are skipped and hidden elements removed. */
export function openPanels($: CheerioAPI, measures: Measures): ReadonlySet<HtmlElement> {
  const byId = new Map<string, HtmlElement>();
  for (const element of $('[id]').toArray()) if (isElement(element)) byId.set(element.attribs.id ?? '', element);
  const panels = new Set<HtmlElement>();
  for (const button of $('button, [role=button][aria-controls], [role=tab][aria-controls]').toArray()) {
    if (!isElement(button)) continue;
    const panel = byId.get(button.attribs['aria-controls'] ?? '') ?? panelAfter(button);
    if (panel !== null && !panels.has(panel) && isPanel(panel, measures)) {
      panels.add(panel);
      button.name = isWithinHeading(button) ? 'span' : 'summary';
    }
  }
  return panels;
}

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
