/** Tree heads are signed by each node with the role `scheduler`, and by the one process of an embedded log whatever its roles. */
import { openFileTreeHeads } from '../../adapters/files/tree-heads.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { uuidV7Ids } from '../../adapters/system/ids.ts';
import { TreeHeadCommands } from '../../commands/tree-heads.ts';
import type { Config } from '../../config.ts';
import { EventCodec } from '../../event-log/codec.ts';
import { EventStore } from '../../event-log/event-store.ts';
import type { Clock, Ids } from '../../ports/clock.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { Keys } from '../../ports/keys.ts';
import type { Report } from '../../ports/report.ts';
import {
  type TreeHeadObserver,
  TreeHeadPublisher,
  UNOBSERVED_TREE_HEADS,
} from '../../workers/tree-heads/tree-head-publisher.ts';
import { startTreeHeadWorker, type TreeHeadWorker } from '../../workers/tree-heads/tree-head-worker.ts';
import type { Stores } from '../stores/stores.ts';
import type { AppendGate } from './append-gate.ts';

/** A graceful shutdown signs a last head within this time. */
const LAST_HEAD_MS = 3_000;

interface TreeHeadSigningDeps {
  readonly config: Pick<Config, 'eventStoreUrl' | 'roles'>;
  /** `log` is behind no gate: the last head may have to be recorded in it. */
  readonly stores: Pick<Stores, 'keys' | 'treeHeads'> & { readonly log: EventLog };
  readonly gate: AppendGate;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly observer: TreeHeadObserver;
  readonly report: Report;
}

/** Reopens a log that a graceful shutdown closed, before a restore appends to it. `verify` finds a head that the log contradicts. */
export async function reopenLog(directory: string, stores: { log: EventLog; keys: Keys }): Promise<void> {
  const [clock, ids] = [systemClock, uuidV7Ids];
  const eventStore = new EventStore(stores.log, new EventCodec(stores.keys), clock);
  const commands = new TreeHeadCommands({ log: stores.log, eventStore, clock, ids });
  const heads = openFileTreeHeads({ directory });
  const report = () => undefined;
  const observer = UNOBSERVED_TREE_HEADS;
  await new TreeHeadPublisher({ ...stores, commands, heads, clock, exclusive: true, observer, report }).reopen();
}

export class TreeHeadSigning {
  readonly #deps: TreeHeadSigningDeps;
  readonly #publisher: TreeHeadPublisher | null;
  #worker: TreeHeadWorker | null = null;

  constructor(deps: TreeHeadSigningDeps) {
    const { config, stores, clock, ids, observer, report } = deps;
    const { log, keys, treeHeads: heads } = stores;
    this.#deps = deps;
    const exclusive = config.eventStoreUrl === null;
    const eventStore = new EventStore(log, new EventCodec(keys), clock);
    const commands = new TreeHeadCommands({ log, eventStore, clock, ids });
    const signs = exclusive || config.roles.includes('scheduler');
    this.#publisher = signs
      ? new TreeHeadPublisher({ log, commands, keys, heads, clock, exclusive, observer, report })
      : null;
  }

  /** Must precede any append. A failure does not keep the service from starting. */
  async reopen(): Promise<void> {
    const { observer, report } = this.#deps;
    await this.#publisher?.reopen().catch((error: unknown) => {
      observer.failed();
      report({ message: 'Failed to read the newest tree head of the event log', error });
    });
  }

  start(): void {
    const { observer, report } = this.#deps;
    if (this.#publisher !== null) this.#worker = startTreeHeadWorker({ publisher: this.#publisher, observer, report });
  }

  /** Must follow everything else that appends. */
  async stop(): Promise<void> {
    if (this.#worker === null) return;
    await this.#deps.gate.shut();
    await this.#worker.stop(LAST_HEAD_MS);
  }
}
