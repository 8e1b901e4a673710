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

export interface SmallTalkReplies {
  readonly hello: string;
  readonly thanks: string;
  readonly goodbye: string;
  /** To "Who are you?"; `{}` is the chatbot's name. */
  readonly who: string;
  /** Reply to who asks for a human, when the human handoff is enabled. It holds before the button is pressed and after. */
  readonly humanOnRequest: string;
  /** To "That's wrong" and "I don't understand". */
  readonly sorry: string;
  /** To "I have a question", "wait" and others that ask nothing. */
  readonly askAgain: string;
}
