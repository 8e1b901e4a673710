/** Facts that the service writes into the page itself, for pages without a session. */

const facts = document.getElementById('app')?.dataset;

/** True where a mail server is set. */
export const SENDS_MAIL = facts?.mail === 'true';

/** False where only an operator creates accounts. */
export const MAY_REGISTER = facts?.registration !== 'closed';
