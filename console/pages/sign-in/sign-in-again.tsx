import { useState } from 'preact/hooks';
import { signIn, signOut } from '../../api/session.ts';
import { session } from '../../api/session-state.ts';
import type { User } from '../../api/types.ts';
import { FORGOT_PASSWORD } from '../../shell/navigation.ts';
import { useStore } from '../../state/use-store.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/content-states.tsx';
import { FormError, TextField } from '../../ui/forms/field.tsx';
import { HiddenUsername } from '../../ui/forms/hidden-username.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toastError } from '../../ui/overlays/toast.tsx';

/** Dialog over the page where the session ended, so that unsaved changes are kept. Rendered once. */
export function SignInAgain() {
  const current = useStore(session);
  return current.state === 'signed-in' && current.hasExpired ? <SignInDialog user={current.user} /> : null;
}

function SignInDialog({ user: { email } }: { readonly user: User }) {
  const [password, setPassword] = useState('');
  const { onSubmit, isBusy, error } = useSubmit(() => signIn(email, password));
  return (
    <Dialog title="Sign in again" size="small">
      <form class="stack" onSubmit={onSubmit}>
        <p class="soft">
          Your session has ended. Sign in as <bdi>{email}</bdi> to go on: what you have not saved yet is still here.
        </p>
        <FormError message={error === undefined ? undefined : messageOf(error)} />
        <HiddenUsername email={email} />
        <TextField
          label="Password"
          type="password"
          name="password"
          autocomplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
          hasFocus
        />
        <a href={FORGOT_PASSWORD} target="_blank" rel="noreferrer noopener">
          Forgot your password?<span class="hidden"> (opens a new tab)</span>
        </a>
        <div class="row dialog-actions">
          <Button onClick={() => void signOut().catch(toastError)}>Sign out</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            Sign in
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
