/** The console: one HTML shell for all of its pages, and the files that it loads. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lazilyLoaded } from '../../../lib/lazily.ts';
import type { BrowserFile, BrowserFiles } from '../../../ports/browser-files.ts';
import type { App } from '../../app-types.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { IMMUTABLE, REVALIDATED, StaticFile } from '../../pages/static-file.ts';
import { contentSecurityPolicy } from '../../plugins/browser-security/security-headers.ts';

const SHELL = 'console/index.html';
const PREVIEW = 'console/preview.html';
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

const DIRECTIVES = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
};

/** Forbids inline code and foreign sources. Text never becomes HTML (Trusted Types without a policy). */
const helmet = contentSecurityPolicy({
  ...DIRECTIVES,
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'frame-ancestors': ["'none'"],
});

/** The policy of the console's own frame. The widget in it is answered from memory, so it may connect to nothing. */
const previewHelmet = contentSecurityPolicy({ ...DIRECTIVES, 'frame-ancestors': ["'self'"] });

type Deps = Pick<HttpDeps, 'consoleFiles' | 'settings'>;
type Facts = Pick<Deps['settings'], 'mail' | 'registration'>;

export async function consoleRoutes(app: App, { consoleFiles, settings }: Deps): Promise<void> {
  const files = lazilyLoaded(() => load(consoleFiles, settings));
  const send = async (path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const file = (await files()).get(path);
    if (file === undefined) throw new ApiError('ROUTE_NOT_FOUND');
    return file.send(request, reply);
  };
  app.get<{ Params: { name: string } }>('/console/assets/:name', { helmet }, (request, reply) =>
    send(`console/assets/${request.params.name}`, request, reply),
  );
  app.get('/console/preview', { helmet: previewHelmet }, (request, reply) => send(PREVIEW, request, reply));
  for (const path of ['/console', '/console/*']) {
    app.get(path, { helmet }, (request, reply) => send(SHELL, request, reply));
  }
}

async function load(consoleFiles: BrowserFiles, settings: Facts): Promise<ReadonlyMap<string, StaticFile>> {
  const files = await consoleFiles.all();
  const told = files.map((file) => (file.path === SHELL ? withFacts(file, settings) : file));
  return new Map(told.map((file) => [file.path, staticFileOf(file)]));
}

/** Tells the shell what its pages must know before anybody signs in. */
function withFacts(shell: BrowserFile, { mail, registration }: Facts): BrowserFile {
  const html = Buffer.from(shell.content)
    .toString('utf8')
    .replace('__SENDS_MAIL__', String(mail !== null))
    .replace('__REGISTRATION__', registration);
  return { ...shell, content: Buffer.from(html) };
}

function staticFileOf({ path, content, isImmutable }: BrowserFile): StaticFile {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  return new StaticFile(content, CONTENT_TYPES[extension] ?? 'text/plain', isImmutable ? IMMUTABLE : REVALIDATED);
}
