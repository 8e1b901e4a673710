import type { ComponentChildren } from 'preact';
import { ToastHost } from './toast.tsx';
import type { DialogRef } from './use-modal.ts';

interface ModalProps {
  /** Result of `useModal`. */
  readonly dialog: DialogRef;
  readonly class: string;
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  /** Must stop rendering the dialog. Without it, only the content can close it. */
  readonly onClose: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** The platform's modal dialog keeps the focus inside, and closes with Escape or a press beside it. */
export function Modal({ dialog, onClose, children, class: more, ...names }: ModalProps) {
  return (
    <dialog
      ref={dialog}
      class={`dialog ${more}`}
      {...names}
      // Chromium would close at the second Escape, although the first was prevented.
      {...(onClose === undefined ? { closedby: 'none' } : {})}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onMouseDown={(event) => {
        // A press on the backdrop, but not the second one of a double click that opened the dialog.
        if (event.target === dialog.current && event.detail < 2) onClose?.();
      }}
    >
      {children}
      <ToastHost dialog={dialog} />
    </dialog>
  );
}
