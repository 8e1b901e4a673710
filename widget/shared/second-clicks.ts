/**
 * Ignores the second click of a double click on what toggles. It would undo the first: close the chat that has just opened, stop the
 * answer that has just begun.
 */
export function ignoreSecondClicks(root: Document | ShadowRoot): void {
  root.addEventListener(
    'click',
    (event) => {
      const { detail, target } = event as MouseEvent;
      if (detail < 2 || !(target as Element).closest('button, summary')) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}
