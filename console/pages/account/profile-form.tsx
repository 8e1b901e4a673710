import { useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import { adoptUser } from '../../api/session-state.ts';
import type { User } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { faultOf, messageOf } from '../../ui/content-states.tsx';
import { FormError, TextField } from '../../ui/forms/field.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/overlays/toast.tsx';

export function ProfileForm({ user }: { readonly user: User }) {
  const [name, setName] = useState(user.name);
  const { onSubmit, isBusy, error } = useSubmit(async () => {
    const changed = await api.patch<{ user: User }>('/auth/me', { name: name.trim() });
    adoptUser(changed.user);
    toast('Name saved');
  });
  const fault = faultOf(error, 'name');
  return (
    <form class="card card-body stack" onSubmit={onSubmit}>
      <h2>Profile</h2>
      <FormError message={error === undefined || fault !== undefined ? undefined : messageOf(error)} />
      <TextField
        label="Your name"
        autocomplete="name"
        value={name}
        onChange={setName}
        error={fault}
        maxLength={200}
        isRequired
      />
      <div class="row">
        <Button type="submit" isBusy={isBusy} isDisabled={name.trim() === user.name || name.trim() === ''}>
          Save name
        </Button>
      </div>
    </form>
  );
}
