const EVERY_MS = 60_000;

/** Reports once a minute at most what a flood would repeat. */
export function throttled(report: () => void): () => void {
  let silentUntil = 0;
  return () => {
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + EVERY_MS;
    report();
  };
}
