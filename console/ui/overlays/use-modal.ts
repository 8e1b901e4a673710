import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Store } from '../../state/store.ts';

export type DialogRef = RefObject<HTMLDialogElement | null>;

/** The open dialogs, the topmost last: what is outside of it cannot be pressed. */
export const modals = new Store<readonly DialogRef[]>([]);

/** Opens a dialog for as long as its component is there. The browser returns the focus when the dialog closes, not when it is removed. */
export function useModal(): DialogRef {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key arrives: fast typists lose no letter.
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    modals.change((open) => [...open, dialog]);
    return () => {
      modals.change((open) => open.filter((one) => one !== dialog));
      opened?.close();
    };
  }, []);
  return dialog;
}
