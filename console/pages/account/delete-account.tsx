import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { send } from '../../api/client.ts';
import { endSession } from '../../api/session-state.ts';
import { START } from '../../shell/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/content-states.tsx';
import { FormError, TextField } from '../../ui/forms/field.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.tsx';

export function DeleteAccount() {
  const [isAsking, setAsking] = useState(false);
  return (
    <section class="card card-body danger-zone">
      <div>
        <h2>Delete the account</h2>
        <p class="soft">With every chatbot and all that belongs to it. This cannot be undone.</p>
      </div>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {isAsking ? <DeletionDialog onClose={() => setAsking(false)} /> : null}
    </section>
  );
}

function DeletionDialog({ onClose }: { readonly onClose: () => void }) {
  const [password, setPassword] = useState('');
  const { route } = useLocation();
  const { onSubmit, isBusy, error } = useSubmit(async () => {
    await send('DELETE', '/auth/me', { password });
    // Nobody comes back to this page: whoever signs in next has another account.
    route(START, true);
    endSession();
    toast('Account deleted');
  });
  return (
    <Dialog title="Delete your account?" size="small" onClose={onClose}>
      <form class="stack" onSubmit={onSubmit}>
        <p class="soft">
          All chatbots, their content, conversations, leads and widget keys are erased for good. Their widgets stop on
          every website.
        </p>
        <FormError message={error === undefined ? undefined : messageOf(error)} />
        <TextField
          label="Your password"
          type="password"
          autocomplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
        />
        <div class="row dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" isBusy={isBusy}>
            Delete account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
