/** Facts that the service writes into the page itself, for pages without a session. */

const fact = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="chatledger-${name}"]`)?.content;

/** True where a mail server is set. */
export const SENDS_MAIL = fact('sends-mail') === 'true';

/** False where only an operator creates accounts. */
export const MAY_REGISTER = fact('registration') !== 'closed';
