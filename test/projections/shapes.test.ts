import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allProjections } from '../../src/projections/all.ts';
import { defineProjection, type Projection, reading } from '../../src/projections/projection.ts';
import { type Fingerprint, fingerprintOf } from '../support/projections/document-shapes.ts';
import { disagreements, type Fingerprints, recordable } from '../support/projections/recorded-shapes.ts';

const COMMITTED = new URL('./fixtures/shapes.json', import.meta.url);
const isRecording = process.env.RECORD_SHAPES === '1';

const folderOf = ({ collection }: Projection): string => collection.name.replaceAll('_', '-');

describe('The documents of every read model', () => {
  it('have the shape that was committed for their version', () => {
    const now = Object.fromEntries(allProjections.map((each) => [each.collection.name, fingerprintOf(each)]));
    const committed = JSON.parse(readFileSync(COMMITTED, 'utf8')) as Fingerprints;
    if (isRecording) writeFileSync(COMMITTED, `${JSON.stringify(recordable(committed, now), null, 2)}\n`);
    const problems = isRecording ? [] : disagreements(committed, now);
    expect(problems, problems.join('\n\n')).toEqual([]);
  });

  it.each(allProjections.map((projection) => [folderOf(projection), projection] as const))(
    'have a specification with every event that is folded: %s',
    (folder, { handles }) => {
      const specification = readFileSync(new URL(`./${folder}/projection.test.ts`, import.meta.url), 'utf8');
      expect(handles.filter((type) => !specification.includes(`'${type}'`))).toEqual([]);
    },
  );
});

describe('The fingerprint of a read model', () => {
  type Rated = { readonly kind?: string; readonly feedback: string | null; readonly history: readonly string[] };

  const rated = (changed: object = {}, collection: object = {}): Projection =>
    defineProjection<Rated, 'MessageRated'>({
      collection: { name: 'rated', version: 3, indexes: [['feedback']], ...collection },
      handles: ['MessageRated'],
      touches: ({ event }) => reading(event.data.messageId),
      apply: (before, { event }) => ({
        ...(before === null ? {} : { kind: 'again' }),
        feedback: event.data.feedback,
        history: before === null ? [] : ['text'],
        ...changed,
      }),
    });

  const compared = (before: Fingerprint, after: Projection): string =>
    disagreements({ rated: before }, { rated: fingerprintOf(after) }).join();

  it('covers every alternative of its events, and documents that an event finds already', () => {
    expect(fingerprintOf(rated())).toEqual({
      version: 3,
      indexes: [['feedback']],
      rawField: null,
      document: { 'kind?': 'string', feedback: ['null', 'string'], history: { '[]': 'string' } },
    });
  });

  it.each([
    ['a field that was added', rated({ note: '' }), '+ document.note'],
    ['a field of another type', rated({ history: 0 }), '~ document.history'],
    ['an index that was added', rated({}, { indexes: [['feedback'], ['kind']] }), '~ indexes'],
    ['another raw field', rated({}, { rawField: 'history' }), '~ rawField'],
  ])('disagrees about %s while the version stays, and says what to do', (_, changed, path) => {
    const message = compared(fingerprintOf(rated()), changed);
    expect(message).toContain('changed shape, but its version is still 3');
    expect(message).toContain(path);
    expect(message).toContain('Raise `version` in src/projections/rated/projection.ts to 4');
    const now = { rated: fingerprintOf(changed) };
    expect(() => recordable({ rated: fingerprintOf(rated()) }, now)).toThrow('changed shape');
  });

  it('is recorded anew when the version was raised, never when it went back', () => {
    const raised = { rated: fingerprintOf(rated({ note: '' }, { version: 4 })) };
    expect(disagreements({ rated: fingerprintOf(rated()) }, raised).join()).toContain('from version 3 to 4. Record');
    expect(recordable({ rated: fingerprintOf(rated()) }, raised)).toEqual(raised);
    expect(() => recordable(raised, { rated: fingerprintOf(rated()) })).toThrow('went back');
  });

  it('is asked for by a new read model, and missed by one that was removed', () => {
    expect(disagreements({}, { rated: fingerprintOf(rated()) }).join()).toContain('is new. Record its shape');
    expect(disagreements({ rated: fingerprintOf(rated()) }, {}).join()).toContain('was removed');
  });
});
