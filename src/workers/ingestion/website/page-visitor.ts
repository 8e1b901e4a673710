import { createHash } from 'node:crypto';
import type { ReadPage } from '../../../ports/document-reader.ts';
import type { FetchedPage, FetchFailure } from '../../../ports/web.ts';
import { contentLength } from '../../../text/document.ts';
import { hostOf, pageUrl } from '../html/page-urls.ts';
import { robotsDirectives } from '../html/robots-directives.ts';
import type { PageVisit, Validators, Visit } from './crawl-steps.ts';
import type { CrawlTools } from './crawl-types.ts';
import { unpromising } from './frontier.ts';
import type { PatientFetch } from './patient-fetch.ts';
import { readableTypes, readResponse } from './read-response.ts';
import type { SiteRobots } from './site-robots.ts';

const PAGE_BYTES = 10 * 1024 * 1024;
const PAGE_TIMEOUT_MS = 15_000;
/** A page of scripts with less text than this is worth rendering. */
const SPARSE_CHARACTERS = 200;

export interface VisitOptions {
  readonly signal: AbortSignal;
  readonly refuseRedirect: (target: URL) => string | null;
  /** The owner asked for this very page: it is tried whatever it is called and whatever it asks of crawlers. */
  readonly isStart: boolean;
}

/** Asks for one page and reads it, as robots.txt and the page itself allow; not again what has not changed since an earlier run. */
export class PageVisitor {
  readonly #tools: CrawlTools;
  readonly #fetch: PatientFetch;
  readonly #robots: SiteRobots;

  constructor(tools: CrawlTools, fetch: PatientFetch, robots: SiteRobots) {
    this.#tools = tools;
    this.#fetch = fetch;
    this.#robots = robots;
  }

  async visit(url: string, options: VisitOptions): Promise<Visit> {
    const { signal, isStart } = options;
    const refusal = (isStart ? null : unpromising(url)) ?? (await this.#robots.of(url, signal)).refusal(url);
    if (refusal !== null) return skipped(url, refusal);
    const known = this.#tools.earlier?.validatorsOf(url) ?? null;
    let fetched = await this.#get(url, known, options);
    if (fetched.ok && known !== null) {
      const earlier = await this.#unchanged(url, fetched, known);
      if (earlier !== null) return earlier;
    }
    if (fetched.ok && fetched.notModified) fetched = await this.#get(url, null, options);
    if (!fetched.ok) return failedVisit(url, fetched);
    return await this.#read(url, fetched, options);
  }

  #get(url: string, known: Validators | null, options: VisitOptions): Promise<FetchedPage | FetchFailure> {
    const { signal, refuseRedirect } = options;
    return this.#fetch.get(url, {
      signal,
      refuseRedirect,
      accept: readableTypes(url),
      maxBytes: PAGE_BYTES,
      timeoutMs: PAGE_TIMEOUT_MS,
      ...(known === null ? {} : { conditional: conditionalOf(known) }),
    });
  }

  /** The visit of the earlier run, when the server says that nothing changed or sends the very same. */
  async #unchanged(url: string, fetched: FetchedPage, known: Validators): Promise<PageVisit | null> {
    const isSame = fetched.notModified || contentHashOf(fetched) === known.contentHash;
    const earlier = isSame ? ((await this.#tools.earlier?.visitOf(url)) ?? null) : null;
    if (earlier === null || earlier.url !== pageUrl(fetched.url)) return null;
    const { etag, lastModified } = fetched.notModified ? earlier : fetched;
    return { ...earlier, etag, lastModified };
  }

  async #read(asked: string, fetched: FetchedPage, { signal, isStart }: VisitOptions): Promise<Visit> {
    const result = await readResponse(fetched, this.#tools.reader, signal);
    if (!result.ok) return { outcome: 'failed', url: asked, reason: result.reason, answered: true };
    const { page } = result;
    const url = pageUrl(fetched.url) ?? asked;
    const header = robotsDirectives(fetched.robotsTag ?? '');
    const links = page.robots.follow && header.follow ? page.links : [];
    if (page.refreshUrl !== null) return skipped(asked, `It redirects to ${page.refreshUrl}`, [page.refreshUrl]);
    if (!isStart && !(page.robots.index && header.index)) {
      return skipped(asked, 'The page asks not to be indexed (noindex)', links);
    }
    const { etag, lastModified } = fetched;
    const plain: PageVisit = {
      ...{ outcome: 'read', url, page: { ...page, links } },
      ...{ etag, lastModified, contentHash: contentHashOf(fetched) },
    };
    return isSparse(page) ? await this.#rendered(plain, signal) : plain;
  }

  /** As its scripts write it, when that says more. What other data fills may change while the page itself does not. */
  async #rendered(plain: PageVisit, signal: AbortSignal): Promise<PageVisit> {
    const { renderer, reader } = this.#tools;
    if (renderer === undefined || renderer === null) return plain;
    await this.#fetch.turn(plain.url, signal);
    const rendered = await renderer.render(plain.url, { signal });
    if (!rendered.ok || hostOf(rendered.url) !== hostOf(plain.url)) return plain;
    const { url, bytes } = rendered;
    const read = await reader.readPage({ url, contentType: 'text/html; charset=utf-8', bytes, signal });
    if (!read.ok || contentLength(read.page.document) <= contentLength(plain.page.document)) return plain;
    const { kind } = plain.page;
    const links = read.page.robots.follow ? [...new Set([...plain.page.links, ...read.page.links])] : plain.page.links;
    const nothing = { etag: null, lastModified: null, contentHash: null };
    return { outcome: 'read', url: plain.url, page: { ...read.page, kind, links }, ...nothing };
  }
}

const isSparse = ({ kind, document }: ReadPage) => kind !== 'static' && contentLength(document) < SPARSE_CHARACTERS;

function conditionalOf({ etag, lastModified }: Validators): { etag?: string; lastModified?: string } {
  return { ...(etag === null ? {} : { etag }), ...(lastModified === null ? {} : { lastModified }) };
}

const contentHashOf = ({ contentType, bytes }: FetchedPage): string =>
  createHash('sha256').update(contentType).update('\n').update(bytes).digest('hex');

const skipped = (url: string, reason: string, links: readonly string[] = []): Visit => ({
  outcome: 'skipped',
  url,
  reason,
  links,
});

function failedVisit(url: string, { kind, reason, status }: FetchFailure): Visit {
  if (kind === 'content-type' || kind === 'redirect-refused') return skipped(url, reason);
  return { outcome: 'failed', url, reason, answered: kind === 'too-large' || (status !== null && status < 500) };
}
