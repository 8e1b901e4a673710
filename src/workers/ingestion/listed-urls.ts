import type { SkippedUrl } from '../../domain/data-source/events.ts';
import type { SkippedUrls } from '../../projections/data-sources/skipped-urls.ts';
import type { SourceRun } from '../../projections/data-sources/source-run.ts';

/** Limits within an event: entries, characters per URL, characters of JSON. */
const MAX_LISTED_URLS = 200;
const MAX_LISTED_URL_CHARACTERS = 300;
const MAX_LISTED_CHARACTERS = 30_000;
/** `{"url":,"reason":},` */
const JSON_AROUND = 20;

/** Returns the skipped URLs that fit into the event. A list that does not fit is stored in full beside the log. */
export async function listSkippedUrls(
  run: SourceRun,
  skippedUrls: readonly SkippedUrl[],
  deps: { readonly skippedUrls: SkippedUrls },
): Promise<SkippedUrl[]> {
  const listed = truncateToEventSize(skippedUrls);
  const isAll = listed.length === skippedUrls.length && listed.every(({ url }, at) => url === skippedUrls[at]?.url);
  if (!isAll) await deps.skippedUrls.save(run, skippedUrls);
  return listed;
}

function truncateToEventSize(skippedUrls: readonly SkippedUrl[]): SkippedUrl[] {
  let space = MAX_LISTED_CHARACTERS;
  const fitting: SkippedUrl[] = [];
  for (const { url: whole, reason } of skippedUrls.slice(0, MAX_LISTED_URLS)) {
    const url = whole.slice(0, MAX_LISTED_URL_CHARACTERS);
    space -= JSON.stringify(url).length + JSON.stringify(reason).length + JSON_AROUND;
    if (space < 0) break;
    fitting.push({ url, reason });
  }
  return fitting;
}
