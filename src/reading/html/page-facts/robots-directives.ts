const MAX_CHARACTERS = 2_000;
/** Agent prefix of `X-Robots-Tag`: `otherbot: noindex`. Directives with values look the same. */
const AGENT_PREFIX = /^([\w-]+)\s*:\s*(.*)$/;
const VALUED_DIRECTIVE = /^(?:max-(?:snippet|image-preview|video-preview)|unavailable_after)$/i;
const OUR_AGENT = 'chatledgerbot';

/** `<meta name="robots">` or `X-Robots-Tag`: `noindex, nofollow`, `none`. */
export function parseRobotsDirectives(text: string): { readonly index: boolean; readonly follow: boolean } {
  const directives = new Set(directivesForUs(text.slice(0, MAX_CHARACTERS).toLowerCase()));
  const refuses = (directive: string) => directives.has(directive) || directives.has('none');
  return { index: !refuses('noindex'), follow: !refuses('nofollow') };
}

/** Directives apply to the named agent until the next name; before the first, to all. */
function* directivesForUs(text: string): Generator<string> {
  let isForUs = true;
  for (const part of text.split(',')) {
    const [, name = '', rest = ''] = AGENT_PREFIX.exec(part.trim()) ?? [];
    const isNamed = name !== '' && !VALUED_DIRECTIVE.test(name);
    if (isNamed) isForUs = name === OUR_AGENT;
    if (isForUs) yield isNamed ? rest.trim() : part.trim();
  }
}
