/** Asks before something is lost. */
import type { ComponentChildren } from 'preact';
import { Store } from '../../state/store.ts';
import { useStore } from '../../state/use-store.ts';
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

const asked = new Store<Asked | null>(null);

/** @returns true when the user confirmed */
export function confirm(confirmation: Confirmation): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      asked.set(null);
      resolve(isConfirmed);
    };
    asked.set({ ...confirmation, answer });
  });
}

/** Once in the page. */
export function ConfirmHost() {
  const current = useStore(asked);
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
