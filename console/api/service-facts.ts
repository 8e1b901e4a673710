/** Facts that the service writes into the page itself, for pages without a session. */

/** True where a mail server is set. */
export const SENDS_MAIL =
  document.querySelector<HTMLMetaElement>('meta[name="chatledger-sends-mail"]')?.content === 'true';
