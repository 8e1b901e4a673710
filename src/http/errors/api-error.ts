import { type ErrorCode, errorCatalogue } from './catalogue.ts';

/** `path` is a JSON pointer into the body (empty for the whole of it), or a parameter's name. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

export interface ErrorBody {
  readonly success: false;
  readonly message: string;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly details?: readonly ErrorDetail[];
}

export interface ApiErrorOptions {
  /** Fills `{name}` in the message. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number;
}

/** Answered with an error of the catalogue. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly #details: readonly ErrorDetail[] | undefined;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    const { status, message } = errorCatalogue[code];
    super(message.replace(/\{(\w+)\}/g, (_, name: string) => options.parameters?.[name] ?? ''));
    this.code = code;
    this.status = status;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.#details = options.details;
  }

  body(requestId: string): ErrorBody {
    const { message, code } = this;
    return {
      success: false,
      message,
      code,
      requestId,
      ...(this.#details === undefined ? {} : { details: this.#details }),
    };
  }
}

/** The content breaks a rule that the schema does not express. */
export const invalid = (path: string, message: string): ApiError =>
  new ApiError('VALIDATION_FAILED', { details: [{ path, message }] });
