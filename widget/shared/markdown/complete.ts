/** Markdown that is still being written: marks without their ends would show for a moment and then go. */

/** Closes a code span, bold and emphasis in the last line, and holds back a link that has only begun. */
export function completed(markdown: string): string {
  if (((markdown.match(/^ {0,3}```/gm)?.length ?? 0) & 1) === 1) return markdown;
  const at = markdown.lastIndexOf('\n') + 1;
  const line = markdown
    .slice(at)
    // No bracket within either part, or each of many brackets would look for an end in all the rest.
    .replace(/!?\[([^[\]\n]*)(?:\]\([^)[\n]*)?$/, '$1');
  return markdown.slice(0, at) + closed(line);
}

function closed(line: string): string {
  const withoutCode = line.replace(/`[^`]*`/g, '');
  if (withoutCode.includes('`')) return line.endsWith('`') ? line.slice(0, -1) : `${line}\``;
  for (const mark of ['**', '~~']) {
    if ((withoutCode.split(mark).length & 1) === 1) continue;
    const end = new RegExp(`[${mark}]+$`);
    return end.test(line) ? line.replace(end, '') : `${line.trimEnd()}${mark}`;
  }
  return line.replace(/(^|\s)\*{1,2}$/, '$1');
}
