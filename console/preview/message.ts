/** The message from Look to the preview. Browser extensions and test tools post messages too, so each says that it is one. */
export interface PreviewMessage {
  readonly kind: 'chatledger-preview';
  /** The answer of `GET /chat/:id/config`. */
  readonly config: object;
  /** The website around the chat. */
  readonly page: 'light' | 'dark';
}

export const isPreviewMessage = (data: unknown): data is PreviewMessage =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'chatledger-preview';
