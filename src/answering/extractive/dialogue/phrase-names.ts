/** Phrases of the service that each language has. */
export interface Phrases {
  /** Answer when nothing in the content fits. */
  readonly nothingFits: string;
  /** Names the closest section after that; `{}` is its heading. */
  readonly closest: string;
  /** Stands above a quotation that lacks the words `{}` of the question. */
  readonly nothingAbout: string;
  /** Follows that when the content is in another language; `{}` is its name. */
  readonly otherLanguage: string;
  /** Offer that follows when the human handoff is enabled. */
  readonly offerHuman: string;
  /** A question about the heading `{}`. */
  readonly ask: string;
  /** Questions for an overview, answered with the topics of the content. */
  readonly open: readonly [string, string, string];
  /** Introduces the topics of an overview. */
  readonly overview: string;
}
