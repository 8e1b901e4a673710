import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { MAY_REGISTER } from '../../api/service-facts.ts';
import { signIn } from '../../api/session.ts';
import { FORGOT_PASSWORD, REGISTER } from '../../shell/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/content-states.tsx';
import { FormError, TextField } from '../../ui/forms/field.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Entrance } from './entrance.tsx';

export function SignInPage() {
  const { url } = useLocation();
  const { search } = new URL(url, location.origin);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { onSubmit, isBusy, error } = useSubmit(() => signIn(email.trim(), password));
  return (
    <Entrance
      title="Sign in"
      lead="Manage your chatbots, their content and their conversations."
      other={
        MAY_REGISTER ? (
          <>
            No account yet? <a href={`${REGISTER}${search}`}>Create one</a>
          </>
        ) : null
      }
    >
      <form class="stack" onSubmit={onSubmit}>
        <FormError message={error === undefined ? undefined : messageOf(error)} />
        <TextField
          label="Email"
          type="email"
          name="email"
          autocomplete="username"
          value={email}
          onChange={setEmail}
          isRequired
          hasFocus
        />
        <TextField
          label="Password"
          type="password"
          name="password"
          autocomplete="current-password"
          value={password}
          onChange={setPassword}
          isRequired
        />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Sign in
        </Button>
        <a href={`${FORGOT_PASSWORD}${search}`}>Forgot your password?</a>
      </form>
    </Entrance>
  );
}
