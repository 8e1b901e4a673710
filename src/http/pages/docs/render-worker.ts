/** Runs in a thread of its own, since loading the package would hold the event loop. */
import { parentPort } from 'node:worker_threads';
import apiReference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { contentHash } from '../static-file.ts';

const PREFIX = '/docs';
const FILES = ['/', '/js/scalar.js'];
/**
 * The package's greys and its colours of methods are too light on white: WCAG asks for a contrast of 4.5. To reduce motion it shortens
 * transitions instead of ending them: each element then waits for its parent's, and dark text stands on a dark page for half a second.
 */
const STYLES = `
.light-mode {
  --scalar-color-2: #545454;
  --scalar-color-3: #666666;
  --scalar-color-green: #007a3d;
  --scalar-color-orange: #a85600;
  --scalar-color-yellow: #8a6100;
  --scalar-color-blue: #0069b8;
  --scalar-color-red: #d11a1a;
}
.dark-mode {
  --scalar-color-3: #9e9e9e;
  --scalar-color-red: #ff6666;
}
@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after { transition-property: none !important; }
}`;

/** The package names its copy buttons by a tooltip that exists only while they are pointed at. */
const SCRIPT = `
new MutationObserver(() => {
  for (const button of document.querySelectorAll('button.scalar-code-copy:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy');
  }
}).observe(document.body, { childList: true, subtree: true });`;

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
      customCss: STYLES,
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
    const content = path === '/' ? Buffer.from(readable(`${rawPayload}`)) : rawPayload;
    // A buffer of its own can be transferred.
    const bytes = Uint8Array.from(content);
    return { path, contentType: String(headers['content-type']), bytes, hash: contentHash(bytes) };
  });
  return Promise.all(files);
}

/** Screen readers choose their voice by the language, and need names of buttons. */
const readable = (page: string): string =>
  page.replace('<html>', '<html lang="en">').replace('</body>', `<script>${SCRIPT}</script></body>`);

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
