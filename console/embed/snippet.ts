/** The two scripts for a website's pages. */

interface SnippetOf {
  readonly publicId: string;
  /** The widget key, which the service tells once, or `KEY_PLACE`. */
  readonly key: string;
  readonly origin: string;
}

/** Options that each page sets for itself. */
export interface SnippetOptions {
  readonly position: 'right' | 'left';
  readonly colorScheme: 'auto' | 'light' | 'dark';
  /** Empty for the page's own. */
  readonly language: string;
}

export const DEFAULT_OPTIONS: SnippetOptions = { position: 'right', colorScheme: 'auto', language: '' };
/** Stands for a key that can no longer be shown. */
export const KEY_PLACE = 'cwk_…';

export function snippetOf({ publicId, key, origin }: SnippetOf, options = DEFAULT_OPTIONS): string {
  const { position, colorScheme, language } = options;
  const fields = [
    ['chatbotId', publicId],
    ['apiKey', key],
    ['apiUrl', `${origin}/api`],
    ...(position === DEFAULT_OPTIONS.position ? [] : [['position', position]]),
    ...(colorScheme === DEFAULT_OPTIONS.colorScheme ? [] : [['colorScheme', colorScheme]]),
    ...(language === '' ? [] : [['language', language]]),
  ];
  return `<script>
  window.ChatbotConfig = {
${fields.map(([name, value]) => `    ${name}: '${value}',`).join('\n')}
  };
</script>
<script src="${origin}/widget.js" async></script>`;
}
