import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Moves the focus into a conversation that is opened, and back to its row. On a phone, each hides the other, with the focus.
 *
 * @param openId empty while none is open
 * @param isHere false while it loads
 * @returns a function that moves the focus to the row of the open conversation
 */
export function useRowFocus(openId: string, isHere: boolean): () => void {
  const lastId = useRef(openId);
  const isEntering = useRef(false);
  useLayoutEffect(() => {
    const left = lastId.current;
    lastId.current = openId;
    if (left === openId) return;
    isEntering.current = openId !== '';
    // Later than the router, which scrolls to the top.
    if (openId === '') queueMicrotask(() => placeOf(left)?.focus());
  }, [openId]);
  useLayoutEffect(() => {
    if (!isHere || !isEntering.current) return;
    isEntering.current = false;
    // The user may have begun to write elsewhere.
    if (document.activeElement?.matches('input') === true) return;
    queueMicrotask(() => document.querySelector<HTMLElement>('.thread h2')?.focus());
  }, [openId, isHere]);
  return () => placeOf(openId)?.focus();
}

/** The heading stands in for an answered conversation, which has left the list. */
const placeOf = (id: string): HTMLElement | null => rowOf(id) ?? document.querySelector<HTMLElement>('h1');

const rowOf = (id: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('.conversation-row')].find(({ pathname }) =>
    pathname.endsWith(`/${encodeURIComponent(id)}`),
  );
