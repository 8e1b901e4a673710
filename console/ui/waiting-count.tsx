interface WaitingCountProps {
  readonly waiting: number;
  /** Said after the number. */
  readonly place?: string;
}

/** Visitors who wait for a human. Nothing when nobody does. */
export function WaitingCount({ waiting, place = '' }: WaitingCountProps) {
  if (waiting <= 0) return null;
  return (
    <span class="nav-count">
      {waiting}
      <span class="hidden"> waiting for a human{place}</span>
    </span>
  );
}
