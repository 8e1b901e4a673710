/** A modal dialog with a title and a footer. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect } from 'preact/hooks';
import { IconButton } from '../button.tsx';
import { Modal } from './modal.tsx';
import { useModal } from './use-modal.ts';

/** Selectors of the element with the first focus: a field that asks for it, the chosen tab, or the first control after the close button. */
const FIRST_CONTROLS = [
  '[autofocus]',
  '.dialog-body [aria-pressed="true"]',
  ':is(.dialog-body, .dialog-foot) :is(input, textarea, select, button, a[href]):not([tabindex="-1"], :disabled)',
];

interface DialogProps {
  readonly title: string;
  /** Passed to `Modal`. */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
  /** Such as buttons. */
  readonly footer?: ComponentChildren;
  readonly size?: 'small' | 'medium' | 'large' | 'drawer';
}

export function Dialog({ title, onClose, children, footer, size = 'medium' }: DialogProps) {
  const dialog = useModal();
  const id = useId();
  useLayoutEffect(() => {
    const controls = FIRST_CONTROLS.map((selector) => dialog.current?.querySelector<HTMLElement>(selector));
    const control = controls.find(Boolean);
    control?.focus();
    const body = control?.closest('.dialog-body');
    // A long text is read from its beginning, where the close button is.
    if (body?.scrollTop) dialog.current?.querySelector('button')?.focus();
    body?.scrollTo(0, 0);
  }, []);
  return (
    <Modal dialog={dialog} class={size} aria-labelledby={id} onClose={onClose}>
      <div class="dialog-box">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          {onClose === undefined ? null : <IconButton label="Close" icon="close" onClick={onClose} />}
        </header>
        <div class="dialog-body">{children}</div>
        {footer === undefined ? null : <footer class="dialog-foot">{footer}</footer>}
      </div>
    </Modal>
  );
}
