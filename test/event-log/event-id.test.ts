import fc from 'fast-check';
import { validate, version } from 'uuid';
import { describe, expect, it } from 'vitest';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import { derivedId, resourceId } from '../../src/event-log/event-id.ts';

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

describe('the id of what a command makes', () => {
  it('is a UUIDv7 of the time of the command, and sorts as the command does', () => {
    const commands = Array.from({ length: 200 }, () => uuidV7Ids.next());
    const made = commands.map((commandId) => resourceId(commandId, 'chatbot'));
    for (const [place, id] of made.entries()) {
      expect(version(id)).toBe(7);
      expect(id.slice(0, 13)).toBe(commands[place]?.slice(0, 13));
    }
    expect([...made].sort()).toEqual(made);
  });

  it('is the same each time, and another for each command and thing', () => {
    const commands = Array.from({ length: 50 }, () => uuidV7Ids.next());
    const all = () =>
      commands.flatMap((id) => [id, ...['chatbot', 'public id', 'session'].map((what) => resourceId(id, what))]);
    expect(all()).toEqual(all());
    expect(new Set(all()).size).toBe(200);
  });

  it('is a UUID of any other command too', () => {
    expect(validate(resourceId('lifecycle/1', 'chatbot'))).toBe(true);
  });
});
