/** Class names by which the editors of websites and their plugins mark folded panels and what opens them. */

import type { HtmlElement } from '../dom/dom.ts';
import { kebabCase } from '../dom/kebab-case.ts';

const MAX_NAME_CHARACTERS = 1_000;

const PANEL = /accordion|collaps|panel|faq|answer|toggle|expand|tab|drawer-content|details/i;
const OPENER =
  /(?:^|-)(?:accordions?|faqs?|toggles?|collaps\w*|expand\w*|dropdown|panel|tabs?|qa?|question)-(?:[a-z\d]+-){0,3}?(?:title|head(?:er|ing)?|question|trigger|toggle|button|btn|label|summary|name|text|control|handle|opener)(?:-|$)|(?:^|-)questions?(?:$|-)|^q$/;
const TABS = /(?:^|-)(?:tabs?|tabbed-labels|tabset|switcher|pills)(?:$|-)/;

/** Most names are none of these, which is quicker to find than their words. */
const SOUGHT = /accord|faq|toggle|collaps|expand|dropdown|panel|tab|switcher|pills|q/i;

export const hasPanelName = ({ attribs }: HtmlElement): boolean =>
  PANEL.test(`${attribs.class ?? ''} ${attribs.id ?? ''} ${attribs.role ?? ''}`.slice(0, MAX_NAME_CHARACTERS));

/** `faq-question`, `accordion__title`, `w-dropdown-toggle`. */
export const hasOpenerName = ({ attribs }: HtmlElement): boolean => someClass(attribs.class, OPENER);

/** `tabs-menu`, `uk-tab`, but not `table`. */
export const hasTabsName = ({ attribs }: HtmlElement): boolean =>
  someClass(attribs.class, TABS) || someClass(attribs.id, TABS);

function someClass(names: string | undefined, pattern: RegExp): boolean {
  if (names === undefined || !SOUGHT.test(names)) return false;
  return names
    .slice(0, MAX_NAME_CHARACTERS)
    .split(/\s+/)
    .some((name) => pattern.test(kebabCase(name)));
}
