/** Markdown quoted from one passage. */
export interface Quotation {
  /** Index of the passage. */
  readonly passage: number;
  readonly markdown: string;
}
