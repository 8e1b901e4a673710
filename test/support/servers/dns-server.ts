/** A name server on loopback that answers as it is told, or not at all. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

export interface DnsServer {
  /** As `Resolver.setServers` takes it. */
  readonly address: string;
  /** Names asked for, each once. */
  readonly asked: ReadonlySet<string>;
  close(): Promise<void>;
}

const TYPE_A = 1;
const TYPE_AAAA = 28;
const NAME_AT = 12;
/** A response that recursion was available for. */
const NO_ERROR = [0x81, 0x80] as const;
const NO_SUCH_NAME = [0x81, 0x83] as const;
const REFUSED = [0x81, 0x85] as const;

/** @param answer addresses of a name, none if it does not exist; `silent` leaves the client waiting */
export async function startDnsServer(
  answer: (name: string) => readonly string[] | 'silent' | 'refused',
): Promise<DnsServer> {
  const asked = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = nameIn(query);
    asked.add(name);
    const addresses = answer(name);
    if (addresses === 'silent') return;
    const type = query.readUInt16BE(end);
    const records = addresses === 'refused' ? [] : addresses.filter((one) => isIPv6(one) === (type === TYPE_AAAA));
    const flags = addresses === 'refused' ? REFUSED : addresses.length === 0 ? NO_SUCH_NAME : NO_ERROR;
    const header = Buffer.from([...query.subarray(0, 2), ...flags, 0, 1, 0, records.length, 0, 0, 0, 0]);
    const question = query.subarray(NAME_AT, end + 4);
    socket.send(Buffer.concat([header, question, ...records.map((one) => recordOf(one))]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function nameIn(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = NAME_AT;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function recordOf(address: string): Buffer {
  const isSix = isIPv6(address);
  const bytes = isSix ? bytesOfSix(address) : address.split('.').map(Number);
  const pointerToName = [0xc0, NAME_AT];
  return Buffer.from([...pointerToName, 0, isSix ? TYPE_AAAA : TYPE_A, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]);
}

/** @param address written in full, as `2600:0:0:0:0:0:0:1` */
function bytesOfSix(address: string): readonly number[] {
  return address.split(':').flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
