const MAX_CHARACTERS = 2_000;
/** How `X-Robots-Tag` addresses one crawler: `otherbot: noindex`. Directives with a value of their own look the same. */
const ADDRESSED = /^([\w-]+)\s*:\s*(.*)$/;
const WITH_VALUE = /^(?:max-(?:snippet|image-preview|video-preview)|unavailable_after)$/i;
const OURS = 'chatledgerbot';

/** What a list of robots directives asks, from `<meta name="robots">` or `X-Robots-Tag`: `noindex, nofollow`, `none`. */
export function robotsDirectives(text: string): { readonly index: boolean; readonly follow: boolean } {
  let forUs = true;
  let index = true;
  let follow = true;
  for (const part of text.slice(0, MAX_CHARACTERS).toLowerCase().split(',')) {
    const [, name = '', rest = ''] = ADDRESSED.exec(part.trim()) ?? [];
    const addressed = name !== '' && !WITH_VALUE.test(name);
    // What follows a name is said to that crawler, up to the next name.
    if (addressed) forUs = name === OURS;
    if (!forUs) continue;
    const directive = addressed ? rest.trim() : part.trim();
    if (directive === 'noindex' || directive === 'none') index = false;
    if (directive === 'nofollow' || directive === 'none') follow = false;
  }
  return { index, follow };
}
