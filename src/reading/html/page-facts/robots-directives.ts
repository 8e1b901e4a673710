const MAX_CHARACTERS = 2_000;
/** Agent prefix of `X-Robots-Tag`: `otherbot: noindex`. Directives with values look the same. */
const AGENT_PREFIX = /^([\w-]+)\s*:\s*(.*)$/;
const VALUED_DIRECTIVE = /^(?:max-(?:snippet|image-preview|video-preview)|unavailable_after)$/i;
const OUR_AGENT = 'chatledgerbot';

/** `<meta name="robots">` or `X-Robots-Tag`: `noindex, nofollow`, `none`. */
export function parseRobotsDirectives(text: string): { readonly index: boolean; readonly follow: boolean } {
  let forUs = true;
  let index = true;
  let follow = true;
  for (const part of text.slice(0, MAX_CHARACTERS).toLowerCase().split(',')) {
    const [, name = '', rest = ''] = AGENT_PREFIX.exec(part.trim()) ?? [];
    const addressed = name !== '' && !VALUED_DIRECTIVE.test(name);
    // Directives apply to the named agent until the next name.
    if (addressed) forUs = name === OUR_AGENT;
    if (!forUs) continue;
    const directive = addressed ? rest.trim() : part.trim();
    if (directive === 'noindex' || directive === 'none') index = false;
    if (directive === 'nofollow' || directive === 'none') follow = false;
  }
  return { index, follow };
}
