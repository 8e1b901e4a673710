/** Answers as they are kept for repeats: sealed, so that neither the store nor anybody but their caller can read them. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { chatbotIdOf } from '../../domain/schema.ts';
import { open, seal } from '../../log/sealing.ts';
import { type KeptAnswer, MAX_SEALED_ANSWER } from '../../ports/idempotency.ts';
import type { KeySubject, Keys } from '../../ports/keys.ts';
import type { HttpDeps } from '../deps.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Nobody's answer comes near; one that inflates to more was not written by us. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

/** A keyed request as its caller named it: `key` is known to nobody else, and never stored. */
export interface NamedRequest {
  readonly id: string;
  readonly key: string;
}

interface KeptAnswerDeps {
  readonly keys: Pick<Keys, 'find'>;
  readonly queries: { readonly chatbots: Pick<HttpDeps['queries']['chatbots'], 'configuration'> };
  /** 32 bytes, from the master key. */
  readonly secret: Uint8Array;
}

/**
 * Sealed with a key that takes two to make: the data key of whom the answer is about, so that what is erased cannot be read from a
 * repeat either; and the caller's own idempotency key, so that a secret shown once (a widget key, a session) is not kept in any form
 * that the service could read without its caller.
 */
export class KeptAnswers {
  readonly #deps: KeptAnswerDeps;

  constructor(deps: KeptAnswerDeps) {
    this.#deps = deps;
  }

  /** @returns null when it cannot be kept: it is too large, or whom it is about has been erased. */
  async seal(request: NamedRequest, subject: KeySubject | null, answer: HttpAnswer): Promise<KeptAnswer | null> {
    // A refusal holds nothing of what it was asked about, which may not exist.
    const about = answer.status < 400 ? subject : null;
    const key = await this.#keyOf(request, about);
    if (key === null) return null;
    const packed = await deflate(JSON.stringify(answer));
    const sealed = seal(packed.toString('base64'), key, request.id);
    return sealed.length > MAX_SEALED_ANSWER ? null : { subject: about, sealed };
  }

  /** @returns null when whom it is about has been erased. @throws Error when it was changed */
  async open(request: NamedRequest, { subject, sealed }: KeptAnswer): Promise<HttpAnswer | null> {
    const chatbotId = subject === null ? null : chatbotIdOf(subject);
    // Another node may hold a key for a moment after it was erased; the read model is right at once.
    if (chatbotId !== null && (await this.#deps.queries.chatbots.configuration(chatbotId)) === null) return null;
    const key = await this.#keyOf(request, subject);
    if (key === null) return null;
    const packed = Buffer.from(open(sealed, key, request.id), 'base64');
    const text = await inflate(packed, { maxOutputLength: MAX_BODY_BYTES });
    return JSON.parse(text.toString()) as HttpAnswer;
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
