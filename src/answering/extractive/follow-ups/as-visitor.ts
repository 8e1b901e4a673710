/** English headings in the visitor's place: the owner's "your data" is "my data" there. */
const FROM_VISITOR: Readonly<Record<string, string>> = {
  ...{ your: 'my', you: 'me', us: 'you', we: 'you', our: 'your', yourself: 'myself' },
};

/** "You" is taken for an object: "reach you" becomes "reach me". */
export const asVisitor = (name: string): string =>
  name.replace(/\b(?:your|you|us|we|our|yourself)\b/gi, (word) => FROM_VISITOR[word.toLowerCase()] ?? word);
