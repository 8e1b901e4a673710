/** The beginning of a text, at most so many UTF-16 units, without half a surrogate pair at its end. */
export function cutText(text: string, length: number): string {
  const cut = text.slice(0, length);
  const last = cut.charCodeAt(cut.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? cut.slice(0, -1) : cut;
}
