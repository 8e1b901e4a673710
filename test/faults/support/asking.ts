/** What a crash left half done is finished by a worker after the start. */
const WITHIN_MS = 10_000;
const POLL_MS = 20;

/** Polls what has no event to wait for. @throws Error when it does not come true */
export async function eventually<Value>(what: string, look: () => Promise<Value | null>): Promise<Value> {
  for (const deadline = Date.now() + WITHIN_MS; ; ) {
    const value = await look();
    if (value !== null) return value;
    if (Date.now() > deadline) throw new Error(`Not within ${WITHIN_MS} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** @throws Error that names what is there twice */
export function requireUnique(ids: readonly string[], what: string): void {
  const twice = ids.filter((id, place) => ids.indexOf(id) !== place);
  if (twice.length > 0) throw new Error(`${what}: twice there is ${twice.join(', ')}`);
}
