#!/usr/bin/env node
/**
 * Checks an export of a Chatledger event log without Chatledger: nothing but Node is needed.
 *
 *   node verify-export.mjs EXPORT.jsonl [--key KEY.json] [--heads HEADS.jsonl]
 *
 * EXPORT   written by `npm run audit -- export-heads`, with or without --with-events
 * --key    the public key that you trust, or heads that you kept: then their key is trusted
 * --heads  heads that you exported earlier; the export must continue them
 *
 * Exit status: 0 sound, 1 something was changed, 2 it could not look. The tree is that of RFC 9162, section 2.1, over the lines of events.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';

const SHORT_HASH_LENGTH = 16;
const HEAD_STREAM = 'treehead-log';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const leafHash = (content) => sha256(Buffer.of(0), content);
const nodeHash = (left, right) => sha256(Buffer.of(1), left, right);
const fold = (peaks) => (peaks.length === 0 ? sha256('') : peaks.reduceRight((right, left) => nodeHash(left, right)));

class Finding extends Error {}
const found = (message) => {
  throw new Finding(message);
};

/** Lines as bytes: a text may hold characters that other readers take for the end of a line. */
async function* linesOf(path) {
  let rest = [];
  for await (const piece of createReadStream(path)) {
    let from = 0;
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, from)) {
      yield Buffer.concat([...rest, piece.subarray(from, end)]);
      rest = [];
      from = end + 1;
    }
    rest.push(piece.subarray(from));
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield last;
}

function parse(line, number) {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return found(`Line ${number} cannot be read`);
  }
}

const keyId = ({ crv, kty, x }) => sha256(JSON.stringify({ crv, kty, x })).toString('base64url');

/** Claims of a head that the key signed. */
function openHead(record, jwk, where) {
  const [header, payload, signature] = String(record.head).split('.');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: jwk.x }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify(null, signed, key, Buffer.from(signature ?? '', 'base64url'))) {
    found(`The head ${where} was not signed with the key ${keyId(jwk)}`);
  }
  const { alg, typ } = JSON.parse(Buffer.from(header, 'base64url').toString());
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  if (alg !== 'Ed25519' || typ !== 'chatledger-tree-head') found(`The head ${where} is no tree head`);
  const leaves = String(record.leaves);
  if (claims.leaves !== sha256(leaves).toString('base64url'))
    found(`The head ${where} has other leaves than were signed`);
  const consistency = record.consistency.map((text) => Buffer.from(text, 'base64url'));
  return { ...claims, root: Buffer.from(claims.root, 'base64url'), shortHashes: leaves, consistency, where };
}

/** RFC 9162, section 2.1.4.2. */
function isConsistent(earlier, later, proof) {
  if (earlier.size === later.size) return earlier.root.equals(later.root);
  if (earlier.size === 0) return proof.length === 0;
  const path = Number.isInteger(Math.log2(earlier.size)) ? [earlier.root, ...proof] : proof;
  const roots = foldProof(path, earlier.size, later.size);
  return roots !== null && earlier.root.equals(roots[0]) && later.root.equals(roots[1]);
}

/** Roots of both trees that a path leads to. Null for a path of another length. */
function foldProof([first, ...others], earlierSize, laterSize) {
  if (first === undefined) return null;
  let [number, last] = [earlierSize - 1, laterSize - 1];
  const half = (place) => Math.floor(place / 2);
  while (number % 2 === 1) [number, last] = [half(number), half(last)];
  let [before, after] = [first, first];
  for (const node of others) {
    if (last === 0) return null;
    if (number % 2 === 1 || number === last) {
      before = nodeHash(node, before);
      after = nodeHash(node, after);
      while (number % 2 === 0 && number !== 0) [number, last] = [half(number), half(last)];
    } else after = nodeHash(after, node);
    [number, last] = [half(number), half(last)];
  }
  return last === 0 ? [before, after] : null;
}

const isHeadLine = (line) => line.subarray(0, 7).toString() === '{"key":';

/** Reads the heads of a file: the lines of heads, and the events that hold one. */
async function headsOf(path, trusted) {
  const heads = [];
  let [number, events, key] = [0, 0, trusted];
  for await (const line of linesOf(path)) {
    number += 1;
    const isHead = isHeadLine(line);
    if (!isHead) events += 1;
    if (!isHead && !line.includes(HEAD_STREAM)) continue;
    const value = parse(line, number);
    if (isHead) {
      key ??= value.key;
      if (keyId(value.key) !== keyId(key)) found(`The head of line ${number} names another key than ${keyId(key)}`);
      heads.push({ record: value, where: `of line ${number}` });
    } else if (value.stream === HEAD_STREAM) heads.push({ record: value.data, where: `of line ${number}` });
  }
  if (key === null && heads.length > 0) found('No line names the key of the heads');
  return { events, key, heads: heads.map(({ record, where }) => openHead(record, key, where)) };
}

