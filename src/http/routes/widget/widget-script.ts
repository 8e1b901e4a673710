/** The widget's scripts, for pages of any site. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lazilyLoaded } from '../../../lib/lazily.ts';
import type { BrowserFiles } from '../../../ports/browser-files.ts';
import type { App } from '../../app-types.ts';
import { ApiError } from '../../errors/api-error.ts';
import { IMMUTABLE, StaticFile } from '../../pages/static-file.ts';
import { contentSecurityPolicy } from '../../plugins/browser-security/security-headers.ts';

const SCRIPT = 'text/javascript; charset=utf-8';
/** Shared caches may store it, and revalidate it each time. */
const REVALIDATED = 'public, no-cache';

const helmet = {
  ...contentSecurityPolicy({ 'default-src': ["'none'"] }),
  crossOriginResourcePolicy: { policy: 'cross-origin' },
} as const;

interface Script {
  readonly path: string;
  readonly file: StaticFile;
  /** The same part at the address of an earlier one. */
  readonly successor: StaticFile;
}

export async function widgetScriptRoutes(app: App, { widgetFiles }: { widgetFiles: BrowserFiles }): Promise<void> {
  const scripts = lazilyLoaded(() => load(widgetFiles));
  const send = async (path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // Modules are loaded with CORS.
    reply.header('Access-Control-Allow-Origin', '*');
    const known = await scripts();
    const file = known.find((script) => script.path === path)?.file ?? successorOf(path, known);
    if (file === undefined) throw new ApiError('ROUTE_NOT_FOUND');
    return file.send(request, reply);
  };
  app.get('/widget.js', { helmet }, (request, reply) => send('widget.js', request, reply));
  app.get<{ Params: { name: string } }>('/widget/:name', { helmet }, (request, reply) =>
    send(`widget/${request.params.name}`, request, reply),
  );
}

async function load(widgetFiles: BrowserFiles): Promise<readonly Script[]> {
  const files = await widgetFiles.all();
  return files.map(({ path, content, isImmutable }) => ({
    path,
    file: new StaticFile(content, SCRIPT, isImmutable ? IMMUTABLE : REVALIDATED),
    successor: new StaticFile(content, SCRIPT, 'no-store'),
  }));
}

/** The current part in place of an earlier one: a page may be open while the service is upgraded. */
function successorOf(path: string, current: readonly Script[]): StaticFile | undefined {
  const part = path.replace(/-[^-.]+\.js$/, '-');
  return part === path ? undefined : current.find((script) => script.path.startsWith(part))?.successor;
}
