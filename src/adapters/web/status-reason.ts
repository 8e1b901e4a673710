const REASONS: Readonly<Record<number, string>> = {
  401: 'The page asks for a password',
  403: 'The server refused access',
  404: 'The page was not found',
  410: 'The page was removed',
  429: 'The server is asked too often',
};

/** Words for the owner of a website for the status of a refused request. */
export function statusReason(status: number): string {
  const reason = REASONS[status] ?? (status >= 500 ? 'The server had an error' : 'The server did not send the page');
  return `${reason} (status ${status})`;
}
