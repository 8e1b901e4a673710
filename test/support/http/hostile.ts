/** Requests that mean harm or know no better, made from what a route accepts. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  DISPOSITIONS,
  FORM_TYPE,
  HEADERS,
  JSON_TYPE,
  KEYS,
  PART_BODIES,
  PART_TYPES,
  QUERIES,
  SEGMENTS,
  TYPES,
  VALUES,
} from './hostile-texts.ts';
import { addressOf, type IdOf, type JsonSchema, type Operation, validBody } from './operations.ts';
import type { HeaderLines, WireRequest } from './wire.ts';

type Edit =
  | { readonly kind: 'replace'; readonly text: string }
  | { readonly kind: 'add'; readonly key: string; readonly text: string }
  | { readonly kind: 'remove' | 'wrap' | 'twice' };

const value = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...VALUES) }, { weight: 1, arbitrary: fc.json() });

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('replace' as const), text: value }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('add' as const), key: fc.constantFrom(...KEYS), text: value }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'wrap' as const, 'twice' as const) }) },
);

/** `null` in most cases. */
const rarely = <Value>(times: number, arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: times, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** JSON pointers of every part of a value, the whole first. */
function placesIn(whole: unknown, at = ''): readonly string[] {
  if (typeof whole !== 'object' || whole === null) return [at];
  return [at, ...Object.entries(whole).flatMap(([key, part]) => placesIn(part, `${at}/${key}`))];
}

/** The value as JSON, with the edits where they are to be. */
function written(whole: unknown, edits: ReadonlyMap<string, Edit>, at = ''): string {
  const here = edits.get(at);
  if (here?.kind === 'replace') return here.text;
  if (typeof whole !== 'object' || whole === null) return JSON.stringify(whole);
  const parts = Object.entries(whole).flatMap(([key, part]) => {
    const place = `${at}/${key}`;
    const inside = `${Array.isArray(whole) ? '' : `${JSON.stringify(key)}:`}${written(part, edits, place)}`;
    const { kind } = edits.get(place) ?? {};
    return kind === 'remove' ? [] : kind === 'twice' ? [inside, inside] : [inside];
  });
  if (here?.kind === 'add') parts.push(Array.isArray(whole) ? here.text : `${JSON.stringify(here.key)}:${here.text}`);
  const all = Array.isArray(whole) ? `[${parts}]` : `{${parts}}`;
  return here?.kind === 'wrap' ? `[${all}]` : all;
}

const editedJson = (valid: JsonSchema): fc.Arbitrary<Buffer> => {
  const place = fc.constantFrom(...placesIn(valid));
  return fc
    .array(fc.tuple(place, edit), { minLength: 1, maxLength: 3 })
    .map((edits) => Buffer.from(written(valid, new Map(edits))));
};

/** Bytes damaged in transit. */
const damaged = (bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> =>
  fc
    .tuple(bytes, fc.constantFrom('cut', 'bom', 'utf16', 'latin1', 'zeros', 'gzip'), fc.nat(400))
    .map(([whole, how, at]) => {
      if (how === 'cut') return whole.subarray(0, at % (whole.byteLength + 1));
      if (how === 'gzip') return gzipSync(whole);
      if (how === 'bom') return Buffer.concat([Buffer.from('\ufeff'), whole]);
      if (how === 'utf16') return Buffer.from(whole.toString(), 'utf16le');
      if (how === 'latin1')
        return Buffer.concat([whole.subarray(0, at), Buffer.from([0xff, 0xc0, 0x80]), whole.subarray(at)]);
      return Buffer.concat([whole, Buffer.alloc(at)]);
    });

const form: fc.Arbitrary<Buffer> = fc
  .record({
    parts: fc.array(
      fc.record({
        disposition: fc.constantFrom(...DISPOSITIONS),
        type: fc.constantFrom(...PART_TYPES),
        body: fc.constantFrom(...PART_BODIES),
      }),
      { maxLength: 4 },
    ),
    end: fc.constantFrom('--x--\r\n', '--x--\r\n', '--x', '', '--y--\r\n'),
  })
  .map(({ parts, end }) => {
    const texts = parts.map(({ disposition, type, body }) => {
      const head = `Content-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n`;
      return `--x\r\n${disposition === '' ? '' : head}\r\n${body}\r\n`;
    });
    return Buffer.from(`${texts.join('')}${end}`);
  });

/**
 * A request of the route with one thing or another wrong; now and then, nothing.
 * @param credentials that let it in
 */
export function hostileRequest(operation: Operation, idOf: IdOf, credentials: HeaderLines): fc.Arbitrary<WireRequest> {
  const { method, places } = operation;
  const own = addressOf(operation, idOf);
  const inPath = places.filter((place) => place.in === 'path');
  const path = inPath.reduce<fc.Arbitrary<string>>(
    (arbitrary, place) =>
      fc.tuple(arbitrary, rarely(5, fc.constantFrom(...SEGMENTS))).map(([address, segment]) => {
        return segment === null ? address : address.replace(encodeURIComponent(idOf(place)), () => segment);
      }),
    fc.constant(own),
  );
  const query = rarely(Object.keys(operation.query).length > 0 ? 1 : 8, fc.constantFrom(...QUERIES));
  const address = fc.tuple(path, query).map(([base, more]) => {
    return more === null ? base : `${base}${base.includes('?') ? '&' : '?'}${more}`;
  });
  const body = bodyOf(operation, idOf);
  const type = operation.isForm ? FORM_TYPE : JSON_TYPE;
  const types = fc.oneof(
    { weight: 8, arbitrary: fc.constant(type) },
    { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
  );
  const more = fc.array(fc.constantFrom(...HEADERS), { maxLength: 2 });
  return fc
    .record({ address, body, types, more })
    .map(({ address: at, body: bytes, types: contentType, more: others }): WireRequest => {
      const typed: HeaderLines = bytes === null ? [] : [['content-type', contentType]];
      return { method, path: at, headers: [...credentials, ...typed, ...others], body: bytes };
    });
}

function bodyOf(operation: Operation, idOf: IdOf): fc.Arbitrary<Buffer | null> {
  const garbage = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
  if (operation.isForm) {
    return fc.oneof(
      { weight: 6, arbitrary: form },
      { weight: 2, arbitrary: damaged(form) },
      { weight: 1, arbitrary: garbage },
    );
  }
  // Also where nothing is asked for.
  const valid = operation.body === null ? {} : validBody(operation, idOf);
  const edited = editedJson(valid);
  return fc.oneof(
    { weight: 12, arbitrary: edited },
    { weight: 2, arbitrary: damaged(edited) },
    { weight: 1, arbitrary: fc.json().map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: garbage },
    { weight: operation.body === null ? 12 : 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant(Buffer.from(JSON.stringify(valid))) },
  );
}
