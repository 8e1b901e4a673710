/** The manifests fit Kubernetes' schemas, refer to each other, and agree with the image and the service. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { programPath } from '../support/programs.ts';
import { faultsOf, type Manifest } from './support/kubernetes.ts';

const ROOT = 'ops/kubernetes';
const VARIANTS = ['embedded', 'distributed'] as const;

interface Container {
  readonly image: string;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly resources: { readonly limits: { readonly memory: string; readonly cpu?: string } };
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
  readonly readinessProbe: object;
  readonly livenessProbe: object;
  readonly startupProbe: object;
  readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
}

interface Workload extends Manifest {
  readonly spec: {
    readonly replicas?: number;
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: object;
        readonly containers: readonly [Container];
        readonly volumes: readonly {
          readonly name: string;
          readonly secret?: { readonly items: readonly { key: string; path: string }[] };
        }[];
      };
    };
  };
}

const read = (path: string): readonly Manifest[] =>
  parseAllDocuments(readFileSync(join(ROOT, path), 'utf8')).map((document) => document.toJS() as Manifest);
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
const isKustomization = (name: string) => name.endsWith('kustomization.yaml');
const manifests = files
  .filter((name) => !isKustomization(name))
  .flatMap((name) => read(name).map((each) => [name, each] as const));
const workloads = manifests
  .filter(([, { kind }]) => kind === 'Deployment' || kind === 'StatefulSet')
  .map(([name, manifest]) => [name, manifest as Workload] as const);
const dockerfile = readFileSync('Dockerfile', 'utf8');
const imageSetting = (name: string) => new RegExp(`\\b${name}=(\\S+)`).exec(dockerfile)?.[1];

describe('Manifests', () => {
  it.each(manifests)('fit the schemas of Kubernetes: %s', (_, manifest) => {
    expect(faultsOf(manifest)).toEqual([]);
  });

  it('with a misspelt field, a wrong type or no selector are noticed', () => {
    const [, http] = workloads.find(([name]) => name === 'distributed/http.yaml') ?? [];
    if (http === undefined) throw new Error('There is no group for HTTP');
    const planted = (change: object) => faultsOf({ ...http, spec: { ...http.spec, ...change } });
    expect(planted({ replicaz: 3 })).toEqual(['/spec/replicaz is not a field of Deployment']);
    expect(planted({ replicas: 'three' }).join()).toContain('/spec/replicas must be integer');
    expect(planted({ selector: undefined }).join()).toContain('must have required property selector');
  });

  it('are all named by a kustomization, which names nothing else', () => {
    const named = files.filter(isKustomization).flatMap((name) => {
      const { resources } = parse(readFileSync(join(ROOT, name), 'utf8')) as { resources: readonly string[] };
      return resources.filter((each) => each.endsWith('.yaml')).map((each) => join(name, '..', each));
    });
    expect(named.sort()).toEqual(files.filter((name) => !isKustomization(name)).sort());
  });

  it.skipIf(programPath('kubectl') === null).each(VARIANTS)('of %s are put together by kustomize', (variant) => {
    const built = execFileSync('kubectl', ['kustomize', join(ROOT, variant)], { encoding: 'utf8' });
    const all = parseAllDocuments(built).map((document) => document.toJS() as Manifest);
    expect(all.flatMap(faultsOf)).toEqual([]);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect([...built.matchAll(/image: (\S+)/g)].map(([, image]) => image?.split(':')[1])).toEqual(
      Array.from({ length: variant === 'embedded' ? 1 : 4 }, () => version),
    );
    const [settings] = all.filter(({ kind }) => kind === 'ConfigMap');
    expect(built.match(/configMapRef:\n\s+name: (\S+)/)?.[1]).toBe(settings?.metadata.name);
  });
});

describe('A group of pods', () => {
  it.each(workloads)('runs as the image does, and can change nothing: %s', (_, { spec }) => {
    const pod = spec.template.spec;
    const [container] = pod.containers;
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(imageSetting('PORT')) }]);
    const data = container.volumeMounts.find(({ mountPath }) => mountPath === imageSetting('DATA_DIR'));
    expect(data?.readOnly ?? false).toBe(data?.name === 'stays-empty');
  });

  it.each(workloads)('is asked for readiness and liveness where the service tells them: %s', (_, { spec }) => {
    const { readinessProbe, livenessProbe, startupProbe } = spec.template.spec.containers[0];
    expect(readinessProbe).toMatchObject({ httpGet: { path: '/readyz', port: 'http' } });
    for (const probe of [livenessProbe, startupProbe]) expect(probe).toMatchObject({ httpGet: { path: '/healthz' } });
  });

  it.each(workloads)('has time for a graceful shutdown: %s', (_, { spec }) => {
    const { terminationGracePeriodSeconds, containers } = spec.template.spec;
    const [, delay = ''] = containers[0].lifecycle.preStop.exec.command;
    expect(terminationGracePeriodSeconds - Number(delay)).toBeGreaterThanOrEqual(40);
  });

  it.each(workloads)('reads every secret from a file that it mounts: %s', (_, { spec }) => {
    const { volumes, containers } = spec.template.spec;
    const mounted = volumes
      .flatMap(({ secret }) => secret?.items ?? [])
      .map(({ path }) => `/run/secrets/chatledger/${path}`);
    const named = containers[0].env.flatMap(({ name, value }) => (name.endsWith('_FILE') ? [value] : []));
    expect(named.sort()).toEqual(mounted.sort());
  });

  it.each(workloads)('selects its own pods: %s', (_, { spec }) => {
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  });

  it('is there for each role, and only those that serve requests are behind the Service', () => {
    const roles = workloads.flatMap(([name, { spec }]) => {
      const role = spec.template.spec.containers[0].env.find((each) => each.name === 'ROLES')?.value;
      expect(spec.template.metadata.labels['chatledger/serves']).toBe(
        role === 'http' || role === undefined ? 'http' : undefined,
      );
      return name.startsWith('distributed/') ? [role] : [];
    });
    expect(roles.sort()).toEqual(['http', 'ingestion', 'projector', 'scheduler']);
  });
});

describe('The ingress', () => {
  it('shows every route but those of operation', async () => {
    const [, ingress] = manifests.find(([, { kind }]) => kind === 'Ingress') ?? [];
    const paths = [...JSON.stringify(ingress?.spec).matchAll(/"path":"([^"]+)","pathType":"(\w+)"/g)];
    const isShown = (url: string) =>
      paths.some(([, path = '', type]) => url === path || (type === 'Prefix' && url.startsWith(`${path}/`)));
    for (const url of [
      '/',
      '/api/auth/me',
      '/widget.js',
      '/widget/panel.js',
      '/console',
      '/docs',
      '/openapi.json',
      '/healthz',
    ])
      expect([url, isShown(url)]).toEqual([url, true]);
    for (const url of ['/metrics', '/readyz']) expect([url, isShown(url)]).toEqual([url, false]);
  });
});
