/** Enter sends, Shift and Enter begins a new line. The Enter that ends a composition chooses a word; 229 is how Safari tells it. */
export const isSendKey = ({ key, shiftKey, isComposing, keyCode }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !isComposing && keyCode !== 229;
