/**
 * Verifies the whole log against its signed heads, its hash chains and what its engine stores beside each event. Reads every event once, in
 * log order, and names the first that is wrong. Its memory does not grow with the log.
 */
import { TREE_HEAD_STREAM } from '../../commands/tree-heads.ts';
import { leafContent, storedContent } from '../../event-log/tree/event-leaf.ts';
import { leafHash, MerkleFrontier } from '../../event-log/tree/merkle-tree.ts';
import { type PublicJwk, shortHash } from '../../event-log/tree/signed-head.ts';
import type { Position, ReadableLog, StoredEvent } from '../../ports/event-log.ts';
import type { RawEvent, RawFlaw, RawLog } from '../../ports/raw-log.ts';
import { StoreDamaged } from '../../ports/store-unavailable.ts';
import { HeadsInLog } from './heads-in-log.ts';
import { type KnownTreeHead, KnownTreeHeads } from './known-tree-heads.ts';
import { describeMismatch, isSettled, type Mismatch } from './mismatch.ts';
import { StreamChains } from './stream-chains.ts';

export interface Finding {
  /** `null` when no single event is concerned, as when the end of the log is missing. */
  readonly position: Position | null;
  readonly stream: string | null;
  readonly revision: number | null;
  readonly problem: string;
}

export interface Verdict {
  /** The first thing that is wrong; null for a sound log. */
  readonly finding: Finding | null;
  readonly events: number;
  /** The largest head that the log agrees with. */
  readonly signed: KnownTreeHead | null;
  /** Events after that head. Only their hash chains were checked. */
  readonly unsigned: number;
}

export interface VerifyInput {
  readonly raw: RawLog;
  readonly log: ReadableLog;
  /** Public key of the installation; null when nothing was signed yet. */
  readonly key: PublicJwk | null;
  /** Must be read before the log. */
  readonly heads: readonly KnownTreeHead[];
  readonly onProgress?: (events: number) => void;
}

export function verifyLog(input: VerifyInput): Promise<Verdict> {
  return new LogVerifier(input).run();
}

type Place = Omit<Finding, 'problem'>;
/** The verdict names the first of them; the rest is dropped. */
const MAX_HIDING = 100;
const NO_PLACE: Place = { position: null, stream: null, revision: null };

class LogVerifier {
  readonly #input: VerifyInput;
  readonly #frontier = MerkleFrontier.empty();
  readonly #chains: StreamChains;
  readonly #headsInLog: HeadsInLog | null;
  #hidden: readonly RawFlaw[] = [];
  #mismatch: (Mismatch & { readonly place: Place }) | null = null;
  #signed: KnownTreeHead | null = null;

  constructor(input: VerifyInput) {
    this.#input = input;
    this.#chains = new StreamChains(input.log);
    this.#headsInLog = input.key === null ? null : new HeadsInLog(input.key);
  }

