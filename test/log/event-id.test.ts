import fc from 'fast-check';
import { validate, version } from 'uuid';
import { describe, expect, it } from 'vitest';
import { derivedId } from '../../src/log/event-id.ts';

const place = fc.oneof(fc.nat(), fc.string());

describe('an id derived from a command', () => {
  it('is a valid UUID of our own making, for any command and place', () => {
    fc.assert(
      fc.property(fc.string(), place, (commandId, at) => {
        const id = derivedId(commandId, at);
        expect(validate(id)).toBe(true);
        expect(version(id)).toBe(8);
      }),
    );
  });

  it('never changes: logs hold ids that were derived years ago', () => {
    expect(derivedId('0192d7a0-0000-7000-8000-000000000000', 0)).toBe('257e670e-5cff-801c-b8c5-91fb4b985965');
    expect(derivedId('0192d7a0-0000-7000-8000-000000000000', 'claim')).toBe('e47cd79d-7347-8ac9-9e82-418354913a4c');
  });

  it('differs with the command and with the place', () => {
    const ids = ['a', 'b'].flatMap((command) => [0, 1, 'claim', 'slot'].map((at) => derivedId(command, at)));
    expect(new Set(ids).size).toBe(8);
  });
});
