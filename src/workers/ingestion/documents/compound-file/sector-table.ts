/** Which sector follows on which. */
export interface SectorTable {
  readonly length: number;
  /** At least `length` where a chain ends. */
  next(sector: number): number;
}

/** The sectors of a chain in order: as many as wanted, fewer when it ends before that. */
export function followChain(table: SectorTable, start: number, wanted: number): number[] {
  const sectors: number[] = [];
  for (let sector = start; sector < table.length && sectors.length < wanted; sector = table.next(sector)) {
    sectors.push(sector);
  }
  return sectors;
}