  async run(): Promise<Verdict> {
    const finding = await this.#find().catch((error: unknown) => {
      if (!(error instanceof StoreDamaged)) throw error;
      return { ...NO_PLACE, problem: `The log cannot be read after ${this.#frontier.size} events: ${error.message}` };
    });
    const events = this.#frontier.size;
    return { finding, events, signed: this.#signed, unsigned: events - (this.#signed?.size ?? 0) };
  }

  async #find(): Promise<Finding | null> {
    const { raw, log, heads: others, onProgress } = this.#input;
    this.#hidden = await raw.hidden();
    const heads = await KnownTreeHeads.over(this.#headsInLog?.read(log) ?? none(), others);
    return (await this.#read(raw, heads, onProgress)) ?? this.#atEnd(heads);
  }

  async #read(raw: RawLog, heads: KnownTreeHeads, onProgress: VerifyInput['onProgress']): Promise<Finding | null> {
    for await (const { events, hiding } of raw.pages()) {
      if (hiding.length > 0 && this.#hidden.length < MAX_HIDING) this.#hidden = [...this.#hidden, ...hiding];
      const finding = await this.#checkPage(events, heads);
      if (finding !== null) return finding;
      onProgress?.(this.#frontier.size);
    }
    return this.#mismatch === null ? null : { ...this.#mismatch.place, problem: describeMismatch(this.#mismatch) };
  }

  async #checkPage(events: readonly RawEvent[], heads: KnownTreeHeads): Promise<Finding | null> {
    for (const event of events) {
      const finding = this.#mismatch === null ? await this.#check(event, heads) : this.#lookOn(event);
      if (finding !== null) return finding;
    }
    return null;
  }

  async #check(raw: RawEvent, heads: KnownTreeHeads): Promise<Finding | null> {
    const { event, position } = raw;
    const place = { position, stream: event?.stream ?? null, revision: event?.revision ?? null };
    const hidden = this.#hidden.find((flaw) => flaw.position !== null && flaw.position <= position);
    const flaw = hidden ?? raw.flaw;
    if (flaw !== null) return flaw.position === position ? { ...place, ...flaw } : { ...NO_PLACE, ...flaw };
    if (event === null) return { ...place, problem: 'is no event' };
    if (raw.bytes !== null && !Buffer.from(storedContent(event)).equals(raw.bytes)) {
      return { ...place, problem: 'was changed: the service does not write it like this' };
    }
    return this.#follow(event, place, heads);
  }

  async #follow(event: StoredEvent, place: Place, heads: KnownTreeHeads): Promise<Finding | null> {
    const leaf = leafHash(leafContent(event));
    const index = this.#frontier.size;
    const short = shortHash(leaf);
    if (!heads.agree(index, short)) {
      this.#mismatch = { index, actual: [short], place, signed: (at) => heads.signedLeaf(at) };
      return null;
    }
    const beside = this.#headBeside;
    if (beside?.closed === true && index === beside.size) {
      return { ...place, problem: 'was added after the service had closed the log' };
    }
    this.#frontier.append(leaf);
    const broken = await this.#chains.add(event);
    if (broken !== null) return { ...place, ...broken };
    if (event.stream === TREE_HEAD_STREAM && (await this.#headsInLog?.open(event)) === null) {
      return { ...place, problem: 'is a tree head that the key of this installation did not sign' };
    }
    return this.#compareRoots(heads, place);
  }

  get #headBeside(): KnownTreeHead | undefined {
    return this.#input.heads.find(({ source }) => source === 'beside the log');
  }

  async #compareRoots(heads: KnownTreeHeads, place: Place): Promise<Finding | null> {
    const taken = await heads.take(this.#frontier.size);
    if (taken.length === 0) return null;
    const root = this.#frontier.root().toString('base64url');
    for (const head of taken) {
      if (head.root === root) this.#signed = head;
      else return { ...place, problem: `or an event before it was changed: ${described(head)} has another root` };
    }
    return null;
  }

  /** Reads on after the first event that differs, to tell what happened there. */
  #lookOn({ event }: RawEvent): Finding | null {
    const mismatch = this.#mismatch;
    if (mismatch === null) return null;
    mismatch.actual.push(event === null ? '' : shortHash(leafHash(leafContent(event))));
    return isSettled(mismatch) ? { ...mismatch.place, problem: describeMismatch(mismatch) } : null;
  }

  #atEnd(heads: KnownTreeHeads): Finding | null {
    const { size } = this.#frontier;
    const ahead = heads.ahead().at(-1);
    if (ahead !== undefined) {
      const missing = ahead.size - size;
      const problem = `The end of the log was cut off: ${described(ahead)} covers ${ahead.size} events, ${missing} more than there are`;
      return { ...NO_PLACE, problem };
    }
    const [hidden] = this.#hidden;
    if (hidden !== undefined) return { ...NO_PLACE, ...hidden };
    return heads.lastInLog === null ? null : this.#checkHeadBeside(heads.lastInLog);
  }

  /** Every head in the log was stored beside it before. */
  #checkHeadBeside(lastInLog: KnownTreeHead): Finding | null {
    const beside = this.#headBeside;
    if (beside === undefined) {
      const problem = 'The newest tree head is missing beside the log, so its end may have been cut off';
      return { ...NO_PLACE, problem };
    }
    if (beside.size >= lastInLog.size) return null;
    const problem = `The tree head beside the log covers ${beside.size} events and is older than one in the log (${lastInLog.size})`;
    return { ...NO_PLACE, problem };
  }
}

const described = ({ source, at }: KnownTreeHead): string => `the tree head ${source} of ${new Date(at).toISOString()}`;

async function* none(): AsyncGenerator<KnownTreeHead> {}
