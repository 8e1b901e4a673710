import { damaged } from '../../unreadable.ts';
import { readDirectory } from './directory.ts';

const SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const HEADER_BYTES = 512;
const HEADER_DIFAT_ENTRIES = 109;

/**
 * Container of Office files up to 2003 ([MS-CFB]). Streams are chains of sectors in an allocation table (FAT). All numbers are untrusted:
 * chains are bounded by the number of sectors, streams by the file's length.
 */
export class CompoundFile {
  readonly #bytes: Buffer;
  readonly #sectorShift: number;
  readonly #miniCutoff: number;
  readonly #sectors: AllocationTable;
  readonly #miniSectors: AllocationTable;
  readonly #miniStream: Buffer;
  readonly #streams: ReadonlyMap<string, { readonly start: number; readonly size: number }>;

  /** @throws Unreadable when the bytes are no compound file or are truncated */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const file = this.#bytes;
    if (!isCompoundFile(file) || file.length < HEADER_BYTES) throw damaged('its container is not whole');
    this.#sectorShift = file.readUInt16LE(30);
    if (this.#sectorShift !== 9 && this.#sectorShift !== 12) throw damaged('its container cannot be understood');
    this.#miniCutoff = file.readUInt32LE(56);
    this.#sectors = this.#readSectorTable();
    const { root, streams } = readDirectory(this.#chain(file.readUInt32LE(48), file.length));
    if (root === null) throw damaged('its container lists nothing');
    this.#streams = streams;
    this.#miniStream = this.#chain(root.start, root.size);
    this.#miniSectors = parseFat(this.#chain(file.readUInt32LE(60), file.length));
  }

  /** True for a stream or storage of the root. */
  has(name: string): boolean {
    return this.#streams.has(name.toLowerCase());
  }

  /** Truncated to what the file holds. */
  stream(name: string): Buffer | null {
    const entry = this.#streams.get(name.toLowerCase());
    if (entry === undefined) return null;
    const size = Math.min(entry.size, this.#bytes.length);
    if (size >= this.#miniCutoff) return this.#chain(entry.start, size);
    const parts = followChain(this.#miniSectors, entry.start, Math.ceil(size / 64));
    return Buffer.concat(parts.map((sector) => this.#miniStream.subarray(sector * 64, sector * 64 + 64))).subarray(
      0,
      size,
    );
  }

  #sector(sector: number): Buffer {
    const offset = (sector + 1) * 2 ** this.#sectorShift;
    return this.#bytes.subarray(offset, offset + 2 ** this.#sectorShift);
  }

  #chain(start: number, size: number): Buffer {
    const wanted = Math.ceil(Math.min(size, this.#bytes.length) / 2 ** this.#sectorShift);
    const parts = followChain(this.#sectors, start, wanted).map((sector) => this.#sector(sector));
    return Buffer.concat(parts).subarray(0, size);
  }

  /** The header lists FAT sectors, continued for large files in a chain of DIFAT sectors. */
  #readSectorTable(): AllocationTable {
    const file = this.#bytes;
    const sectorBytes = 2 ** this.#sectorShift;
    const most = Math.ceil(file.length / sectorBytes);
    const own: number[] = [];
    for (let index = 0; index < HEADER_DIFAT_ENTRIES; index += 1) own.push(file.readUInt32LE(76 + index * 4));
    let next = file.readUInt32LE(68);
    for (let lists = 0; lists < most && own.length <= most + HEADER_DIFAT_ENTRIES; lists += 1) {
      const list = this.#sector(next);
      if (list.length < sectorBytes) break;
      for (let offset = 0; offset < sectorBytes - 4; offset += 4) own.push(list.readUInt32LE(offset));
      next = list.readUInt32LE(sectorBytes - 4);
    }
    const tables = own.slice(0, most + HEADER_DIFAT_ENTRIES).map((sector) => this.#sector(sector));
    // A missing FAT sector ends the table: later ones would shift.
    const missing = tables.findIndex((table) => table.length < sectorBytes);
    return parseFat(Buffer.concat(missing < 0 ? tables : tables.slice(0, missing)));
  }
}

export function isCompoundFile(bytes: Uint8Array): boolean {
  return SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));
}

function parseFat(bytes: Buffer): AllocationTable {
  const length = Math.floor(bytes.length / 4);
  return { length, next: (sector) => (sector < length ? bytes.readUInt32LE(sector * 4) : Number.POSITIVE_INFINITY) };
}

/** Next sector of each sector. */
interface AllocationTable {
  readonly length: number;
  /** At least `length` at the end of a chain. */
  next(sector: number): number;
}

/** At most `wanted`, in order. */
function followChain(table: AllocationTable, start: number, wanted: number): number[] {
  const sectors: number[] = [];
  for (let sector = start; sector < table.length && sectors.length < wanted; sector = table.next(sector)) {
    sectors.push(sector);
  }
  return sectors;
}