/** A head holds the beginnings of the hashes of its leaves from `from` on. */
const holdsLeaf = ({ from, shortHashes }, place, leaf) =>
  place < from || shortHashes.startsWith(leaf.toString('base64url', 0, 12), (place - from) * SHORT_HASH_LENGTH);

/** Positions ascend, the events of a stream have no gap, and each holds the hash of the one before. */
function checkOrder({ position, stream, revision, id, type, data, metadata }, newest, name) {
  if (BigInt(position) <= newest.position) found(`${name}: stands after position ${newest.position}`);
  newest.position = BigInt(position);
  const last = newest.ofStream.get(stream) ?? { revision: -1, hash: null };
  if (revision !== last.revision + 1) found(`${name}: follows revision ${last.revision} of its stream`);
  if (metadata.previous !== last.hash) found(`${name}: does not hold the hash of the event before it`);
  const hash = sha256(JSON.stringify([stream, revision, id, type, data, metadata])).toString('base64url');
  newest.ofStream.set(stream, { revision, hash });
}

async function checkEvents(path, heads) {
  const [peaks, newest] = [[], { position: -1n, ofStream: new Map() }];
  let [size, number, at] = [0, 0, 0];
  for await (const line of linesOf(path)) {
    number += 1;
    if (isHeadLine(line)) continue;
    const event = parse(line, number);
    const name = `position ${event.position}, ${event.stream}@${event.revision}`;
    const leaf = leafHash(line);
    const other = heads.slice(at, at + 4).find((head) => !holdsLeaf(head, size, leaf));
    if (other !== undefined) found(`${name}: not the event that was signed at this place (head ${other.where})`);
    checkOrder(event, newest, name);
    peaks.push(leaf);
    for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) peaks.push(nodeHash(...peaks.splice(-2)));
    size += 1;
    for (; heads[at]?.size === size; at += 1)
      if (!fold(peaks).equals(heads[at].root))
        found(`${name}, or an event before it: was changed (head ${heads[at].where})`);
    if (size % 100_000 === 0) console.error(`${size} events checked`);
  }
  const ahead = heads.at(-1);
  if (at < heads.length)
    found(`The end is missing: the head ${ahead.where} covers ${ahead.size} events, there are ${size}`);
  return size;
}

/** Without events: each head continues the one before. */
function checkHeads(heads) {
  for (const [index, head] of heads.entries()) {
    const before = heads[index - 1] ?? { size: 0 };
    const base = heads.findLast((each) => each.size === head.from) ?? (head.from === 0 ? { size: 0 } : null);
    const isSame = before.size === head.size && before.root.equals(head.root);
    const continues = base === null ? index === 0 : isConsistent(base, head, head.consistency);
    if (!isSame && !continues) found(`The head ${head.where} does not continue the one before`);
  }
}

async function main([path, ...rest]) {
  const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : null);
  const isUsage = rest.every((word, index) => index % 2 === 1 || ['--key', '--heads'].includes(word));
  if (path === undefined || path.startsWith('-') || !isUsage || rest.length % 2 === 1) {
    console.error('usage: node verify-export.mjs EXPORT.jsonl [--key KEY.json] [--heads HEADS.jsonl]');
    return 2;
  }
  const keyFile = option('--key') ?? option('--heads');
  const keyLine = keyFile === null ? null : (await linesOf(keyFile).next()).value;
  const named = keyLine === null ? null : JSON.parse(String(keyLine ?? ''));
  const exported = await headsOf(path, named?.key ?? named);
  const kept = option('--heads') === null ? [] : (await headsOf(option('--heads'), exported.key)).heads;
  const heads = [...exported.heads, ...kept.map((head) => ({ ...head, where: `kept elsewhere, ${head.where}` }))];
  heads.sort((a, b) => a.size - b.size);
  if (exported.events === 0) checkHeads(heads);
  const events = exported.events === 0 ? (heads.at(-1)?.size ?? 0) : await checkEvents(path, heads);
  if (named === null) console.error('The key was taken from the export itself: give one that you kept with --key.');
  const signed = heads.at(-1)?.size ?? 0;
  console.log(`Sound: ${heads.length} heads over ${events} events, of which ${events - signed} are not signed yet.`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  return error instanceof Finding ? 1 : 2;
});
