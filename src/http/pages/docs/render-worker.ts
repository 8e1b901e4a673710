/** A thread of its own, since loading the package would hold the event loop. */
import { parentPort } from 'node:worker_threads';
import apiReference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { contentHash } from '../static-file.ts';

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
      // The page is for reading and trying this API, without links to other services.
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  const files = FILES.map(async (path) => {
    const { statusCode, headers, rawPayload } = await page.inject({ method: 'GET', url: `${PREFIX}${path}` });
    if (statusCode !== 200) throw new Error(`The page has no ${path}`);
    // A copy with a buffer of its own, which can be transferred.
    const bytes = Uint8Array.from(rawPayload);
    return { path, contentType: String(headers['content-type']), bytes, hash: contentHash(bytes) };
  });
  return Promise.all(files);
}

export interface PageFile {
  /** Below the page's own address: `/` is the page. */
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly hash: string;
}

parentPort?.once('message', async (documentUrl: string) => {
  const files = await render(documentUrl);
  parentPort?.postMessage(
    files,
    files.map(({ bytes }) => bytes.buffer as ArrayBuffer),
  );
});
