interface ErrorDetail {
  /** JSON pointer, such as `/sourceUrl`. */
  readonly path: string;
  readonly message: string;
}

/** A refusal, in the service's words. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly retryAfterSeconds: number;

  constructor(status: number, body: Partial<ErrorBody>, retryAfterSeconds = 0) {
    super(body.message ?? `The service answered ${status}`);
    this.status = status;
    this.code = body.code ?? '';
    this.details = body.details ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface ErrorBody {
  readonly message: string;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
}

export async function refusalOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  return new ApiError(response.status, body, Number(response.headers.get('Retry-After') ?? 0) || 0);
}
