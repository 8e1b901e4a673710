/** A month such as `2026-02`, in UTC. @param at epoch milliseconds */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

/** At least 1. @param at epoch milliseconds */
export function secondsUntilNextMonth(at: number): number {
  const now = new Date(at);
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return Math.max(1, Math.ceil((next - at) / 1000));
}
