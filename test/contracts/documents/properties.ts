import fc from 'fast-check';
import { expect, test } from 'vitest';
import type {
  CollectionDefinition,
  Documents,
  DocumentWrite,
  FindOptions,
  Where,
} from '../../../src/ports/documents.ts';
import type { JsonObject, JsonValue, Position } from '../../../src/ports/event-log.ts';
import { type EmptyPlace, openFor } from '../../support/stores/store-place.ts';
import { DocumentsModel } from './documents-model.ts';

const fields = ['group', 'rank', 'name'] as const;
const indexes = [['group', 'rank'], ['group', 'name', 'rank'], ['rank']];

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'A', 'é', '🗝', '10', '9', "'", 'x\0y');
/** Few, so that there are many ties; of every kind, and at the edges of their order. */
const values = [null, true, false, 0, 1, -1, 0.5, 1e300, '', '0', 'a', 'B', 'é', 'z', '🗝', '$a', "it's"];
const position = fc.bigInt({ min: 0n, max: 30n }).map((number) => number as Position);
const orderBy = fc.option(
  fc.record({ field: fc.constantFrom(...fields), direction: fc.constantFrom('asc' as const, 'desc' as const) }),
  { nil: undefined },
);
/** Writes of documents and searches for them. */
function arbitraries(ordersBeyondFfff: boolean) {
  // With the key above, which is U+1F5DD: by bytes it comes after this one, by UTF-16 before.
  const value = fc.constantFrom<string | number | boolean | null>(...values, ...(ordersBeyondFfff ? ['\uffff'] : []));
  const where: fc.Arbitrary<Where> = fc.oneof(
    fc.constant({}),
    fc.record({ group: value }),
    fc.record({ group: value, name: value }),
    fc.record({ rank: value }),
  );
  const document: fc.Arbitrary<JsonObject> = fc
    .tuple(
      fc.record({ group: value, rank: value, name: value }, { requiredKeys: [] }),
      fc.record({ body: fc.jsonValue({ maxDepth: 2 }) }),
    )
    // In this order: what is shown comes last.
    .map(([indexed, { body }]) => ({ ...indexed, kind: ',"shown":{', shown: { body: body as JsonValue } }));

  const write: fc.Arbitrary<DocumentWrite> = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant('put' as const), id, document, position, isNew: fc.boolean() }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), id, position }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteWhere' as const), where, position }) },
  );
  const search = fc
    .record({ where, orderBy })
    .map(({ where, orderBy }) => (orderBy === undefined ? { where } : { where, orderBy }));
  return { write, search };
}

/** Page after page, as a caller walks through them. */
async function walk(
  documents: Documents,
  collection: CollectionDefinition,
  query: Pick<FindOptions, 'where' | 'orderBy'>,
  pageSize: number,
) {
  const found: { id: string; document: JsonObject }[] = [];
  let after: { value: JsonValue; id: string } | undefined;
  for (;;) {
    const options = { ...query, limit: pageSize, ...(after === undefined ? {} : { after }) };
    const page = await documents.find<JsonObject>(collection, options);
    found.push(...page);
    const last = page.at(-1);
    if (last === undefined) return found;
    expect(page.length).toBeLessThanOrEqual(pageSize);
    after = { value: query.orderBy === undefined ? null : (last.document[query.orderBy.field] ?? null), id: last.id };
  }
}

/** The same, of what is shown: each page turned round by the store and back again here. */
async function walkShown(
  documents: Documents,
  collection: CollectionDefinition,
  query: Pick<FindOptions, 'where' | 'orderBy'>,
  pageSize: number,
) {
  const shown: JsonValue[] = [];
  let after: { value: JsonValue; id: string } | undefined;
  for (;;) {
    const options = { ...query, limit: pageSize, reversed: true, ...(after === undefined ? {} : { after }) };
    const { json: list, nextId: more } = await documents.findRaw(collection, options);
    const page = JSON.parse(Buffer.from(list).toString()) as JsonValue[];
    shown.push(...page.reverse());
    if (more === null) return shown;
    expect(page).toHaveLength(pageSize);
    const last = await documents.get<JsonObject>(collection, more);
    after = { value: query.orderBy === undefined ? null : (last?.[query.orderBy.field] ?? null), id: more };
  }
}

export function describeDocumentsProperties(
  emptyPlace: EmptyPlace<Documents>,
  engine: { readonly ordersBeyondFfff: boolean },
): void {
  const { write, search } = arbitraries(engine.ordersBeyondFfff);

  test('hold, find, order, page and count whatever was written, however old and in whatever portions', async () => {
    const documents = await openFor(emptyPlace());
    let version = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(write, { maxLength: 30 }), { minLength: 1, maxLength: 4 }),
        fc.array(search, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        async (portions, searches, pageSize) => {
          version += 1;
          const collection = { name: 'random', version, indexes, rawField: 'shown' };
          await documents.ensureCollection(collection);
          const model = new DocumentsModel();
          for (const writes of portions) {
            await documents.write([{ collection, writes }], []);
            for (const one of writes) model.apply(one);
          }
          for (const query of searches) {
            const expected = model.find(query);
            expect(await documents.find(collection, { ...query, limit: 100 })).toEqual(expected);
            expect(await walk(documents, collection, query, pageSize)).toEqual(expected);
            expect(await walkShown(documents, collection, query, pageSize)).toEqual(
              expected.map(({ document }) => document.shown),
            );
            expect(await documents.count(collection, query.where)).toBe(expected.length);
          }
          await documents.dropCollection(collection);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('are the same when everything since a checkpoint is delivered again', async () => {
    const documents = await openFor(emptyPlace());
    let version = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { minLength: 1, maxLength: 40 }),
        fc.nat({ max: 40 }),
        fc.nat({ max: 40 }),
        async (unordered, cut, other) => {
          version += 1;
          const collection = { name: 'replayed', version, indexes };
          await documents.ensureCollection(collection);
          // Each from an event of its own, as they stand in the log.
          const writes = unordered.map((one, index) => ({ ...one, position: BigInt(index) as Position }));
          const covered = Math.min(cut, other, writes.length - 1);
          const checkpoint = {
            projection: `replayed@${version}`,
            position: BigInt(covered) as Position,
            eventId: null,
          };
          await documents.write([{ collection, writes: writes.slice(0, covered + 1) }], [checkpoint]);
          await documents.write([{ collection, writes: writes.slice(covered + 1) }], []);
          const before = await documents.find(collection, { where: {}, limit: 100 });
          for (const again of writes.slice(covered + 1)) {
            await documents.write([{ collection, writes: [again] }], []);
            expect(await documents.find(collection, { where: {}, limit: 100 })).toEqual(before);
          }
          await documents.dropCollection(collection);
        },
      ),
      { numRuns: 30 },
    );
  });
}
