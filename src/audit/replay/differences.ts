/** Findings of a replay. Ids and names of fields only: a list of differences holds no personal data. */

export type Difference =
  | { readonly kind: 'missing' | 'unexpected'; readonly model: string; readonly id: string }
  | { readonly kind: 'different'; readonly model: string; readonly id: string; readonly fields: readonly string[] }
  /** The whole read model. */
  | { readonly kind: 'incomparable'; readonly model: string; readonly because: string };

export type IndexDifference = {
  readonly model: 'search index';
  readonly chatbotId: string;
  readonly sourceId: string;
} & (
  | {
      readonly kind: 'missing' | 'different text' | 'different vector' | 'unexpected';
      readonly passage: string;
    }
  | { readonly kind: 'incomparable'; readonly because: string }
);
