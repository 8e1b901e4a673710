/** Public web content, fetched so that nobody can make this server call what is not public. */

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** Media types worth downloading (`text/html`, or a prefix such as `text/`); a body of another type is not read. Default: all. */
  readonly accept?: readonly string[];
  /** Of the decoded body. */
  readonly maxBytes: number;
  /** Takes what comes before `maxBytes` of a body that is larger, instead of failing. */
  readonly cutAtMaxBytes?: boolean;
  /** For the whole of it, redirects included. */
  readonly timeoutMs: number;
  /** What was known of the page: it then may answer `notModified`. */
  readonly conditional?: { readonly etag?: string; readonly lastModified?: string };
  /** Asked before a redirect is followed. A text refuses it, saying why. */
  readonly refuseRedirect?: (target: URL) => string | null;
  /** Is sent instead of asking for a page. A redirect of it is not followed: it is refused. */
  readonly post?: { readonly contentType: string; readonly body: string };
}

export interface FetchedPage {
  readonly ok: true;
  /** 200 to 299, or 304. */
  readonly status: number;
  readonly notModified: boolean;
  /** Where the content really came from, after redirects. */
  readonly url: string;
  /** Addresses passed on the way, the one asked for first; empty without redirects. */
  readonly redirects: readonly string[];
  /** As sent, with its parameters; empty when none was. */
  readonly contentType: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** `X-Robots-Tag`, all of them in one line; null when none was sent. */
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
    /** Any status but 2xx and 304: see `status`. */
    | 'http'
    /** Of a media type that was not asked for. */
    | 'content-type'
    /** By `refuseRedirect`, or because something was posted. */
    | 'redirect-refused';
  /** A sentence the owner of the content understands. */
  readonly reason: string;
  readonly status: number | null;
  /** As the server asked for by Retry-After, bounded. */
  readonly retryAfterMs: number | null;
}

export const URL_NOT_ALLOWED = 'URL is not allowed';

export interface Web {
  /**
   * GETs (or POSTs) http and https at public addresses only, checked on the address connected to, again after each redirect.
   * Failures are values; it only rejects with the signal's reason when that aborts.
   */
  fetchPage(url: string, options: FetchOptions): Promise<FetchedPage | FetchFailure>;
  close(): Promise<void>;
}
