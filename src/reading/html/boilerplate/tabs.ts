/** Tabs without roles: a row of names, and as many panels. */
import { elementsBelow, type HtmlElement, hasFewElements, isElement, textWithin } from '../dom/dom.ts';
import { elementBeside } from '../dom/nearby.ts';
import { hasTabsName } from './panel-names.ts';

const MAX_TABS = 20;
const MAX_NAME = 60;
/** Comments and the like may stand between a row and its panels. */
const MAX_NODES_BETWEEN = 10;

const NAMES = new Set(['li', 'a', 'button', 'label', 'div', 'span']);
const PANELS = new Set(['div', 'li', 'section', 'article']);

export interface NamedPanel {
  readonly tab: HtmlElement;
  readonly panel: HtmlElement;
}

/**
 * Pairs names with the panels that their links lead to, else with those in the next element, or in the one after their parent.
 * @param opened panels of buttons
 */
export function pairedTabs(
  elements: readonly HtmlElement[],
  byId: ReadonlyMap<string, HtmlElement>,
  opened: ReadonlySet<HtmlElement>,
): readonly NamedPanel[] {
  return elements.flatMap((row) => {
    if (row.attribs.role !== 'tablist' && !hasTabsName(row) && !(row.name === 'ul' && isBelow(row, hasTabsName)))
      return [];
    const choices = choicesOf(row);
    if (choices.length > 0) return choices;
    const names = firstChildren(row, 2 * MAX_TABS + 1).filter((one) => !isRadio(one));
    if (names.length > MAX_TABS || !areAlike(names, NAMES) || !names.every(isName)) return [];
    // An item with its own panel.
    if (names.some((name) => opened.has(name))) return [];
    return linkedPanels(names, byId) ?? facingPanels(row, names);
  });
}

/** Tabs without scripts: labels of radio buttons beside their panels. */
function choicesOf(row: HtmlElement): readonly NamedPanel[] {
  const children = firstChildren(row, 3 * MAX_TABS);
  if (!children.some(isRadio)) return [];
  const names = children.filter(({ name }) => name === 'label');
  const others = children.filter(({ name }) => name !== 'label' && name !== 'input');
  const [holder] = others;
  const panels = others.length === 1 && holder !== undefined ? firstChildren(holder, MAX_TABS) : others;
  if (panels.length !== names.length || !areAlike(panels, PANELS) || !names.every(isName)) return [];
  return names.flatMap((tab, place) => {
    const panel = panels[place];
    return panel === undefined ? [] : [{ tab, panel }];
  });
}

const isRadio = ({ name, attribs }: HtmlElement): boolean => name === 'input' && attribs.type === 'radio';

const areAlike = (elements: readonly HtmlElement[], kinds: ReadonlySet<string>): boolean =>
  elements.length > 1 && elements.every(({ name }) => name === elements[0]?.name && kinds.has(name));

const isBelow = ({ parent }: HtmlElement, test: (element: HtmlElement) => boolean): boolean =>
  parent !== null && 'attribs' in parent && test(parent);

/** True for a short text whose link leads to no other page. */
function isName(element: HtmlElement): boolean {
  if (!hasFewElements(element)) return false;
  const text = textWithin(element).trim();
  return text !== '' && text.length <= MAX_NAME && [element, ...elementsBelow(element)].every(isPartOfName);
}

/** Panels hold paragraphs and lists. */
const isPartOfName = (element: HtmlElement): boolean => leadsNowhere(element) && !CONTENT.has(element.name);

const CONTENT = new Set(['p', 'ul', 'ol', 'table']);

const leadsNowhere = ({ attribs }: HtmlElement): boolean => /^(?:#|javascript:|$)/i.test(attribs.href ?? '');

function linkedPanels(
  names: readonly HtmlElement[],
  byId: ReadonlyMap<string, HtmlElement>,
): readonly NamedPanel[] | null {
  const pairs = names.flatMap((tab) => {
    const link = [tab, ...elementsBelow(tab)].find(({ attribs }) => attribs.href !== undefined);
    const panel = byId.get((link?.attribs.href ?? tab.attribs['data-tab'])?.replace(/^#/, '') ?? '');
    return panel === undefined || panel === tab ? [] : [{ tab, panel }];
  });
  return pairs.length === names.length ? pairs : null;
}

function facingPanels(row: HtmlElement, names: readonly HtmlElement[]): readonly NamedPanel[] {
  const parent = row.parent !== null && 'attribs' in row.parent ? row.parent : null;
  for (const holder of [nextElement(row), parent === null ? null : nextElement(parent)]) {
    const panels = holder === null ? [] : firstChildren(holder, names.length + 1);
    if (panels.length !== names.length || !areAlike(panels, PANELS)) continue;
    return panels.flatMap((panel, place) => {
      const tab = names.find((name) => markOf(name) !== undefined && markOf(name) === markOf(panel)) ?? names[place];
      return tab === undefined ? [] : [{ tab, panel }];
    });
  }
  return [];
}

/** White space and comments stand around each. */
const NODES_A_CHILD = 6;

/** Bounds the time over rows that share a neighbour. */
function firstChildren({ children }: HtmlElement, most: number): readonly HtmlElement[] {
  const found: HtmlElement[] = [];
  for (const child of children.slice(0, most * NODES_A_CHILD)) {
    if (isElement(child)) found.push(child);
    if (found.length === most) break;
  }
  return found;
}

/** Webflow's, and a usual one. */
const markOf = ({ attribs }: HtmlElement): string | undefined => attribs['data-w-tab'] ?? attribs['data-tab'];

const nextElement = (element: HtmlElement): HtmlElement | null => elementBeside(element, 'next', MAX_NODES_BETWEEN);
