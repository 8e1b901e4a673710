/** Creates elements without HTML text, so that Trusted Types and a strict CSP refuse nothing. */
import { page } from './page.ts';

type Child = Node | string | null;
type Listener = (event: Event) => void;
type Attributes = Readonly<Record<string, string | boolean | Listener>>;

const SVG = 'http://www.w3.org/2000/svg';

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = page.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** @param path of a 24 by 24 icon, drawn with strokes */
export function icon(path: string): SVGSVGElement {
  const svg = page.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' })) {
    svg.setAttribute(name, value);
  }
  const drawn = page.createElementNS(SVG, 'path');
  drawn.setAttribute('d', path);
  svg.append(drawn);
  return svg;
}

/** @param label accessible name and tooltip */
export function iconButton(className: string, label: string, path: string, onClick: () => void): HTMLButtonElement {
  const attributes = { type: 'button', class: className, 'aria-label': label, title: label, click: onClick };
  return h('button', attributes, icon(path));
}

export function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
