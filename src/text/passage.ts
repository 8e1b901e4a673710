/** Ids of neighbours can be derived. */
export const passageId = (generation: string, ordinal: number): string => `${generation}.${ordinal}`;

/** Text of a passage that is indexed and embedded. */
export const searchedText = ({
  title,
  headings,
  text,
}: {
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
}): string => [title, ...headings, text].join('\n');
