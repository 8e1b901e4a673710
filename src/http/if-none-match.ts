/** Conditional requests: tags are compared weakly (RFC 9110, section 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const named = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return named.includes(tag) || named.includes('*');
}
