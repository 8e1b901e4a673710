import { type HtmlElement, isElement, isText } from '../dom/dom.ts';

/** True for `details` that say what they fold. */
export function beginsWithSummary({ children }: HtmlElement): boolean {
  const first = children.find((child) => isElement(child) || (isText(child) && child.data.trim() !== ''));
  return first !== undefined && isElement(first) && first.name === 'summary';
}
