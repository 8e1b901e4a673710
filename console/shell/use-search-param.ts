import { useLocation } from 'preact-iso/router';

/**
 * A part of the page's state that lives in the address, so that it survives a reload and the back button undoes it.
 * @returns the value, and a function that sets it; undefined removes it
 */
export function useSearchParam(name: string): [string | undefined, (value: string | undefined) => void] {
  const { query, route } = useLocation();
  const current = query[name];
  const set = (value: string | undefined) => {
    const url = new URL(location.href);
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    // Another tab of the same dialog replaces the entry: back then closes the dialog at once.
    const isSwitch = current !== undefined && value !== undefined;
    route(url.pathname + url.search, isSwitch);
  };
  return [current, set];
}
