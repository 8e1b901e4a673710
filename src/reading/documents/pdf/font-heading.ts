export interface FontHeading {
  readonly level: number;
  readonly text: string;
  readonly lines: number;
}
