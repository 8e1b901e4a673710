/** A heading that its font tells. */
export interface FontHeading {
  readonly level: number;
  readonly text: string;
  /** Number of its lines. */
  readonly lines: number;
}
