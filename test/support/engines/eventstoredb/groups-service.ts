/** The service of persistent subscriptions. Those to a stream are never given an event. */
import type { IPersistentSubscriptionsServer } from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import type {
  CreateReq,
  CreateResp,
  GetInfoReq,
  GetInfoResp,
  ReadReq,
  ReadResp,
  ReplayParkedReq,
  ReplayParkedResp,
  UpdateReq,
  UpdateResp,
} from '@eventstore/db-client/generated/persistent_pb.js';
import persistent from '@eventstore/db-client/generated/persistent_pb.js';
import type { ServerDuplexStream, ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { type Faults, failures } from './faults.ts';
import { serverFilter } from './server-filter.ts';
import { type GroupClient, type GroupConfig, type Message, ServerGroup } from './server-group.ts';
import type { ServerLog } from './server-log.ts';
import { jsonRecord } from './server-log.ts';
import { recorded, textId } from './server-messages.ts';

type Unary<Request, Response> = (call: ServerUnaryCall<Request, Response>, answer: sendUnaryData<Response>) => void;

export class GroupsService {
  readonly #log: ServerLog;
  readonly #faults: Faults;
  readonly #stopping: AbortSignal;
  /** On the disk. */
  readonly #configs: Map<string, GroupConfig>;
  readonly #groups = new Map<string, ServerGroup>();

  constructor(log: ServerLog, configs: Map<string, GroupConfig>, faults: Faults, stopping: AbortSignal) {
    this.#log = log;
    this.#configs = configs;
    this.#faults = faults;
    this.#stopping = stopping;
    for (const config of configs.values()) this.#groups.set(config.name, new ServerGroup(config, log));
    stopping.addEventListener('abort', () => {
      for (const group of this.#groups.values()) group.close();
    });
  }

  get implementation(): Pick<
    IPersistentSubscriptionsServer,
    'create' | 'update' | 'read' | 'getInfo' | 'replayParked'
  > {
    return {
      create: this.#create,
      update: this.#update,
      read: (call) => void this.#read(call),
      getInfo: this.#info,
      replayParked: this.#replay,
    };
  }

  /** As if an operator had deleted it. */
  delete(name: string): void {
    this.#configs.delete(name);
    const group = this.#groups.get(name);
    group?.close();
    this.#groups.delete(name);
  }

  readonly #create: Unary<CreateReq, CreateResp> = async ({ request }, answer) => {
    const failure = await this.#faults.before('create');
    if (failure !== null) return answer(failure);
    const options = request.getOptions();
    const name = nameOf(options);
    if (this.#groups.has(name)) return answer(failures.groupExists);
    const filter = options?.getAll()?.getFilter();
    const allows = options?.hasAll() === true ? serverFilter(filter) : () => false;
    const config = { name, allows, checkpoint: 0 };
    this.#configs.set(name, config);
    this.#groups.set(name, new ServerGroup(config, this.#log));
    this.#log.append('$persistentSubscriptionConfig', 'any', [jsonRecord('$PersistentConfig', { name })]);
    answer(null, new persistent.CreateResp());
  };

  readonly #update: Unary<UpdateReq, UpdateResp> = async ({ request }, answer) => {
    const failure = await this.#faults.before('update');
    if (failure !== null) return answer(failure);
    const name = nameOf(request.getOptions());
    const [group, config] = [this.#groups.get(name), this.#configs.get(name)];
    if (group === undefined || config === undefined) return answer(failures.groupMissing);
    group.close();
    this.#groups.set(name, new ServerGroup(config, this.#log));
    for (const { drop } of group.clients) drop();
    answer(null, new persistent.UpdateResp());
  };

  async #read(call: ServerDuplexStream<ReadReq, ReadResp>): Promise<void> {
    const failure = await this.#faults.before('work');
    if (failure !== null) return void call.emit('error', failure);
    let over = () => undefined as undefined;
    this.#stopping.addEventListener('abort', () => call.emit('error', failures.broken));
    call.on('cancelled', () => over());
    call.on('data', async (request: ReadReq) => {
      const options = request.getOptions();
      const name = options === undefined ? (groupOf.get(call)?.name ?? '') : nameOf(options);
      const group = this.#groups.get(name);
      if (group === undefined) return void call.emit('error', failures.groupMissing);
      if (options === undefined) return answerTo(group, groupOf.get(call)?.client, request);
      const client = clientOf(call, options.getBufferSize());
      groupOf.set(call, { name, client });
      // A call that is cancelled by then stays connected for ever, as it may at the real server.
      await this.#faults.beforeConfirmation(call);
      over = () => void group.disconnect(client) as undefined;
      const confirmation = new persistent.ReadResp.SubscriptionConfirmation().setSubscriptionId('group');
      call.write(new persistent.ReadResp().setSubscriptionConfirmation(confirmation));
      group.connect(client);
    });
  }

  readonly #info: Unary<GetInfoReq, GetInfoResp> = async ({ request }, answer) => {
    const failure = await this.#faults.before('info');
    if (failure !== null) return answer(failure);
    const group = this.#groups.get(nameOf(request.getOptions()));
    if (group === undefined) return answer(failures.groupMissing);
    const toAll = request.getOptions()?.hasAll() === true;
    const info = new persistent.SubscriptionInfo().setEventSource(toAll ? '$all' : 'stream');
    info.setStartFrom(toAll ? 'C:0/P:0' : '0');
    for (const { connectionName, inFlight, slots } of group.clients) {
      const connection = new persistent.SubscriptionInfo.ConnectionInfo().setConnectionName(connectionName);
      connection.setInFlightMessages(inFlight.size).setAvailableSlots(slots - inFlight.size);
      info.addConnections(connection.setTotalItems('0').setCountSinceLastMeasurement('0'));
    }
    for (const set of [
      'setTotalItems',
      'setCountSinceLastMeasurement',
      'setLiveBufferCount',
      'setParkedMessageCount',
    ] as const) {
      info[set]('0');
    }
    answer(null, new persistent.GetInfoResp().setSubscriptionInfo(info));
  };

  readonly #replay: Unary<ReplayParkedReq, ReplayParkedResp> = async ({ request }, answer) => {
    const failure = await this.#faults.before('replay');
    if (failure !== null) return answer(failure);
    const options = request.getOptions();
    const group = this.#groups.get(nameOf(options));
    if (group === undefined) return answer(failures.groupMissing);
    group.replayParked(options?.hasStopAt() ? Number(options.getStopAt()) : null);
    answer(null, new persistent.ReplayParkedResp());
  };
}

