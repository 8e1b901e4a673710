/** Tells password managers whose password a form asks for. */
export function HiddenUsername({ email }: { readonly email: string }) {
  return (
    <input class="hidden" type="text" autocomplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
  );
}
