/** A server that answers as Elasticsearch does to an index that is empty, and fails as it is told to. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault =
  /** Answers with a status and a body in the form of Elasticsearch's errors. */
  | { readonly status: number; readonly type?: string; readonly reason?: string }
  /** Answers 200 with a body of its own; `stranger` without the header that tells it is Elasticsearch. */
  | { readonly body: string; readonly stranger?: boolean }
  /** Never answers, or stops in the middle of its answer. */
  | 'hang'
  | 'stall'
  /** Cuts the connection. */
  | 'cut';

export interface RecordedRequest {
  /** Method and path without the query: `POST /_bulk`. */
  readonly what: string;
  readonly body: string;
  /** Resolves when the client gives it up. */
  readonly abandoned: Promise<void>;
}

export interface FaultyElasticsearch {
  readonly url: string;
  readonly requests: RecordedRequest[];
  /** Each meets one request, in order, of those that `faultsMeet` matches. */
  readonly faults: Fault[];
  /** Meets every request while it is set. */
  always: Fault | null;
  faultsMeet: RegExp;
  /** Statuses of the items of coming bulk requests, by place; 201 where there is none. */
  readonly bulkStatuses: number[][];
  /** Error type of items that fail. */
  bulkErrorType: string;
  close(): Promise<void>;
}

/** @param identity what the index tells to be made for */
export async function openFaultyElasticsearch(identity: {
  readonly embedderId: string;
  readonly dimensions: number;
}): Promise<FaultyElasticsearch> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const engine: FaultyElasticsearch = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    faults: [],
    always: null,
    faultsMeet: /./,
    bulkStatuses: [],
    bulkErrorType: 'an_exception',
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded = await recordedFrom(request, response);
    engine.requests.push(recorded);
    const { what, body } = recorded;
    const fault = engine.always ?? (engine.faultsMeet.test(what) ? engine.faults.shift() : undefined);
    if (fault === undefined) send(response, 200, JSON.stringify(healthy(what, body)));
    else fail(response, fault);
  }

  function healthy(what: string, body: string): object {
    if (what.startsWith('HEAD')) return {};
    if (what.endsWith('/_mapping')) {
      const properties = { vector: { dims: identity.dimensions } };
      return { index: { mappings: { _meta: { embedderId: identity.embedderId }, properties } } };
    }
    if (what.endsWith('/_bulk')) return bulkAnswer(body);
    if (what.endsWith('/_count')) return { count: 0, _shards: { failed: 0 } };
    if (what.endsWith('/_termvectors')) return termVectors(body);
    if (what.endsWith('/_mget')) return { docs: documentsAsked(body).map(() => ({ found: false })) };
    return { status: 'green', hits: { hits: [] }, _shards: { failed: 0 } };
  }

  function bulkAnswer(body: string): object {
    const actions = body.split('\n').filter((line) => /^\{"(index|delete)":/.test(line));
    const statuses = engine.bulkStatuses.shift() ?? [];
    const items = actions.map((action, place) => {
      const status = statuses[place] ?? 201;
      const error = status < 300 ? {} : { error: { type: engine.bulkErrorType, reason: 'told to fail: secret text' } };
      return { [action.startsWith('{"index"') ? 'index' : 'delete']: { status, ...error } };
    });
    return { errors: statuses.some((status) => status >= 300), items };
  }

  return engine;
}

async function recordedFrom(request: IncomingMessage, response: ServerResponse): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const what = `${request.method} ${new URL(request.url ?? '', 'http://127.0.0.1').pathname}`;
  const abandoned = new Promise<void>((resolve) => {
    response.on('close', () => {
      if (!response.writableFinished) resolve();
    });
  });
  return { what, body: Buffer.concat(chunks).toString(), abandoned };
}

function fail(response: ServerResponse, fault: Fault): void {
  if (fault === 'hang') return;
  if (fault === 'cut') {
    response.destroy();
  } else if (fault === 'stall') {
    response.writeHead(200, headers).write('{"took": 1, "hits": {');
  } else if ('body' in fault) {
    send(response, 200, fault.body, fault.stranger === true ? plain : headers);
  } else {
    const { status, type = 'an_exception', reason = 'told to fail' } = fault;
    send(response, status, JSON.stringify({ error: { type, reason }, status }));
  }
}

/** One passage, which has all the words. */
function termVectors(body: string): object {
  const { doc } = JSON.parse(body) as { doc: { words: string; chatbotId: string } };
  const counted = (terms: readonly string[]) => ({
    field_statistics: { doc_count: 1 },
    terms: Object.fromEntries(terms.map((term) => [term, { doc_freq: 1 }])),
  });
  return { term_vectors: { chatbotId: counted([doc.chatbotId]), words: counted(doc.words.split(' ')) } };
}

function documentsAsked(body: string): readonly unknown[] {
  return (JSON.parse(body) as { docs: unknown[] }).docs;
}

const plain = { 'content-type': 'application/json' };
const headers = { ...plain, 'x-elastic-product': 'Elasticsearch' };

function send(response: ServerResponse, status: number, body: string, head: Record<string, string> = headers): void {
  response.writeHead(status, head);
  response.end(body);
}
