import { Counter, Gauge, type Registry } from 'prom-client';
import type { TreeHeadObserver } from '../../workers/tree-heads/tree-head-publisher.ts';

/** Counts and times the signing of tree heads of the event log. */
export function treeHeadMetrics(registry: Registry): TreeHeadObserver {
  const registers = [registry];
  const signedEvents = new Gauge({
    name: 'chatledger_tree_head_events',
    help: 'Events that the newest signed tree head of this node covers',
    registers,
  });
  const signedAt = new Gauge({
    name: 'chatledger_tree_head_timestamp_seconds',
    help: 'Time when this node last signed a tree head',
    registers,
  });
  const signingFailures = new Counter({
    name: 'chatledger_tree_head_failures_total',
    help: 'Failed attempts to sign a tree head of the event log',
    registers,
  });
  const contradictions = new Counter({
    name: 'chatledger_tree_head_contradictions_total',
    help: 'Signed tree heads that the event log contradicts: it was tampered with, or an older copy was restored',
    registers,
  });
  return {
    signed: (size) => {
      signedEvents.set(size);
      signedAt.setToCurrentTime();
    },
    failed: () => signingFailures.inc(),
    contradicted: () => contradictions.inc(),
  };
}
