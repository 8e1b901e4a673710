/** Rankings are best first. */
export interface Ranked {
  readonly id: string;
  /** Higher is better; the scale is the ranking's own. */
  readonly score: number;
}
