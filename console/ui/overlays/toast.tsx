/** Short messages on what was done or failed, without a place in the page. */

import { Store } from '../../state/store.ts';
import { useStore } from '../../state/use-store.ts';
import { IconButton } from '../button.tsx';
import { messageOf } from '../content-states.tsx';
import { Icon } from '../icon.tsx';
import { type DialogRef, modals } from './use-modal.ts';

const SHOWN_MS = 6_000;
const MAX_TOASTS = 3;

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
}

const toasts = new Store<readonly Toast[]>([]);
let lastId = 0;

export function toast(text: string): void {
  show(text, false);
}

/** Stays until it is closed. */
export function toastError(error: unknown): void {
  show(messageOf(error), true);
}

function show(text: string, isError: boolean): void {
  const id = ++lastId;
  toasts.change((shown) => [...shown, { id, text, isError }].slice(-MAX_TOASTS));
  if (!isError) setTimeout(() => close(id), SHOWN_MS);
}

function close(id: number): void {
  toasts.change((shown) => shown.filter((one) => one.id !== id));
}

/**
 * Used once in the page and in each dialog: the topmost shows the messages.
 * @param dialog none for the page
 */
export function ToastHost({ dialog }: { readonly dialog?: DialogRef }) {
  const all = useStore(toasts);
  const shown = useStore(modals).at(-1) === dialog ? all : [];
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, isError }) => (
        <div key={id} class={`toast ${isError ? 'bad' : ''}`}>
          <Icon name={isError ? 'warning' : 'check'} />
          <span>{text}</span>
          <IconButton label="Dismiss" icon="close" onClick={() => close(id)} />
        </div>
      ))}
    </div>
  );
}
