/** Takes the page's files out of the package that brings them, in a thread of its own: loading it would hold the event loop. */
import { parentPort } from 'node:worker_threads';
import apiReference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

const PREFIX = '/docs';
const FILES = ['/', '/js/scalar.js'];

async function render(documentUrl: string): Promise<PageFile[]> {
  const page = Fastify();
  await page.register(apiReference, {
    routePrefix: PREFIX,
    configuration: {
      url: documentUrl,
      pageTitle: 'Chatledger API',
      withDefaultFonts: false,
      orderSchemaPropertiesBy: 'preserve',
      telemetry: false,
      // The page is for reading and trying this API: nothing on it leads to services of others.
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  const files = FILES.map(async (path) => {
    const { statusCode, headers, rawPayload } = await page.inject({ method: 'GET', url: `${PREFIX}${path}` });
    if (statusCode !== 200) throw new Error(`The page has no ${path}`);
    // Of a memory of its own, so that it can move to the thread that asked.
    return { path, contentType: String(headers['content-type']), bytes: Uint8Array.from(rawPayload) };
  });
  return Promise.all(files);
}

export interface PageFile {
  /** Below the page's own address: `/` is the page. */
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

parentPort?.once('message', async (documentUrl: string) => {
  const files = await render(documentUrl);
  parentPort?.postMessage(
    files,
    files.map(({ bytes }) => bytes.buffer as ArrayBuffer),
  );
});
