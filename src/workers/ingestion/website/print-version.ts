import { pageKey } from '../../../reading/html/page-facts/page-urls.ts';

/** Each is compared with each of the page. */
const MAX_PARAMETERS = 20;
const PRINT_NAME = /^(?:print|printable|printer|print_?(?:view|version|page|mode)|printer_?friendly|for_?print)$/i;
/** A shop for posters may have `print=poster`. */
const PRINT_SWITCH = /^(?:1|true|yes|y|on|print)?$/i;
const VIEW_NAME = /^(?:view|mode|layout|output|action|do|task)$/i;
const PRINT_VIEW = /^print(?:able|er|view|page|er_?friendly)?$/i;

/**
 * A page's own address with a parameter more, for printing. Only parameters tell it: `/services/print` may be about printing, as may
 * `format=print` or `category=print` be a choice among books.
 */
export function isPrintVersion(link: string, page: string): boolean {
  if (!/print/i.test(link)) return false;
  const printed = new URL(link);
  const own = new URL(page);
  if (printed.searchParams.size > MAX_PARAMETERS || pathKey(printed) !== pathKey(own)) return false;
  if (printed.searchParams.size <= own.searchParams.size) return false;
  for (const [name, value] of own.searchParams) if (!printed.searchParams.has(name, value)) return false;
  return [...printed.searchParams].some(
    ([name, value]) => !own.searchParams.has(name, value) && isForPrint(name, value),
  );
}

const isForPrint = (name: string, value: string): boolean =>
  PRINT_NAME.test(name) ? PRINT_SWITCH.test(value) : VIEW_NAME.test(name) && PRINT_VIEW.test(value);

const pathKey = ({ origin, pathname }: URL): string => pageKey(`${origin}${pathname}`);
