const XHTML = /^\s*application\/xhtml\+xml\b/i;
const SELF_CLOSED = /<([a-z][\w:-]*)(\s[^<>]*)?\/>/gi;
/** Elements that HTML knows to be empty. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/**
 * Closes elements of XHTML that `/>` makes empty. The parser of HTML ignores that: a script would take the rest of the page for its text, and an
 * anchor all that follows for its link.
 */
export function closeEmptyElements(text: string, contentType: string): string {
  if (!XHTML.test(contentType)) return text;
  return text.replace(SELF_CLOSED, (tag, name: string, attributes = '') =>
    VOID.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`,
  );
}
