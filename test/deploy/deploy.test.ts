/** The files of deploy/ fit the program they start: its commands, its paths, its variables, its agents. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { remoteKind } from '../../src/a2a/client/kind.ts';
import { CONVERSATION_HEADER } from '../../src/a2a/wire.ts';
import { register } from '../../src/cli/commands/serve.ts';
import { OPEN_PATHS, RULES } from '../../src/server/routes.ts';
import { loadTeam } from '../../src/teams/index.ts';
import {
  at,
  checkCommand,
  checkManifests,
  DEPLOY,
  list,
  type Manifest,
  type Offered,
  readManifests,
  readYaml,
} from './manifests.ts';

const ROOT = resolve(DEPLOY, '..');
let offered: Offered;

beforeAll(async () => {
  const program = new Command();
  register(program, async () => 0);
  const [serve] = program.commands;
  const sources = sourcesOf(join(ROOT, 'src')) + sourcesOf(join(ROOT, 'teams'));
  offered = {
    openPaths: OPEN_PATHS,
    options: new Map(serve!.options.map((option) => [option.long!, option.required])),
    agents: new Set((await loadTeam(join(ROOT, 'teams/mentor'), { kinds: async () => [remoteKind()] })).offers.keys()),
    reads: (variable) => new RegExp(`\\b${variable}\\b`).test(sources),
    conversationHeader: CONVERSATION_HEADER,
  };
});

function sourcesOf(dir: string): string {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.(?:ts|yml)$/.test(path) && !path.includes('blind'))
    .map((path) => readFileSync(join(dir, path), 'utf8'))
    .join('\n');
}

describe('the Kubernetes manifests', () => {
  test('refer to nothing that is not there', () => {
    expect(checkManifests(readManifests(), offered)).toEqual([]);
  });

  test('run Analytics and Scheduler in three copies, behind 443', () => {
    const all = readManifests();
    for (const name of ['analytics-agent', 'scheduler-agent']) {
      const of = (kind: string) =>
        all.find(({ body }) => body['kind'] === kind && at(body, 'metadata')['name'] === name)!.body;
      expect(at(of('Deployment'), 'spec')['replicas']).toBe(3);
      expect(list(at(of('Service'), 'spec')['ports'])).toEqual([{ port: 443, targetPort: 8080 }]);
      const [container] = list(at(of('Deployment'), 'spec', 'template', 'spec')['containers']);
      const token = list(container!['env']).find((entry) => entry['name'] === 'A2A_TOKEN');
      expect(at(token!, 'valueFrom', 'secretKeyRef')['name']).toBe('a2a-secrets');
      expect(of('HorizontalPodAutoscaler')).toBeDefined();
    }
  });

  test('name every resource file in the kustomization', () => {
    const [kustomization] = readYaml(join(DEPLOY, 'k8s/kustomization.yml'));
    const files = new Set(readManifests().map(({ file }) => file));
    files.delete('secrets.example.yml');
    expect(list<string>(kustomization!['resources']).toSorted()).toEqual([...files].toSorted());
  });

  test('hold no secret', () => {
    const values = readManifests()
      .filter(({ body }) => body['kind'] === 'Secret')
      .flatMap(({ body }) => Object.values(at(body, 'stringData')));
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect(value).toMatch(/^replace/);
  });

  const broken: [string, (manifests: Manifest[]) => void, RegExp][] = [
    [
      'a selector of other pods',
      (all) => (at(pick(all, 'Deployment'), 'spec', 'selector', 'matchLabels')['app'] = 'x'),
      /selector/,
    ],
    [
      'a probe of a path that asks for a token',
      (all) => (at(container(all), 'livenessProbe', 'httpGet')['path'] = '/metrics'),
      /without a token/,
    ],
    [
      'an option that serve does not have',
      (all) => list(container(all)['args']).splice(1, 0, '--workers' as never),
      /no --workers/,
    ],
    [
      'an agent that is none',
      (all) => void list<string>(container(all)['args']).splice(6, 1, 'AnalysisAgent'),
      /AnalysisAgent/,
    ],
    [
      'a variable that nothing reads',
      (all) => list(container(all)['env']).push({ name: 'A2A_TOKENS_X', value: 'x' }),
      /nothing reads/,
    ],
    [
      'a key that its secret lacks',
      (all) => (at(list(container(all)['env'])[0]!, 'valueFrom', 'secretKeyRef')['key'] = 'token'),
      /has no token/,
    ],
    [
      'a port on which nothing listens',
      (all) => (list(at(pick(all, 'Service'), 'spec')['ports'])[0]!['targetPort'] = 80),
      /listens on 80/,
    ],
    [
      'a balancer that forgets conversations',
      (all) =>
        (at(pick(all, 'Ingress'), 'metadata', 'annotations')['nginx.ingress.kubernetes.io/upstream-hash-by'] =
          '$remote_addr'),
      /conversation/,
    ],
    [
      'an agent called by a name that nothing resolves',
      (all) => {
        const { body } = all.find(({ file, body: one }) => file === 'mentor.yml' && one['kind'] === 'Deployment')!;
        const [mentor] = list(at(body, 'spec', 'template', 'spec')['containers']);
        list(mentor!['env']).find(({ name }) => name === 'ANALYTICS_URL')!['value'] =
          'https://analytics.consilium.internal/a2a';
      },
      /nothing here resolves analytics\.consilium\.internal/,
    ],
    [
      'a name that the ingress does not know',
      (all) => (list(at(pick(all, 'Ingress'), 'spec')['rules'])[0]!['host'] = 'analytics.example'),
      /no ingress answers for analytics/,
    ],
    [
      'a volume that is not there',
      (all) => list(container(all)['volumeMounts']).push({ name: 'cache' }),
      /mounts cache/,
    ],
  ];
  test.each(broken)('would be found with %s', (_, breaking, problem) => {
    const manifests = readManifests();
    breaking(manifests);
    expect(checkManifests(manifests, offered).join('\n')).toMatch(problem);
  });
});

function pick(all: readonly Manifest[], kind: string) {
  return all.find(({ body }) => body['kind'] === kind)!.body;
}

function container(all: readonly Manifest[]) {
  return list(at(pick(all, 'Deployment'), 'spec', 'template', 'spec')['containers'])[0]!;
}

describe('the Compose file', () => {
  const [compose] = readYaml(join(DEPLOY, 'compose.yml'));
  const services = Object.entries(at(compose!, 'services')) as [string, Record<string, unknown>][];

  test('starts what the program has, on networks and volumes that are declared', () => {
    for (const [name, service] of services) {
      const command = list<string>(service['command']);
      if (command.length > 0) expect([name, checkCommand(command, offered)]).toEqual([name, []]);
      for (const variable of Object.keys(at(service, 'environment')))
        expect([variable, offered.reads(variable)]).toEqual([variable, true]);
      for (const network of list<string>(service['networks']))
        expect(Object.keys(at(compose!, 'networks'))).toContain(network);
      for (const volume of list<string>(service['volumes']))
        expect(Object.keys(at(compose!, 'volumes'))).toContain(volume.split(':')[0]);
      for (const other of list<string>(service['depends_on'])) expect(services.map(([one]) => one)).toContain(other);
    }
  });

  test('gives the mentor two Analytics and a Scheduler that are there, over a network of their own', () => {
    const mentor = at(Object.fromEntries(services), 'mentor', 'environment') as Record<string, string>;
    const urls = [...mentor['ANALYTICS_URL']!.split(','), mentor['SCHEDULER_URL']!].map((url) => new URL(url));
    expect(urls).toHaveLength(3);
    for (const { hostname, port, pathname } of urls) {
      expect(services.map(([name]) => name)).toContain(hostname);
      expect(mentor['CONSILIUM_A2A_PLAIN']!.split(',')).toContain(hostname);
      expect(port).toBe('8080');
      expect(RULES.some(({ path, method }) => path === pathname && (method === 'post' || method === 'all'))).toBe(true);
    }
    expect(at(compose!, 'networks', 'agents')['internal']).toBe(true);
  });

  test('takes its token from the environment, and does without none', () => {
    const text = readFileSync(join(DEPLOY, 'compose.yml'), 'utf8');
    expect(text.match(/\$\{A2A_TOKEN[^}]*\}/g)!.every((one) => one.startsWith('${A2A_TOKEN:?'))).toBe(true);
  });
});

describe('the Dockerfile', () => {
  const lines = readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const of = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

  test('has only instructions, and copies what is there', () => {
    const known = [
      'FROM',
      'WORKDIR',
      'COPY',
      'RUN',
      'ENV',
      'USER',
      'VOLUME',
      'EXPOSE',
      'HEALTHCHECK',
      'ENTRYPOINT',
      'CMD',
    ];
    for (const line of lines) expect(known).toContain(line.split(' ')[0]);
    const top = new Set(readdirSync(ROOT));
    for (const copied of of('COPY').filter((line) => !line.startsWith('--from')))
      for (const path of copied.split(' ').slice(0, -1)) if (path !== '.') expect(top).toContain(path);
    for (const script of lines.join(' ').matchAll(/node (deploy\/\S+)/g))
      expect(readFileSync(join(ROOT, script[1]!))).toBeDefined();
  });

  test('runs a command of ours, not as root, and asks a path that answers', () => {
    expect(JSON.parse(of('ENTRYPOINT')[0]!)).toEqual(['consilium']);
    expect(checkCommand(JSON.parse(of('CMD')[0]!), offered)).toEqual([]);
    expect(of('USER').at(-1)).toBe('node');
    const path = /127\.0\.0\.1:(\d+)(\/\w+)/.exec(of('HEALTHCHECK')[0]!);
    expect(OPEN_PATHS.has(path![2]!)).toBe(true);
    expect(of('EXPOSE')).toEqual([path![1]]);
    // The Node of the image is the one that the program asks for.
    expect(of('FROM').every((image) => image.startsWith('node:24'))).toBe(true);
  });
});
