import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { api } from '../../api/client.ts';
import { SENDS_MAIL } from '../../api/service-facts.ts';
import { SIGN_IN } from '../../shell/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/content-states.tsx';
import { FormError, TextField } from '../../ui/forms/field.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Entrance } from './entrance.tsx';

const TITLE = 'Forgot your password?';

export function ForgotPasswordPage() {
  const { url } = useLocation();
  const [email, setEmail] = useState('');
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const { onSubmit, isBusy, error } = useSubmit(async () => {
    await api.post('/auth/password-reset', { email: email.trim() });
    setAskedFor(email.trim());
  });
  const other = <a href={`${SIGN_IN}${new URL(url, location.origin).search}`}>Back to sign in</a>;
  if (!SENDS_MAIL) {
    return (
      <Entrance title={TITLE} lead="This service sends no mail. Whoever runs it can set a new password:" other={other}>
        <code class="entrance-code">npm run accounts -- reset-password EMAIL</code>
      </Entrance>
    );
  }
  if (askedFor !== null) {
    return (
      <Entrance title="Check your inbox" lead="The link works once, for an hour." other={other}>
        <p role="status">
          If <bdi>{askedFor}</bdi> has an account here, a mail with the link is on its way. If nothing arrives within a
          few minutes, look into the spam folder, then ask again.
        </p>
      </Entrance>
    );
  }
  return (
    <Entrance title={TITLE} lead="We mail you a link to set a new one." other={other}>
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
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Send the link
        </Button>
      </form>
    </Entrance>
  );
}
