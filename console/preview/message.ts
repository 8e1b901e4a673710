/** What Look tells the preview. Browser extensions and test tools post messages too, so each says that it is one. */
export interface PreviewMessage {
  readonly kind: 'chatledger-preview';
  /** As `GET /chat/:id/config` answers it. */
  readonly config: object;
  /** The website around the chat. */
  readonly page: 'light' | 'dark';
}

export const isPreviewMessage = (data: unknown): data is PreviewMessage =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'chatledger-preview';
