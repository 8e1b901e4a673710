import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Channel } from '../../../src/http/channels/channel.ts';
import { ChannelCapacity } from '../../../src/http/channels/channel-capacity.ts';

const MAX = 10;

function node() {
  const capacity = new ChannelCapacity(MAX);
  const opened: Channel[] = [];
  const open = (client: string): boolean => {
    if (!capacity.makeRoomFor(client, opened.filter((channel) => !channel.isClosed).length)) return false;
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const name = `session ${opened.length}`;
    const reader = { chatbotId: 'bot', session: { id: name, stream: name }, credential: 'key', client };
    const channel = new Channel(reader, null, response);
    opened.push(channel);
    capacity.add(channel);
    return true;
  };
  const openOf = (client: string) =>
    opened
      .filter((channel) => channel.reader.client === client && !channel.isClosed)
      .map((channel) => opened.indexOf(channel));
  return { open, openOf };
}

describe('The event streams of a node', () => {
  it('may all belong to one client while there is room', () => {
    const { open, openOf } = node();
    for (let count = 0; count < MAX; count += 1) expect(open('greedy')).toBe(true);
    expect(openOf('greedy')).toHaveLength(MAX);
  });

  it('of the client with the most end, oldest first, when a client with fewer opens one', () => {
    const { open, openOf } = node();
    for (let count = 0; count < MAX; count += 1) open('greedy');
    expect([open('ada'), open('bob'), open('ada')]).toEqual([true, true, true]);
    expect(openOf('greedy')).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect([openOf('ada'), openOf('bob')]).toEqual([[10, 12], [11]]);
  });

  it('are refused to the client with the most, and to all when every client has as many', () => {
    const { open, openOf } = node();
    for (let count = 0; count < MAX; count += 1) open('greedy');
    expect(open('greedy')).toBe(false);
    for (let count = 0; count < MAX; count += 1) open('ada');
    expect([openOf('greedy').length, openOf('ada').length]).toEqual([5, 5]);
    expect([open('greedy'), open('ada')]).toEqual([false, false]);
    expect(open('bob')).toBe(true);
  });
});
