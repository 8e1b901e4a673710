/** Failures as a test looks at them. */

/** Returns the error. @throws Error when the work did not fail */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (outcome === null) throw new Error('It did not fail');
  return outcome.error;
}

/** All that a log could print of an error and its causes. */
export function saidBy(error: unknown): string {
  const parts: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) parts.push(at.stack ?? '', JSON.stringify(at));
  return parts.join('\n');
}
