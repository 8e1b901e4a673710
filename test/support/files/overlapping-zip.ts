import { deflateRawSync } from 'node:zlib';

/** A zip whose directory names the same packed bytes over and over. */
export function overlappingZip(name: (index: number) => string, entries: number, size: number): Uint8Array {
  const packed = deflateRawSync(Buffer.alloc(size, ' '));
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(size, 22);
  const directory = Array.from({ length: entries }, (_, index) => {
    const called = Buffer.from(name(index));
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(called.length, 28);
    return Buffer.concat([entry, called]);
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, ...directory, end]);
}
