const CANDIDATES = [',', ';', '\t', '|'];
const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_RECORDS = 100;
const QUOTED = /"[^"]*"/g;
/** Excludes commas between digits. */
const DIVIDING_COMMA = /,(?!\d)|(?<!\d),/;

/**
 * The candidate with the most consistent and highest count per record; comma by default and among equals. Commas that all stand between
 * digits are decimal where another candidate divides each record: `Espresso;2,20`.
 */
export function sniffDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const counts = delimitersByRecord(sample);
  const dividing = CANDIDATES.slice(1).filter((_, at) => counts.every((record) => (record[at + 1] ?? 0) > 0));
  const isDecimal = dividing.length > 0 && !DIVIDING_COMMA.test(sample.replace(QUOTED, ''));
  return bestOf(counts, isDecimal ? dividing : CANDIDATES) ?? ',';
}

/** Returns null without any delimiter. */
function bestOf(counts: readonly (readonly number[])[], candidates: readonly string[]): string | null {
  let best: { readonly delimiter: string | null; readonly score: number } = { delimiter: null, score: 0 };
  for (const delimiter of candidates) {
    const column = CANDIDATES.indexOf(delimiter);
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
  const counter = new RecordCounter();
  for (const character of sample) {
    counter.add(character);
    if (counter.records.length === SAMPLE_RECORDS) return counter.records;
  }
  // The sample may truncate the last record, so it counts only when it is the only one.
  return counter.records.length === 0 ? [counter.current] : counter.records;
}

class RecordCounter {
  readonly records: number[][] = [];
  /** Occurrences of each candidate in the open record. */
  current = CANDIDATES.map(() => 0);
  #quoted = false;
  #blank = true;
  #before = '';

  add(character: string): void {
    if (character === '"' && (this.#quoted || this.#isStartOfCell)) this.#quoted = !this.#quoted;
    this.#before = character;
    if (!this.#quoted && (character === '\n' || character === '\r')) this.#endRecord();
    else this.#count(character);
  }

  /** Elsewhere a quote means inches. */
  get #isStartOfCell(): boolean {
    return this.#before === '' || this.#before === '\n' || CANDIDATES.includes(this.#before);
  }

  #endRecord(): void {
    if (this.#blank) return;
    this.records.push(this.current);
    this.current = CANDIDATES.map(() => 0);
    this.#blank = true;
  }

  #count(character: string): void {
    this.#blank = false;
    const column = this.#quoted ? -1 : CANDIDATES.indexOf(character);
    if (column >= 0) this.current[column] = (this.current[column] ?? 0) + 1;
  }
}

function mostFrequent(counts: readonly number[]): number {
  const tally = new Map<number, number>();
  for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1);
  let best = 0;
  for (const [count, times] of tally) if (times > (tally.get(best) ?? 0)) best = count;
  return best;
}