interface NamedGroup {
  hasAll(): boolean;
  getGroupName(): string;
}

/** Groups of `$all` and of streams have names of their own. */
function nameOf(options: NamedGroup | undefined): string {
  const name = options?.getGroupName() ?? '';
  return options?.hasAll() === false ? `stream ${name}` : name;
}

type WorkCall = ServerDuplexStream<ReadReq, ReadResp>;
const groupOf = new WeakMap<WorkCall, { readonly name: string; readonly client: GroupClient }>();

function clientOf(call: WorkCall, slots: number): GroupClient {
  return {
    connectionName: String(call.metadata.get('connection-name')[0]),
    slots,
    inFlight: new Map(),
    drop: () => void call.emit('error', failures.groupDropped),
    push: (message) => void call.write(new persistent.ReadResp().setEvent(delivery(message))),
  };
}

function answerTo(group: ServerGroup, client: GroupClient | undefined, request: ReadReq): void {
  if (client === undefined) return;
  const ack = request.getAck();
  if (ack !== undefined) group.acknowledge(client, ack.getIdsList().map(textId));
  const nack = request.getNack();
  if (nack === undefined) return;
  const action = nack.getAction() === persistent.ReadReq.Nack.Action.PARK ? 'park' : 'retry';
  group.refuse(client, action, nack.getReason(), nack.getIdsList().map(textId));
}

/** An event that comes by way of a link bears the link's position, as it does on the server. */
function delivery({ event, link, retryCount }: Message): ReadResp.ReadEvent {
  const Message = persistent.ReadResp.ReadEvent;
  const position = (link ?? event).position;
  const message = new Message().setCommitPosition(String(position)).setRetryCount(retryCount);
  if (link !== null) message.setLink(recorded(Message, link, position));
  return message.setEvent(recorded(Message, event, position));
}
