import type { StoredResponse } from '../../../ports/idempotency.ts';
import {
  bodyFingerprint,
  type IdempotentRequest,
  type IdempotentRequestDeps,
  keyReused,
  replay,
} from './idempotent-request.ts';
import type { NamedRequest } from './stored-responses.ts';

type ReplayedFormDeps = Pick<IdempotentRequestDeps, 'responses' | 'secret'>;

interface Completed {
  readonly fingerprint: string;
  readonly response: StoredResponse;
}

/** A form whose key has a stored response: the same form gets it, another form is refused. */
export class ReplayedForm implements IdempotentRequest {
  readonly commandId: string;
  readonly isRepeated = true;
  readonly #request: NamedRequest;
  readonly #stored: Completed;
  readonly #deps: ReplayedFormDeps;

  /** @param commandId unused, as a repeat executes nothing */
  constructor(request: NamedRequest, commandId: string, stored: Completed, deps: ReplayedFormDeps) {
    this.#request = request;
    this.commandId = commandId;
    this.#stored = stored;
    this.#deps = deps;
  }

  setSubject(): void {}

  secretBytes(): Uint8Array {
    throw new Error('The form has not been received yet');
  }

  async formArrived(content: string): Promise<void> {
    const { secret, responses } = this.#deps;
    if (bodyFingerprint(secret, this.#request, content) !== this.#stored.fingerprint) throw keyReused();
    await replay(responses, this.#request, this.#stored.response);
  }

  async storeResponse(): Promise<void> {}
  async release(): Promise<void> {}
}
