import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Moves the focus into a conversation that is opened, and back to its row in the list when it is left. On a phone either hides the
 * other: the focus would be lost with it, and so would the place in a long list.
 *
 * @param openId empty while none is open
 * @returns a function that goes back to the row of the open conversation
 */
export function useRowFocus(openId: string): () => void {
  const lastId = useRef(openId);
  useLayoutEffect(() => {
    const left = lastId.current;
    lastId.current = openId;
    if (left === openId) return;
    // The router scrolls to the top before.
    queueMicrotask(() => {
      if (openId === '') rowOf(left)?.focus();
      else document.querySelector<HTMLElement>('.thread h2')?.focus();
    });
  }, [openId]);
  return () => rowOf(openId)?.focus();
}

const rowOf = (id: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('.conversation-row')].find(({ pathname }) =>
    pathname.endsWith(`/${encodeURIComponent(id)}`),
  );
