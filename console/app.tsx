/** Shows the sign-in pages without a session, and the console with one. */
import { useEffect } from 'preact/hooks';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { restoreSession } from './api/session.ts';
import { session } from './api/session-state.ts';
import { Frame } from './frame.tsx';
import { ForgotPasswordPage } from './pages/sign-in/forgot-password-page.tsx';
import { RegisterPage } from './pages/sign-in/register-page.tsx';
import { ResetPasswordPage } from './pages/sign-in/reset-password-page.tsx';
import { SignInAgain } from './pages/sign-in/sign-in-again.tsx';
import { SignInPage } from './pages/sign-in/sign-in-page.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { FORGOT_PASSWORD, REGISTER, RESET_PASSWORD, SIGN_IN, START, whereTo, withNext } from './shell/navigation.ts';
import { useStore } from './state/use-store.ts';
import { ErrorState } from './ui/content-states.tsx';
import { ConfirmHost } from './ui/overlays/confirm.tsx';
import { ToastHost } from './ui/overlays/toast.tsx';

export function App() {
  return (
    <LocationProvider scope={START}>
      <ErrorBoundary>
        <Gate />
      </ErrorBoundary>
      <ConfirmHost />
      <ToastHost />
      <SignInAgain />
    </LocationProvider>
  );
}

function Gate() {
  const { path, url, query } = useLocation();
  const current = useStore(session);
  const isEntrance = [SIGN_IN, REGISTER, FORGOT_PASSWORD].includes(path);
  if (current.state === 'unreachable') {
    return <ErrorState error={current.error} onRetry={() => void restoreSession()} />;
  }
  if (current.state === 'unknown') {
    return (
      <p class="boot" role="status">
        Loading the console
      </p>
    );
  }
  if (path === RESET_PASSWORD) return <ResetPasswordPage />;
  if (current.state === 'signed-in') {
    // Another account has pages of its own.
    return isEntrance ? <Redirect to={whereTo(path, query)} /> : <Frame key={current.user.id} />;
  }
  if (path === REGISTER) return <RegisterPage />;
  if (path === FORGOT_PASSWORD) return <ForgotPasswordPage />;
  if (path === SIGN_IN) return <SignInPage />;
  return <Redirect to={withNext(SIGN_IN, url)} />;
}

function Redirect({ to }: { readonly to: string }) {
  const { route } = useLocation();
  useEffect(() => route(to, true), [to]);
  return null;
}
