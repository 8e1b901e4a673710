import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { leaveRevokedSession } from '../../api/session-state.ts';
import { FORGOT_PASSWORD, SIGN_IN } from '../../shell/navigation.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { faultOf, messageOf } from '../../ui/content-states.tsx';
import { FormError, TextField } from '../../ui/forms/field.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Entrance } from './entrance.tsx';

/** Takes the token of a mailed link out of the address, so that the history of the browser does not keep it. */
function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(history.state, '', location.pathname);
  return token;
}

/** The page of a mailed link. It opens whether somebody is signed in or not. */
export function ResetPasswordPage() {
  const [token, setToken] = useState(takeToken);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    // Another link that is opened in this tab changes the fragment alone.
    const look = () => setToken((known) => takeToken() ?? known);
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  if (isDone) return <PasswordChanged />;
  if (token === null) return <DeadLink />;
  const finish = () => {
    setDone(true);
    leaveRevokedSession();
  };
  return <NewPassword token={token} onChanged={finish} onRefused={() => setToken(null)} />;
}

const BACK = <a href={SIGN_IN}>Back to sign in</a>;

function PasswordChanged() {
  return (
    <Entrance title="Your password is changed" lead="You were signed out everywhere." other={null}>
      <ButtonLink href={SIGN_IN} variant="primary">
        Sign in
      </ButtonLink>
    </Entrance>
  );
}

function DeadLink() {
  return (
    <Entrance
      title="This link does not work any more"
      lead="A link works once, for an hour, and only until the password is changed."
      other={BACK}
    >
      <ButtonLink href={FORGOT_PASSWORD} variant="primary">
        Ask for a new link
      </ButtonLink>
    </Entrance>
  );
}

interface NewPasswordProps {
  readonly token: string;
  readonly onChanged: () => void;
  /** The token was used before, or is too old. */
  readonly onRefused: () => void;
}

function NewPassword({ token, onChanged, onRefused }: NewPasswordProps) {
  const [password, setPassword] = useState('');
  const { onSubmit, isBusy, error } = useSubmit(async () => {
    try {
      await api.post('/auth/password-reset/confirm', { token, password });
    } catch (refusal) {
      if (!(refusal instanceof ApiError) || refusal.code !== 'INVALID_RESET_TOKEN') throw refusal;
      onRefused();
      return;
    }
    onChanged();
  });
  const fault = faultOf(error, 'password');
  return (
    <Entrance title="Set a new password" lead="This signs you out everywhere." other={BACK}>
      <form class="stack" onSubmit={onSubmit}>
        <FormError message={error === undefined || fault !== undefined ? undefined : messageOf(error)} />
        <TextField
          label="New password"
          type="password"
          name="password"
          autocomplete="new-password"
          hint="At least 8 characters."
          value={password}
          onChange={setPassword}
          error={fault}
          minLength={8}
          isRequired
          hasFocus
        />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Set password
        </Button>
      </form>
    </Entrance>
  );
}
