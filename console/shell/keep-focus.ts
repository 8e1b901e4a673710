/** Keeps the keyboard's place: what replaces a removed element, such as a deleted row, gets its focus. */

interface Place {
  readonly element: Element;
  /** Index among its siblings. */
  readonly index: number;
}

const FOCUSABLE = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex="0"]';

/** Called once in the page. */
export function keepFocus(): void {
  let path: readonly Place[] = [];
  addEventListener('focusin', ({ target }) => {
    path = pathOf(target as Element);
  });
  // A click beside everything gives the focus up.
  addEventListener('click', () => {
    if (document.activeElement === document.body) path = [];
  });
  new MutationObserver((changes) => {
    const focused = path[0]?.element;
    if (focused === undefined || document.activeElement !== document.body) return;
    if (!changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(focused)))) return;
    successor(path)?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}

function pathOf(from: Element): readonly Place[] {
  const path: Place[] = [];
  for (let element = from; element.parentElement !== null; element = element.parentElement)
    path.push({ element, index: [...element.parentElement.children].indexOf(element) });
  return path;
}

/** The element itself when only moved, else what stands in its place or before it, else the heading. */
function successor(path: readonly Place[]): HTMLElement | undefined {
  const at = path.findIndex(({ element }) => element.isConnected);
  const index = path[at - 1]?.index;
  if (index === undefined) return path[0]?.element as HTMLElement;
  const siblings = path[at]?.element.children ?? [];
  const next = siblings[index];
  const before = siblings[siblings.length - 1];
  const [place, end] = next === undefined ? [before, -1] : [next, 0];
  return (place && focusableIn(place).at(end)) ?? document.querySelector('h1') ?? undefined;
}

const focusableIn = (element: Element): HTMLElement[] =>
  [element, ...element.querySelectorAll('*')].filter(
    (each): each is HTMLElement => each.matches(FOCUSABLE) && each.checkVisibility(),
  );
