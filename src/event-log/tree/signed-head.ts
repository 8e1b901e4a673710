/**
 * Signed tree heads: size and root of the tree over the log, signed with Ed25519 as a compact JWS. Whoever keeps a head
 * elsewhere can later prove that the log still begins with the same events.
 */
import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, compactVerify, importJWK, type JWK } from 'jose';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Digest } from '../../domain/schema.ts';
import { lazily } from '../../lib/lazily.ts';
import type { ReadableKeys } from '../../ports/keys.ts';
import { deriveKey } from '../keyed-hash.ts';

/** Key subject whose data key is the seed of the signing key. */
export const SIGNING_SUBJECT = 'installation:tree-heads';
const ALGORITHM = 'Ed25519';
const TYPE = 'chatledger-tree-head';
/** PKCS #8 header of an Ed25519 private key; the 32 bytes of the seed follow. */
const PRIVATE_KEY_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');
/** Enough that nobody finds another event with the same one. */
const SHORT_HASH_BYTES = 12;
/** Characters of a short hash in base64url. */
export const SHORT_HASH_LENGTH = 16;

const Whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const HeadClaims = Type.Object({
  /** Id of the installation. */
  log: Type.String({ maxLength: 100 }),
  /** The head covers the first `size` events of the log. */
  size: Whole,
  root: Digest,
  /** Position of the last event covered. */
  position: Type.String({ pattern: '^\\d{1,19}$' }),
  /** Epoch milliseconds. */
  at: Whole,
  /** True when the log was closed after this head: the next event follows a start that read this head. */
  closed: Type.Boolean(),
  /** Size of the previous head in the log. */
  from: Whole,
  /** SHA-256 of the short hashes of the leaves since then. */
  leaves: Digest,
});
export type HeadClaims = Static<typeof HeadClaims>;
const headClaims = lazily(() => Compile(HeadClaims));

/** A signed head with what helps to check it. The other members follow from the log, or are covered by the signature. */
const HeadRecord = Type.Object({
  size: Whole,
  head: Type.String({ maxLength: 4_000 }),
  leaves: Type.String({ maxLength: 1_000_000 }),
  frontier: Type.Array(Digest, { maxItems: 64 }),
  consistency: Type.Array(Digest, { maxItems: 128 }),
});
export type HeadRecord = Static<typeof HeadRecord>;
const headRecord = lazily(() => Compile(HeadRecord));

export const toHeadRecord = (value: unknown): HeadRecord | null => (headRecord().Check(value) ? value : null);

export const shortHash = (leaf: Buffer): string => leaf.toString('base64url', 0, SHORT_HASH_BYTES);
export const digestOfLeaves = (leaves: string): string => hash('sha256', leaves, 'base64url');

export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  /** Thumbprint (RFC 7638). */
  readonly kid: string;
}

/** @returns null unless the value is a public key of Ed25519 */
export async function toPublicJwk(value: unknown): Promise<PublicJwk | null> {
  const { kty, crv, x } = Object(value) as Record<string, unknown>;
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || !/^[A-Za-z0-9_-]{43}$/.test(x)) return null;
  return { kty, crv, x, kid: await calculateJwkThumbprint({ kty, crv, x }) };
}

export class HeadSigner {
  readonly publicKey: PublicJwk;
  readonly #privateKey: KeyObject;

  private constructor(privateKey: KeyObject, publicKey: PublicJwk) {
    this.#privateKey = privateKey;
    this.publicKey = publicKey;
  }

  /** @param dataKey of `SIGNING_SUBJECT` */
  static async of(dataKey: KeyObject): Promise<HeadSigner> {
    const key = Buffer.concat([PRIVATE_KEY_HEADER, deriveKey(dataKey, 'tree-heads')]);
    const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    const publicKey = await toPublicJwk(createPublicKey(privateKey).export({ format: 'jwk' }));
    if (publicKey === null) throw new TypeError('The signing key is not an Ed25519 key');
    return new HeadSigner(privateKey, publicKey);
  }

  sign(claims: HeadClaims): Promise<string> {
    return new CompactSign(Buffer.from(JSON.stringify(claims)))
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: this.publicKey.kid })
      .sign(this.#privateKey);
  }
}

/** Returns null before the first head was signed. */
export async function installationKey(keys: ReadableKeys): Promise<PublicJwk | null> {
  const dataKey = (await keys.find([SIGNING_SUBJECT])).get(SIGNING_SUBJECT) ?? null;
  return dataKey === null ? null : (await HeadSigner.of(dataKey)).publicKey;
}

/** Importing takes as long as verifying. */
const imported = new WeakMap<PublicJwk, ReturnType<typeof importJWK>>();

function importKey(key: PublicJwk): ReturnType<typeof importJWK> {
  const known = imported.get(key) ?? importJWK({ ...key } satisfies JWK, ALGORITHM);
  imported.set(key, known);
  return known;
}

/** Returns null unless the key signed the head. */
async function openHead(head: string, key: PublicJwk): Promise<HeadClaims | null> {
  try {
    const { payload, protectedHeader } = await compactVerify(head, await importKey(key), { algorithms: [ALGORITHM] });
    const claims: unknown = JSON.parse(Buffer.from(payload).toString());
    return protectedHeader.typ === TYPE && headClaims().Check(claims) ? claims : null;
  } catch {
    return null;
  }
}

/** Opens the head, and checks the size and the leaves beside it against its claims. */
export async function openRecord(record: HeadRecord, key: PublicJwk): Promise<HeadClaims | null> {
  const claims = await openHead(record.head, key);
  if (claims === null || claims.size !== record.size || claims.leaves !== digestOfLeaves(record.leaves)) return null;
  return record.leaves.length === (claims.size - claims.from) * SHORT_HASH_LENGTH ? claims : null;
}
