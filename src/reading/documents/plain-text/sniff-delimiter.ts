const CANDIDATES = [',', ';', '\t', '|'];
const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_RECORDS = 100;

/** The candidate with the most consistent and highest count per record. Default: comma. */
export function sniffDelimiter(text: string): string {
  const counts = delimitersByRecord(text.slice(0, SAMPLE_CHARACTERS));
  let best = { delimiter: ',', score: 0 };
  for (const [column, delimiter] of CANDIDATES.entries()) {
    const seen = counts.map((record) => record[column] ?? 0);
    const usual = mostFrequent(seen.filter((count) => count > 0));
    if (usual === 0) continue;
    const agreeing = seen.filter((count) => count === usual).length / seen.length;
    const score = agreeing * Math.log2(usual + 1);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Counts outside quotes. */
function delimitersByRecord(sample: string): readonly (readonly number[])[] {
  const records: number[][] = [];
  let current = CANDIDATES.map(() => 0);
  let quoted = false;
  let blank = true;
  let before = '';
  for (const character of sample) {
    // Elsewhere than at the start of a cell a quote means inches.
    if (character === '"' && (quoted || before === '' || before === '\n' || CANDIDATES.includes(before)))
      quoted = !quoted;
    before = character;
    if (!quoted && (character === '\n' || character === '\r')) {
      if (!blank) records.push(current);
      if (records.length === SAMPLE_RECORDS) return records;
      current = CANDIDATES.map(() => 0);
      blank = true;
      continue;
    }
    blank = false;
    const column = quoted ? -1 : CANDIDATES.indexOf(character);
    if (column >= 0) current[column] = (current[column] ?? 0) + 1;
  }
  // The sample may truncate the last record, so it counts only when it is the only one.
  if (records.length === 0) records.push(current);
  return records;
}

function mostFrequent(counts: readonly number[]): number {
  const tally = new Map<number, number>();
  for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1);
  let best = 0;
  for (const [count, times] of tally) if (times > (tally.get(best) ?? 0)) best = count;
  return best;
}
