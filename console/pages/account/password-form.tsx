import { useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { faultOf, messageOf } from '../../ui/content-states.tsx';
import { FormError, TextField } from '../../ui/forms/field.tsx';
import { HiddenUsername } from '../../ui/forms/hidden-username.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/overlays/toast.tsx';

export function PasswordForm({ email }: { readonly email: string }) {
  const [currentPassword, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { onSubmit, isBusy, error } = useSubmit(async () => {
    await api.patch('/auth/me', { currentPassword, password });
    setCurrent('');
    setPassword('');
    toast('Password changed. Every other session has ended.');
  });
  const fault = faultOf(error, 'password');
  return (
    <form class="card card-body stack" onSubmit={onSubmit}>
      <h2>Password</h2>
      <FormError message={error === undefined || fault !== undefined ? undefined : messageOf(error)} />
      <HiddenUsername email={email} />
      <TextField
        label="Current password"
        type="password"
        autocomplete="current-password"
        value={currentPassword}
        onChange={setCurrent}
        isRequired
      />
      <TextField
        label="New password"
        type="password"
        autocomplete="new-password"
        hint="At least 8 characters. Other browsers are signed out."
        value={password}
        onChange={setPassword}
        error={fault}
        minLength={8}
        isRequired
      />
      <div class="row">
        <Button type="submit" isBusy={isBusy}>
          Change password
        </Button>
      </div>
    </form>
  );
}
