import { session } from '../../api/session-state.ts';
import { Page } from '../../shell/page.tsx';
import { useStore } from '../../state/use-store.ts';
import { DeleteAccount } from './delete-account.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Usage } from './usage.tsx';

export function AccountPage() {
  const current = useStore(session);
  if (current.state !== 'signed-in') return null;
  return (
    <Page title="Account" description={current.user.email} width="narrow">
      <Usage />
      <ProfileForm user={current.user} />
      <PasswordForm email={current.user.email} />
      <DeleteAccount />
    </Page>
  );
}
