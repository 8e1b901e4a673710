import { Button } from '../button.tsx';
import { FormError } from './field.tsx';

interface SaveBarProps {
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly error?: string | undefined;
  /** Says what has changed. */
  readonly changed?: string | undefined;
  readonly onDiscard: () => void;
}

/** The bar at the foot of a form, in sight as long as something is not saved. Its button submits the form. */
export function SaveBar({ isDirty, isBusy, error, changed, onDiscard }: SaveBarProps) {
  if (!isDirty && error === undefined) return null;
  return (
    <div class="save-bar">
      {error === undefined ? <SaveBarText changed={changed} /> : <FormError message={error} />}
      <div class="row">
        <Button onClick={onDiscard} isDisabled={isBusy}>
          Discard
        </Button>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Save
        </Button>
      </div>
    </div>
  );
}

function SaveBarText({ changed }: Pick<SaveBarProps, 'changed'>) {
  return (
    <span class="soft">{changed === undefined ? 'Changes are not saved yet.' : `Not saved yet: ${changed}.`}</span>
  );
}
