/** Kubernetes' own schemas, as `kubernetes-models` compiles them, and strict about unknown fields, as the API server is with `kubectl apply`. */
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: unknown;
}

interface Model {
  readonly apiVersion: string;
  readonly kind: string;
  readonly prototype: { validate(): void };
}

const MODELS: readonly Model[] = [
  ...[Deployment, StatefulSet, HorizontalPodAutoscaler, Ingress, NetworkPolicy, PodDisruptionBudget],
  ...[ConfigMap, Service, ServiceAccount, PodMonitor],
];

/** @returns what is wrong with it; empty when it is valid */
export function faultsOf(manifest: Manifest): readonly string[] {
  const Model = MODELS.find(({ apiVersion, kind }) => apiVersion === manifest.apiVersion && kind === manifest.kind);
  if (Model === undefined) return [`${manifest.apiVersion} ${manifest.kind} has no schema here`];
  const unread = new Set<string>();
  try {
    // A model of its own would copy every field, and so read it.
    Model.prototype.validate.call(watched(manifest, '', unread));
  } catch (error) {
    return [String(error)];
  }
  return [...unread].map((path) => `${path} is not a field of ${manifest.kind}`);
}

/** A validator reads each field that its schema knows. @param unread paths of fields that nobody has read so far */
function watched(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => watched(item, `${path}/${index}`, unread));
  const fields = Object.entries(value).map(([name, each]) => {
    const place = `${path}/${name}`;
    unread.add(place);
    const inner = watched(each, place, unread);
    const get = () => {
      unread.delete(place);
      return inner;
    };
    return [name, { get, enumerable: true, configurable: true }] as const;
  });
  return Object.defineProperties({}, Object.fromEntries(fields));
}
