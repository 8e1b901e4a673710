/** A problem that operators should know of. It never holds personal data or content. */
export interface Problem {
  /** Tells what happened, and what an operator must do. */
  readonly message: string;
  readonly error?: unknown;
  /** Default: a warning. */
  readonly severity?: 'error';
  /** Key of the read model in question. */
  readonly projection?: string;
  readonly requestId?: string;
}

/** Tells operators of a problem that the service survives. */
export type Report = (problem: Problem) => void;
