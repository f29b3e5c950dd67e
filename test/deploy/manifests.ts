/**
 * What must hold of the files in deploy/, beyond being YAML: names that refer to each other, ports, probes, commands and
 * variables that the program really has. Every mistake is a sentence with its file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const DEPLOY = resolve(import.meta.dirname, '../../deploy');

/** What the program offers, asked of the program itself. */
export interface Offered {
  /** Paths that answer without a token. */
  readonly openPaths: ReadonlySet<string>;
  /** `serve`: its options, each with whether it takes a value. */
  readonly options: ReadonlyMap<string, boolean>;
  /** Agents that offer actions, of the team that is named. */
  readonly agents: ReadonlySet<string>;
  readonly reads: (variable: string) => boolean;
  readonly conversationHeader: string;
}

type Node = Record<string, unknown>;
export interface Manifest {
  readonly file: string;
  readonly body: Node;
}

export function readManifests(dir = join(DEPLOY, 'k8s')): Manifest[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.yml') && name !== 'kustomization.yml')
    .toSorted()
    .flatMap((file) => readYaml(join(dir, file)).map((body) => ({ file, body })));
}

export function readYaml(path: string): Node[] {
  return parseAllDocuments(readFileSync(path, 'utf8'), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors[0]!.message}`);
    return document.toJS() as Node;
  });
}

export function checkManifests(manifests: readonly Manifest[], offered: Offered): string[] {
  const of = (kind: string) => manifests.filter(({ body }) => body['kind'] === kind);
  const problems = manifests.flatMap((manifest) => checkHead(manifest, manifests));
  const say = ({ file, body }: Manifest, text: string) => problems.push(`${file}: ${nameOf(body)}: ${text}`);
  for (const deployment of of('Deployment'))
    for (const text of checkDeployment(deployment, of('Secret'), of('PersistentVolumeClaim'), offered))
      say(deployment, text);
  for (const deployment of of('Deployment'))
    for (const text of checkNames(deployment, of('Service'), of('Ingress'), of('Namespace'))) say(deployment, text);
  for (const service of of('Service')) for (const text of checkService(service, of('Deployment'))) say(service, text);
  for (const scaler of of('HorizontalPodAutoscaler'))
    for (const text of checkScaler(scaler, of('Deployment'))) say(scaler, text);
  for (const budget of of('PodDisruptionBudget'))
    for (const text of checkBudget(budget, of('Deployment'))) say(budget, text);
  for (const ingress of of('Ingress'))
    for (const text of checkIngress(ingress, of('Service'), of('Secret'), offered)) say(ingress, text);
  return problems;
}

const VERSIONS: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  Service: 'v1',
  Namespace: 'v1',
  Secret: 'v1',
  PersistentVolumeClaim: 'v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  PodDisruptionBudget: 'policy/v1',
  Ingress: 'networking.k8s.io/v1',
};

function checkHead({ file, body }: Manifest, all: readonly Manifest[]): string[] {
  const kind = String(body['kind']);
  const wrong = [];
  if (VERSIONS[kind] === undefined) wrong.push(`${file}: nobody here knows the kind ${kind}`);
  else if (body['apiVersion'] !== VERSIONS[kind]) wrong.push(`${file}: ${kind} is of ${VERSIONS[kind]}`);
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(nameOf(body))) wrong.push(`${file}: ${kind} has no proper name`);
  const same = all.filter((other) => other.body['kind'] === kind && nameOf(other.body) === nameOf(body));
  if (same.length > 1) wrong.push(`${file}: ${kind} ${nameOf(body)} is there twice`);
  return wrong;
}

function checkDeployment(
  { body }: Manifest,
  secrets: readonly Manifest[],
  claims: readonly Manifest[],
  offered: Offered,
): string[] {
  const labels = at(body, 'spec', 'template', 'metadata', 'labels');
  const pod = at(body, 'spec', 'template', 'spec');
  const wrong: string[] = [];
  if (!fits(at(body, 'spec', 'selector', 'matchLabels'), labels)) wrong.push('its selector does not fit its pods');
  const volumes = list(pod['volumes']);
  for (const volume of volumes) wrong.push(...checkVolume(volume, secrets, claims));
  for (const container of list(pod['containers'])) {
    wrong.push(...checkCommand(list<string>(container['args']), offered));
    wrong.push(...list(container['env']).flatMap((entry) => checkVariable(entry, secrets, offered)));
    wrong.push(...checkProbes(container, offered));
    for (const mount of list(container['volumeMounts']))
      if (!volumes.some(({ name }) => name === mount['name']))
        wrong.push(`it mounts ${mount['name']}, which is no volume of it`);
    wrong.push(...checkTls(container));
  }
  return wrong;
}

function checkVolume(volume: Node, secrets: readonly Manifest[], claims: readonly Manifest[]): string[] {
  const secret = at(volume, 'secret')['secretName'];
  const claim = at(volume, 'persistentVolumeClaim')['claimName'];
  if (secret !== undefined && find(secrets, secret) === undefined) return [`there is no secret ${secret}`];
  if (claim !== undefined && find(claims, claim) === undefined) return [`there is no claim ${claim}`];
  const keys = list(at(volume, 'secret')['items']).map(({ key }) => key);
  const there = Object.keys(at(find(secrets, secret)?.body ?? {}, 'stringData'));
  return keys.filter((key) => !there.includes(String(key))).map((key) => `the secret ${secret} has no ${key}`);
}

/** The words after `consilium`: a command of ours with options of ours. */
export function checkCommand(args: readonly string[], { options, agents }: Offered): string[] {
  const [command, ...rest] = args;
  if (command !== 'serve') return [`it runs ${command ?? 'nothing'}, not serve`];
  const given = new Map<string, string>();
  for (let index = 0; index < rest.length; index++) {
    const takes = options.get(rest[index]!);
    if (takes === undefined) return [`serve has no ${rest[index]}`];
    given.set(rest[index]!, takes ? rest[++index]! : '');
  }
  const agent = given.get('--agent');
  if (agent !== undefined && !agents.has(agent)) return [`no agent ${agent} offers actions`];
  return given.get('--host') === '0.0.0.0' ? [] : ['it listens on its own loopback address only'];
}

/** Not ours: Node reads them. */
const NODES_OWN = new Set(['NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']);

function checkVariable(entry: Node, secrets: readonly Manifest[], { reads }: Offered): string[] {
  const name = String(entry['name']);
  const wrong = NODES_OWN.has(name) || reads(name) ? [] : [`nothing reads ${name}`];
  const ref = at(entry, 'valueFrom', 'secretKeyRef');
  if (ref['name'] === undefined) return entry['value'] === undefined ? [...wrong, `${name} has no value`] : wrong;
  const secret = find(secrets, ref['name']);
  if (secret === undefined) return [...wrong, `${name} is in the secret ${ref['name']}, which is not there`];
  const has = Object.keys(at(secret.body, 'stringData')).includes(String(ref['key']));
  return has ? wrong : [...wrong, `the secret ${ref['name']} has no ${ref['key']}`];
}

function checkProbes(container: Node, { openPaths }: Offered): string[] {
  const ports = list(container['ports']);
  return ['startupProbe', 'livenessProbe', 'readinessProbe'].flatMap((name) => {
    const get = at(container, name, 'httpGet');
    if (get['path'] === undefined) return [`it has no ${name}`];
    const isPort = ports.some((port) => port['name'] === get['port'] || port['containerPort'] === get['port']);
    return [
      ...(openPaths.has(String(get['path'])) ? [] : [`${name}: nothing answers at ${get['path']} without a token`]),
      ...(isPort ? [] : [`${name}: there is no port ${get['port']}`]),
    ];
  });
}

/** Where a certificate is given, probes speak TLS; where none is, they do not. */
function checkTls(container: Node): string[] {
  const names = list(container['env']).map(({ name }) => name);
  const both = ['CONSILIUM_TLS_CERT', 'CONSILIUM_TLS_KEY'].filter((name) => names.includes(name)).length;
  if (both === 1) return ['a certificate needs its key'];
  const scheme = at(container, 'readinessProbe', 'httpGet')['scheme'] ?? 'HTTP';
  return (scheme === 'HTTPS') === (both === 2) ? [] : [`it is probed over ${scheme}`];
}

/** Addresses that a container calls are names of this cluster: a service here, and where that leads to the ingress, a rule for the name. */
function checkNames(
  { body }: Manifest,
  services: readonly Manifest[],
  ingresses: readonly Manifest[],
  namespaces: readonly Manifest[],
): string[] {
  const hosts = new Set(
    ingresses.flatMap((one) => list(at(one.body, 'spec')['rules']).map(({ host }) => String(host))),
  );
  const covered = new Set(
    ingresses.flatMap((one) => list(at(one.body, 'spec')['tls']).flatMap((tls) => list<string>(tls['hosts']))),
  );
  const addresses = list(at(body, 'spec', 'template', 'spec')['containers'])
    .flatMap((container) => list(container['env']))
    .filter(({ name, value }) => /_URL$/.test(String(name)) && typeof value === 'string')
    .flatMap(({ value }) => String(value).split(','));
  return addresses.flatMap((address) => {
    const host = URL.parse(address)?.hostname ?? address;
    const [, name, space] = /^([a-z0-9-]+)\.([a-z0-9-]+)\.svc\.cluster\.local$/.exec(host) ?? [];
    const service = find(services, name);
    if (service === undefined || find(namespaces, space) === undefined) return [`nothing here resolves ${host}`];
    if (at(service.body, 'spec')['type'] !== 'ExternalName') return [];
    return hosts.has(host) && covered.has(host) ? [] : [`no ingress answers for ${host} with a certificate`];
  });
}

function checkService({ body }: Manifest, deployments: readonly Manifest[]): string[] {
  if (at(body, 'spec')['type'] === 'ExternalName')
    return /^[a-z0-9-]+\.[a-z0-9-]+\.svc\.cluster\.local$/.test(String(at(body, 'spec')['externalName']))
      ? []
      : ['it leads to no service of the cluster'];
  const behind = deployments.filter(({ body: one }) =>
    fits(at(body, 'spec', 'selector'), at(one, 'spec', 'template', 'metadata', 'labels')),
  );
  if (behind.length !== 1) return [`it leads to ${behind.length} deployments`];
  const ports = list(at(behind[0]!.body, 'spec', 'template', 'spec')['containers']).flatMap((one) =>
    list(one['ports']),
  );
  return list(at(body, 'spec')['ports'])
    .filter(
      ({ targetPort }) => !ports.some((port) => port['containerPort'] === targetPort || port['name'] === targetPort),
    )
    .map(({ targetPort }) => `nothing listens on ${targetPort}`);
}

function checkScaler({ body }: Manifest, deployments: readonly Manifest[]): string[] {
  const { minReplicas, maxReplicas } = at(body, 'spec') as { minReplicas?: number; maxReplicas?: number };
  const target = find(deployments, at(body, 'spec', 'scaleTargetRef')['name']);
  if (target === undefined) return ['it scales nothing that is there'];
  const requests = list(at(target.body, 'spec', 'template', 'spec')['containers']).every(
    (one) => at(one, 'resources', 'requests')['cpu'],
  );
  return [
    ...(Number(minReplicas) < Number(maxReplicas) ? [] : ['it cannot scale']),
    ...(requests ? [] : ['it scales by processor, of which its pods request none']),
  ];
}

function checkBudget({ body }: Manifest, deployments: readonly Manifest[]): string[] {
  const [target] = deployments.filter(({ body: one }) =>
    fits(at(body, 'spec', 'selector', 'matchLabels'), at(one, 'spec', 'template', 'metadata', 'labels')),
  );
  if (target === undefined) return ['it is about nothing that is there'];
  return Number(at(body, 'spec')['minAvailable']) < Number(at(target.body, 'spec')['replicas'])
    ? []
    : ['nothing may ever be taken down'];
}

function checkIngress(
  { body }: Manifest,
  services: readonly Manifest[],
  secrets: readonly Manifest[],
  { conversationHeader }: Offered,
): string[] {
  const wrong: string[] = [];
  for (const rule of list(at(body, 'spec')['rules']))
    for (const path of list(at(rule, 'http')['paths'])) {
      const { name, port } = at(path, 'backend', 'service') as { name?: string; port?: { number?: number } };
      const service = find(services, name);
      if (!list(at(service?.body ?? {}, 'spec')['ports']).some((one) => one['port'] === port?.number))
        wrong.push(`there is no service ${name} on ${port?.number}`);
    }
  for (const { secretName } of list(at(body, 'spec')['tls']))
    if (find(secrets, secretName) === undefined) wrong.push(`there is no secret ${secretName}`);
  const hash = at(body, 'metadata', 'annotations')['nginx.ingress.kubernetes.io/upstream-hash-by'];
  const marked = `$http_${conversationHeader.replaceAll('-', '_')}`;
  if (hash !== marked) wrong.push(`a conversation stays at one copy only by ${marked}`);
  return wrong;
}

export function at(node: Node, ...path: readonly string[]): Node {
  let found: unknown = node;
  for (const key of path) found = (found as Node | undefined)?.[key];
  return typeof found === 'object' && found !== null ? (found as Node) : {};
}

export function list<T = Node>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}

function nameOf(body: Node): string {
  return String(at(body, 'metadata')['name'] ?? '');
}

function find(manifests: readonly Manifest[], name: unknown): Manifest | undefined {
  return manifests.find(({ body }) => nameOf(body) === name);
}

function fits(selector: Node, labels: Node): boolean {
  const wanted = Object.entries(selector);
  return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
}
