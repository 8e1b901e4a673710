/** The widget's endpoints without a service: the configuration that is being edited, and sample answers. */

const TOKEN_MS = 25;
const ANSWER =
  'This is a sample answer. Your visitors get answers from **your own content**:\n\n' +
  '- with sources to look them up [1]\n- with [links](https://example.com/) of your website\n- and with questions to go on with.';
const SUGGESTIONS = '\n\n[SUGGESTIONS] What do you offer? | How can I reach you? | When are you open?';
const SOURCES = [{ title: 'A page of your website', url: null, snippet: 'The words that the answer rests on.' }];

const { promise: given, resolve: give } = Promise.withResolvers<void>();
let config: object = {};

export function setConfig(changed: object): void {
  config = changed;
  give();
}

/** Stands in the place of `fetch`: nothing leaves this page. */
export async function answerFromMemory(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(String(input), location.href);
  const endpoint = pathname.slice(pathname.lastIndexOf('/') + 1);
  switch (endpoint) {
    case 'config':
      await given;
      return success({ config });
    case 'history':
      return success({ messages: [], nextBefore: null, takenOver: false });
    case 'message':
      return new Response(sampleAnswer(), { headers: { 'Content-Type': 'text/event-stream' } });
    case 'feedback':
      return success(JSON.parse(String(init.body)) as object);
    case 'handoff':
      return success({});
    default:
      return Response.json({ success: false, message: 'Not in the preview' }, { status: 404 });
  }
}

const success = (data: object): Response => Response.json({ success: true, data });

function sampleAnswer(): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const tokens = [...(ANSWER.match(/\S+\s*/g) ?? []), SUGGESTIONS];
  return new ReadableStream({
    async pull(controller) {
      const send = (event: string, data: object) =>
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      const token = tokens.shift();
      if (token === undefined) {
        send('done', { sources: SOURCES, sessionId: 'preview', messageId: String(performance.now()) });
        controller.close();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, TOKEN_MS));
      send('token', { token });
    },
  });
}
