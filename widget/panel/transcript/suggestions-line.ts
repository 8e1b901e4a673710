/** The line `[SUGGESTIONS] a | b | c` at the end of an answer, which is data and never shown. */
const MARKER = '[SUGGESTIONS]';
const LINE = /^[ \t]*\[SUGGESTIONS\](.*)$/gm;
const MAX_CHOICES = 3;

/** The part of a growing answer that may be shown: a last line that could still become the marker waits. */
export function visiblePart(answer: string): string {
  const cut = answer.replace(LINE, '');
  const lastLine = cut.slice(cut.lastIndexOf('\n') + 1).trimStart();
  const couldBeMarker = lastLine !== '' && MARKER.startsWith(lastLine);
  return (couldBeMarker ? cut.slice(0, cut.length - lastLine.length) : cut).trimEnd();
}

/** A whole answer, taken apart. */
export function splitAnswer(answer: string): { readonly text: string; readonly suggestions: readonly string[] } {
  const lines = [...answer.matchAll(LINE)];
  const last = lines.at(-1)?.[1] ?? '';
  return { text: answer.replace(LINE, '').trimEnd(), suggestions: questionsOf(last.split('|')) };
}

export const questionsOf = (texts: readonly string[]): readonly string[] =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .slice(0, MAX_CHOICES);
