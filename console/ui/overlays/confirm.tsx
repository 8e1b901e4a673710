/** Asks before something is lost. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

interface Confirmation {
  readonly title: string;
  /** Says what is lost, and for whom. */
  readonly body: ComponentChildren;
  /** The verb on the button, such as `Delete source`. */
  readonly action: string;
}

interface Asked extends Confirmation {
  readonly answer: (isConfirmed: boolean) => void;
}

const asked = signal<Asked | null>(null);

/** @returns true when the user confirmed */
export function confirm(confirmation: Confirmation): Promise<boolean> {
  asked.peek()?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      asked.value = null;
      resolve(isConfirmed);
    };
    asked.value = { ...confirmation, answer };
  });
}

/** Once in the page. */
export function ConfirmHost() {
  const current = asked.value;
  if (current === null) return null;
  const { title, body, action, answer } = current;
  return (
    <Dialog
      title={title}
      size="small"
      onClose={() => answer(false)}
      footer={
        <>
          <Button onClick={() => answer(false)}>Cancel</Button>
          <Button variant="danger" onClick={() => answer(true)}>
            {action}
          </Button>
        </>
      }
    >
      <div class="soft">{body}</div>
    </Dialog>
  );
}
