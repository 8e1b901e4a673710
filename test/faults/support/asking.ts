/** Workers finish after the start what a crash interrupted. */
const WITHIN_MS = 10_000;
const POLL_MS = 20;

/** Polls a condition that has no event to await. @throws Error after the time limit */
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
