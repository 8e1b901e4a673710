import { useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';

/**
 * A part of the page's state that lives in the address, such as an open dialog: it survives a reload, and the back button undoes it.
 * @returns the value, and a function that sets it; undefined removes it
 */
export function useSearchParam(name: string): [string | undefined, (value: string | undefined) => void] {
  const { query, route } = useLocation();
  const hasPushed = useRef(false);
  const current = query[name];
  const set = (value: string | undefined) => {
    if (value === current) return;
    if (value === undefined && hasPushed.current) {
      // The page steps back like the back button: the entry before is the page without it.
      hasPushed.current = false;
      history.back();
      return;
    }
    const url = new URL(location.href);
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    const isNew = current === undefined;
    route(url.pathname + url.search, !isNew);
    hasPushed.current ||= isNew;
  };
  return [current, set];
}
