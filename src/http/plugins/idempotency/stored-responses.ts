import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { chatbotIdOf } from '../../../domain/key-subjects.ts';
import { open, seal } from '../../../event-log/sealing.ts';
import { MAX_SEALED_RESPONSE, type StoredResponse } from '../../../ports/idempotency.ts';
import type { KeySubject, Keys } from '../../../ports/keys.ts';
import type { HttpDeps } from '../../deps.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Far above any response; guards against a decompression bomb. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

export interface StoredHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

/** Only the caller knows `key`, and it is never stored. */
export interface NamedRequest {
  readonly id: string;
  readonly key: string;
}

/** The stored response is not what was sealed. */
export class DamagedResponse extends Error {
  override readonly name = 'DamagedResponse';

  constructor(cause: unknown) {
    super('A stored response is damaged', { cause });
  }
}

interface StoredResponseDeps {
  readonly keys: Pick<Keys, 'find'>;
  readonly queries: { readonly chatbots: Pick<HttpDeps['queries']['chatbots'], 'configuration'> };
  /** 32 bytes, from the master key. */
  readonly secret: Uint8Array;
}

/**
 * A response is sealed with a key derived from two: the subject's data key, so that crypto-shredding covers stored responses, and the
 * caller's idempotency key, so that the service alone cannot read secrets shown once (a widget key, a session).
 */
export class StoredResponses {
  readonly #deps: StoredResponseDeps;

  constructor(deps: StoredResponseDeps) {
    this.#deps = deps;
  }

  /** @returns null when the response is too large or its subject has been erased */
  async seal(
    request: NamedRequest,
    subject: KeySubject | null,
    response: StoredHttpResponse,
  ): Promise<StoredResponse | null> {
    // An error response holds no personal data, and its subject may not exist.
    const sealedFor = response.status < 400 ? subject : null;
    const key = await this.#keyOf(request, sealedFor);
    if (key === null) return null;
    const packed = await deflate(JSON.stringify(response));
    const sealed = seal(packed.toString('base64'), key, request.id);
    return sealed.length > MAX_SEALED_RESPONSE ? null : { subject: sealedFor, sealed };
  }

  /** @returns null when the subject has been erased @throws DamagedResponse */
  async open(request: NamedRequest, { subject, sealed }: StoredResponse): Promise<StoredHttpResponse | null> {
    const chatbotId = subject === null ? null : chatbotIdOf(subject);
    // This node may cache a key briefly after its erasure, so the read model is consulted first.
    if (chatbotId !== null && (await this.#deps.queries.chatbots.configuration(chatbotId)) === null) return null;
    const key = await this.#keyOf(request, subject);
    if (key === null) return null;
    try {
      const packed = Buffer.from(open(sealed, key, request.id), 'base64');
      const text = await inflate(packed, { maxOutputLength: MAX_BODY_BYTES });
      return JSON.parse(text.toString()) as StoredHttpResponse;
    } catch (error) {
      throw new DamagedResponse(error);
    }
  }

  async isDamaged(request: NamedRequest, stored: StoredResponse): Promise<boolean> {
    try {
      await this.open(request, stored);
      return false;
    } catch (error) {
      if (error instanceof DamagedResponse) return true;
      throw error;
    }
  }

  async isOfErasedAccount({ subject }: StoredResponse): Promise<boolean> {
    const isAccount = subject !== null && chatbotIdOf(subject) === null;
    return isAccount && ((await this.#deps.keys.find([subject])).get(subject) ?? null) === null;
  }

  async #keyOf({ id, key }: NamedRequest, subject: KeySubject | null): Promise<KeyObject | null> {
    const base = subject === null ? this.#deps.secret : ((await this.#deps.keys.find([subject])).get(subject) ?? null);
    if (base === null) return null;
    return createSecretKey(
      createHmac('sha256', base)
        .update(JSON.stringify(['kept answer', id, key]))
        .digest(),
    );
  }
}
