import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from '../if-none-match.ts';

/** Cache-Control of an address that contains a hash of its content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
export const FOR_A_DAY = 'public, max-age=86400';
export const REVALIDATED = 'no-cache';

const TAG_LENGTH = 16;
/** Below it compression saves less than its headers cost. */
const MIN_COMPRESSED_BYTES = 1024;
const COMPRESSIBLE = /^text\/|[/+](?:json|javascript|xml)\b/;

/** Runs in the thread pool, half a second for four megabytes. Brotli's best quality would take ten. */
const COMPRESS = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes),
} as const;
type Encoding = keyof typeof COMPRESS;
const ENCODINGS = Object.keys(COMPRESS) as Encoding[];

export const contentHash = (content: Uint8Array): string => hash('sha256', content, 'base64url').slice(0, TAG_LENGTH);

const SHARED = new WeakSet<Uint8Array>();

/** Responses with these bytes need no memory of their own. */
export const isShared = (bytes: Uint8Array): boolean => SHARED.has(bytes);

/** A file in memory, compressed once for each encoding when a client first accepts it. */
export class StaticFile {
  readonly hash: string;
  readonly #content: Uint8Array;
  readonly #contentType: string;
  readonly #caching: string;
  readonly #isCompressible: boolean;
  readonly #compressed = new Map<Encoding, Promise<Uint8Array>>();

  constructor(content: string | Uint8Array, contentType: string, caching: string, ofContent?: string) {
    this.#content = typeof content === 'string' ? Buffer.from(content) : content;
    this.hash = ofContent ?? contentHash(this.#content);
    this.#contentType = contentType;
    this.#caching = caching;
    this.#isCompressible = COMPRESSIBLE.test(contentType) && this.#content.byteLength >= MIN_COMPRESSED_BYTES;
  }

  /** Each encoding has an ETag of its own. */
  async send({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const accepted = this.#isCompressible ? negotiate(headers['accept-encoding'] ?? '', ENCODINGS) : null;
    const encoding = ENCODINGS.find((known) => known === accepted);
    const tag = encoding === undefined ? `"${this.hash}"` : `"${this.hash}-${encoding}"`;
    reply.header('ETag', tag).header('Cache-Control', this.#caching);
    if (this.#isCompressible) reply.header('Vary', 'Accept-Encoding');
    if (matchesTag(headers['if-none-match'], tag)) return reply.code(304).send();
    const body = encoding === undefined ? this.#content : await this.#compressedBy(encoding);
    SHARED.add(body);
    if (encoding !== undefined) reply.header('Content-Encoding', encoding);
    return reply.type(this.#contentType).send(body);
  }

  #compressedBy(encoding: Encoding): Promise<Uint8Array> {
    const compressed = this.#compressed.get(encoding) ?? COMPRESS[encoding](this.#content);
    this.#compressed.set(encoding, compressed);
    return compressed;
  }
}
