import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConnectionCapacity } from '../../../../src/http/plugins/fair-share/connection-capacity.ts';

const MAX = 6;

/** Connections by name, such as `a1`, whose first letter is its client. */
function node() {
  const capacity = new ConnectionCapacity(MAX);
  const sockets = new Map<string, Socket>();
  const nameOf = (socket: Socket) => [...sockets].find(([, known]) => known === socket)?.[0];
  return {
    capacity,
    of: (name: string) => sockets.get(name) ?? new Socket(),
    connect(...names: readonly string[]) {
      return names.flatMap((name) => {
        const address = `192.0.2.${name.charCodeAt(0)}`;
        const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
        sockets.set(name, socket);
        const victim = capacity.add(socket);
        return victim === null ? [] : [nameOf(victim)];
      });
    },
  };
}

describe('The connections of a node', () => {
  it('may all belong to one client while there is room', () => {
    expect(node().connect('a1', 'a2', 'a3', 'a4', 'a5', 'a6')).toEqual([]);
  });

  it('of the client with the most are closed first, its oldest before others', () => {
    const { connect } = node();
    connect('a1', 'a2', 'a3', 'a4', 'a5', 'a6');
    expect(connect('b1', 'c1', 'a7')).toEqual(['a1', 'a2', 'a3']);
  });

  it('with a running request stay while an idle one can be closed', () => {
    const { capacity, connect, of } = node();
    connect('a1', 'a2', 'a3', 'a4', 'b1', 'b2');
    for (const busy of ['a1', 'a2']) capacity.begin(of(busy));
    expect(connect('c1')).toEqual(['a3']);
    capacity.end(of('a1'));
    expect(connect('c2')).toEqual(['a1']);
  });

  it('that are all busy are closed only for a client with fewer', () => {
    const { capacity, connect, of } = node();
    connect('a1', 'a2', 'a3', 'a4', 'a5', 'a6');
    for (const busy of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) capacity.begin(of(busy));
    expect(connect('b1')).toEqual(['a1']);
    expect(connect('a7')).toEqual(['a7']);
  });

  it('make room again when they close', () => {
    const { capacity, connect, of } = node();
    connect('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
    for (const closed of ['a1', 'a2', 'a3', 'a1']) capacity.remove(of(closed));
    expect(connect('d1', 'd2', 'd3')).toEqual([]);
    expect(connect('d4')).toEqual(['d1']);
  });
});
