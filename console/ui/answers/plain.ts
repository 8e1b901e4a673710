/** An answer as one line, or as a screen reader is told it: without the marks of Markdown and citations. */
export const plain = (markdown: string): string =>
  markdown.replace(/ ?\[\d+\]|[*_`#>|]+|:?-{3,}:?/g, '').replace(/\s+/g, ' ');
