import { useLocation } from 'preact-iso/router';

interface EntryState {
  /** Address of the previous entry. */
  readonly before: string;
}

/**
 * Keeps state in the address, such as an open dialog: it survives a reload, and the back button undoes it.
 * @returns the value, and a function that sets it; undefined removes it
 */
export function useSearchParam(name: string): [string | undefined, (value: string | undefined) => void] {
  const { query, route } = useLocation();
  const current = query[name];
  const set = (value: string | undefined) => {
    if (value === current) return;
    const here = location.pathname + location.search;
    const to = addressWith(name, value);
    const state = history.state as EntryState | null;
    if (value === undefined && state?.before === to) {
      // Steps back like the back button, once: without the state, a second press does not.
      history.replaceState(null, '');
      history.back();
      return;
    }
    const isNew = current === undefined;
    route(to, !isNew);
    // Set afterwards, because the router keeps no state.
    history.replaceState(isNew ? { before: here } : state, '');
  };
  return [current, set];
}

function addressWith(name: string, value: string | undefined): string {
  const { pathname, searchParams } = new URL(location.href);
  if (value === undefined) searchParams.delete(name);
  else searchParams.set(name, value);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}
