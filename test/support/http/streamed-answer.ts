/** An answer as server-sent events. */

export interface StreamedEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface StreamedAnswer {
  readonly events: readonly StreamedEvent[];
  /** All tokens put together. */
  readonly text: string;
  /** The id in the `done` event, empty without one. */
  readonly messageId: string;
}

export function streamed(text: string): StreamedAnswer {
  const events = text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block): StreamedEvent => {
      const [, event = '', data = ''] = /^event: ([^\n]*)\ndata: ([^\n]*)$/.exec(block) ?? [];
      return { event, data: JSON.parse(data) as Record<string, unknown> };
    });
  const tokens = events.filter(({ event }) => event === 'token').map(({ data }) => String(data.token));
  const done = events.find(({ event }) => event === 'done');
  return { events, text: tokens.join(''), messageId: String(done?.data.messageId ?? '') };
}
