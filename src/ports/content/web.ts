/** Fetches public web content, protected against server-side request forgery (SSRF). */

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** Media types (`text/html`) or prefixes (`text/`); bodies of other types are not read. Default: all. */
  readonly accept?: readonly string[];
  /** Endings of file names (`.pdf`): a body that the server names so is read whatever its media type. */
  readonly acceptNames?: readonly string[];
  /** Limit of the decoded body. */
  readonly maxBytes: number;
  readonly truncateAtMaxBytes?: boolean;
  /** Limit of the whole call, redirects included. */
  readonly timeoutMs: number;
  /** Validators; the result may be `notModified`. */
  readonly conditional?: { readonly etag?: string; readonly lastModified?: string };
  /** Called before each redirect. A returned text refuses it and gives the reason. */
  readonly refuseRedirect?: (target: URL) => string | null;
  /** A POST, whose redirects are refused. */
  readonly post?: { readonly contentType: string; readonly body: string };
}

export interface FetchedPage {
  readonly ok: true;
  /** 200 to 299, or 304. */
  readonly status: number;
  readonly notModified: boolean;
  /** After redirects. */
  readonly url: string;
  /** Redirected URLs, the requested one first. */
  readonly redirects: readonly string[];
  /** Header with its parameters; empty when missing. */
  readonly contentType: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** All `X-Robots-Tag` headers in one line. */
  readonly robotsTag: string | null;
  /** Header `Refresh`. */
  readonly refresh: string | null;
  /** Name for storing the body, from `Content-Disposition`. */
  readonly fileName: string | null;
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
    /** a body that cannot be decoded, however often it is asked for */
    | 'encoding'
    /** a `status` other than 2xx and 304 */
    | 'http'
    /** a media type outside `accept` */
    | 'content-type'
    /** by `refuseRedirect`, or after a POST */
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
   * Connects to public addresses only; checks the connected address, again after each redirect. Failures are results; rejects
   * only with the signal's reason.
   */
  fetchPage(url: string, options: FetchOptions): Promise<FetchedPage | FetchFailure>;
  close(): Promise<void>;
}
