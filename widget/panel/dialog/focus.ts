/** Keeps the focus inside the dialog while it walks by Tab, and leaves by Escape. */
const FOCUSABLE = 'a[href], button:not(:disabled), input, textarea, summary, [tabindex="0"]';

export function keepFocus(dialog: HTMLElement, close: () => void): void {
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) {
      event.stopPropagation();
      close();
    }
    // WebKit on Linux tells Shift and Tab by its code only.
    if (event.key === 'Tab' || event.code === 'Tab') wrap(dialog, event);
    // Shortcuts of the page are not meant while somebody writes here.
    else if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
  });
}

function wrap(dialog: HTMLElement, event: KeyboardEvent): void {
  const all = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.checkVisibility());
  const active = (dialog.getRootNode() as ShadowRoot).activeElement;
  const [first, last] = [all[0], all.at(-1)];
  const isAtEnd = active === (event.shiftKey ? first : last) || active === dialog;
  if (!isAtEnd) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
