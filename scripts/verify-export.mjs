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
  const isPower = Number.isInteger(Math.log2(earlier.size));
  const path = isPower ? [earlier.root, ...proof] : [...proof];
  const first = path.shift();
  if (first === undefined) return false;
  let [number, last] = [earlier.size - 1, later.size - 1];
  const up = () => {
    number = Math.floor(number / 2);
    last = Math.floor(last / 2);
  };
  while (number % 2 === 1) up();
  let [before, after] = [first, first];
  for (const node of path) {
    if (last === 0) return false;
    if (number % 2 === 1 || number === last) {
      before = nodeHash(node, before);
      after = nodeHash(node, after);
      while (number % 2 === 0 && number !== 0) up();
    } else after = nodeHash(after, node);
    up();
  }
  return last === 0 && before.equals(earlier.root) && after.equals(later.root);
}

/** Reads the heads of a file, in the order of their sizes: the lines of heads, and the events that hold one. */
async function headsOf(path, trusted) {
  const heads = [];
  let [number, events, key] = [0, 0, trusted];
  for await (const line of linesOf(path)) {
    number += 1;
    const isHeadLine = line.subarray(0, 7).toString() === '{"key":';
    if (!isHeadLine) events += 1;
    if (!isHeadLine && !line.includes(HEAD_STREAM)) continue;
    const value = parse(line, number);
    if (isHeadLine) {
      key ??= value.key;
      if (keyId(value.key) !== keyId(key)) found(`The head of line ${number} names another key than ${keyId(key)}`);
      heads.push({ record: value, where: `of line ${number}` });
    } else if (value.stream === HEAD_STREAM) heads.push({ record: value.data, where: `of line ${number}` });
  }
  if (key === null && heads.length > 0) found('No line names the key of the heads');
  const opened = heads.map(({ record, where }) => openHead(record, key, where));
  return { events, key, heads: opened.sort((a, b) => a.size - b.size) };
}

async function checkEvents(path, heads) {
  const [peaks, streams] = [[], new Map()];
  let [size, number, position, at] = [0, 0, -1n, 0];
  for await (const line of linesOf(path)) {
    number += 1;
    if (line.subarray(0, 7).toString() === '{"key":') continue;
    const event = parse(line, number);
    const name = `position ${event.position}, ${event.stream}@${event.revision}`;
    const leaf = leafHash(line);
    const short = leaf.toString('base64url', 0, 12);
    for (const head of heads.slice(at, at + 4)) {
      const start = (size - head.from) * SHORT_HASH_LENGTH;
      if (size < head.from || head.shortHashes.slice(start, start + SHORT_HASH_LENGTH) === short) continue;
      found(`${name}: not the event that was signed at this place (head ${head.where})`);
    }
    if (BigInt(event.position) <= position) found(`${name}: stands after position ${position}`);
    position = BigInt(event.position);
    const last = streams.get(event.stream) ?? { revision: -1, hash: null };
    if (event.revision !== last.revision + 1) found(`${name}: follows revision ${last.revision} of its stream`);
    if (event.metadata.previous !== last.hash) found(`${name}: does not hold the hash of the event before it`);
    const { stream, revision, id, type, data, metadata } = event;
    const hash = sha256(JSON.stringify([stream, revision, id, type, data, metadata])).toString('base64url');
    streams.set(stream, { revision, hash });
    let node = leaf;
    for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) node = nodeHash(peaks.pop(), node);
    peaks.push(node);
    size += 1;
    for (; heads[at] !== undefined && heads[at].size <= size; at += 1) {
      if (heads[at].size < size) continue;
      if (!fold(peaks).equals(heads[at].root))
        found(`${name}, or an event before it: was changed (head ${heads[at].where})`);
    }
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
