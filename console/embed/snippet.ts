/** What an owner pastes into the pages of a website. */

interface SnippetOf {
  readonly publicId: string;
  /** The full widget key, which the service tells once. */
  readonly key: string;
  /** Of the service. */
  readonly origin: string;
}

export const snippetOf = ({ publicId, key, origin }: SnippetOf): string => `<script>
  window.ChatbotConfig = {
    chatbotId: '${publicId}',
    apiKey: '${key}',
    apiUrl: '${origin}/api',
  };
</script>
<script src="${origin}/widget.js" async></script>`;
