/** A scrape omits counts that a store does not return within this time. */
const COUNT_TIMEOUT_MS = 2_000;

/** Returns null on failure or timeout, so that a scrape never hangs on an unavailable store. */
export async function withinScrape<Value>(request: Promise<Value>): Promise<Value | null> {
  const timeout = Promise.withResolvers<null>();
  const timer = setTimeout(() => timeout.resolve(null), COUNT_TIMEOUT_MS);
  const value = await Promise.race([request.catch(() => null), timeout.promise]);
  clearTimeout(timer);
  return value;
}
