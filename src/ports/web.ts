/** Fetches public web content, protected against server-side request forgery (SSRF). */

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** Accepted media types (`text/html`, or a prefix such as `text/`); bodies of other types are not read. Default: all. */
  readonly accept?: readonly string[];
  /** Limit of the decoded body. */
  readonly maxBytes: number;
  /** Truncates a larger body at `maxBytes` instead of failing. */
  readonly truncateAtMaxBytes?: boolean;
  /** Limit of the whole call, redirects included. */
  readonly timeoutMs: number;
  /** Validators of a conditional request, which may return `notModified`. */
  readonly conditional?: { readonly etag?: string; readonly lastModified?: string };
  /** Called before a redirect is followed. A returned text refuses it and gives the reason. */
  readonly refuseRedirect?: (target: URL) => string | null;
  /** Sends a POST. Its redirects are refused. */
  readonly post?: { readonly contentType: string; readonly body: string };
}

export interface FetchedPage {
  readonly ok: true;
  /** 200 to 299, or 304. */
  readonly status: number;
  readonly notModified: boolean;
  /** Final URL, after redirects. */
  readonly url: string;
  /** Redirected URLs, the requested one first; empty without redirects. */
  readonly redirects: readonly string[];
  /** The header with its parameters; empty when missing. */
  readonly contentType: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** All `X-Robots-Tag` headers in one line; null when missing. */
  readonly robotsTag: string | null;
  /** Decoded body. */
  readonly bytes: Uint8Array;
}

export interface FetchFailure {
  readonly ok: false;
  readonly kind:
    | 'not-allowed'
    | 'timeout'
    | 'too-large'
    | 'network'
    /** A `status` other than 2xx and 304. */
    | 'http'
    /** A media type outside `accept`. */
    | 'content-type'
    /** Refused by `refuseRedirect`, or the redirect of a POST. */
    | 'redirect-refused';
  /** A sentence for the owner. */
  readonly reason: string;
  readonly status: number | null;
  /** From `Retry-After`, bounded. */
  readonly retryAfterMs: number | null;
}

export const URL_NOT_ALLOWED = 'URL is not allowed';

export interface Web {
  /**
   * Requests http and https URLs at public addresses only. The guard checks the connected address, again after each redirect.
   * Failures are results; rejects only with the signal's reason on abort.
   */
  fetchPage(url: string, options: FetchOptions): Promise<FetchedPage | FetchFailure>;
  close(): Promise<void>;
}
