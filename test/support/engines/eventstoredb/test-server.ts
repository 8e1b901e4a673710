/** An EventStoreDB in memory, behind the real protocol on a loopback port. */
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import { PersistentSubscriptionsService } from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { Faults } from './faults.ts';
import { GroupsService } from './groups-service.ts';
import type { GroupConfig } from './server-group.ts';
import { ServerLog } from './server-log.ts';
import { streamsService } from './streams-service.ts';

/** Methods outside the service definitions are answered as unimplemented. */
export class TestEventStore {
  readonly faults = new Faults();
  readonly log: ServerLog;
  readonly #configs: Map<string, GroupConfig>;
  readonly #credentials: ServerCredentials;
  /** As a URL names it: an IPv6 address in brackets. */
  readonly #host: string;
  #running: { readonly server: Server; readonly stopping: AbortController; readonly groups: GroupsService };
  #port: number;

  private constructor(log: ServerLog, configs: Map<string, GroupConfig>, credentials: ServerCredentials, host: string) {
    this.log = log;
    this.#credentials = credentials;
    this.#host = host;
    this.#configs = configs;
    this.#port = 0;
    this.#running = this.#build();
  }

  static async start(
    credentials = ServerCredentials.createInsecure(),
    host = '127.0.0.1',
    log = new ServerLog(),
  ): Promise<TestEventStore> {
    const store = new TestEventStore(log, new Map(), credentials, host);
    await store.#listen();
    return store;
  }

  /** Another node on the same data: of a cluster as clients see it. */
  async startNode(host = this.#host): Promise<TestEventStore> {
    const node = new TestEventStore(this.log, this.#configs, this.#credentials, host);
    await node.#listen();
    return node;
  }

  get port(): number {
    return this.#port;
  }

  /** To connect to this very port, without TLS. */
  get url(): string {
    return `esdb://127.0.0.1:${this.#port}?tls=false`;
  }

  deleteGroup(name: string): void {
    this.#running.groups.delete(name);
  }

  /** Gone, with all connections; nothing listens on the port. */
  async stop(): Promise<void> {
    this.#running.stopping.abort();
    this.#running.server.forceShutdown();
  }

  /** On the same port and the same data. */
  async startAgain(): Promise<void> {
    this.#running = this.#build();
    await this.#listen();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.startAgain();
  }

  #build() {
    const stopping = new AbortController();
    const groups = new GroupsService(this.log, this.#configs, this.faults, stopping.signal);
    const server = new Server();
    server.addService(StreamsService, streamsService(this.log, this.faults, stopping.signal));
    server.addService(PersistentSubscriptionsService, groups.implementation);
    server.addService(GossipService, {
      read: (_: unknown, answer: (error: null, info: InstanceType<typeof gossip.ClusterInfo>) => void) =>
        answer(null, this.#clusterInfo()),
    });
    return { server, stopping, groups };
  }

  #listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      const address = `${this.#host}:${this.#port}`;
      this.#running.server.bindAsync(address, this.#credentials, (error, port) => {
        if (error !== null) return reject(error);
        this.#port = port;
        resolve();
      });
    });
  }

  #clusterInfo() {
    const leader = this.faults.leader ?? { host: this.#host, port: this.#port };
    const member = new gossip.MemberInfo().setIsAlive(true).setState(gossip.MemberInfo.VNodeState.LEADER);
    member.setHttpEndPoint(new gossip.EndPoint().setAddress(leader.host).setPort(leader.port)).setTimeStamp('0');
    return new gossip.ClusterInfo().setMembersList([member]);
  }
}
