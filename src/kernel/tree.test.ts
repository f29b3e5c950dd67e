import { describe, expect, test } from 'vitest';
import { type Agent, addTransferTarget, codeAgent, llmAgent, parallelAgent, sequentialAgent } from './agent.ts';
import { agentTool } from './agent-tool.ts';
import type { ConsiliumError } from './errors.ts';
import { builtinTool, exitLoop } from './tool.ts';
import { buildTree, type Problem } from './tree.ts';

const problemsOf = (root: Agent): Problem[] => {
  try {
    buildTree(root);
    return [];
  } catch (thrown) {
    return (thrown as ConsiliumError).details?.['problems'] as Problem[];
  }
};

const agent = (name: string, over: Partial<Parameters<typeof llmAgent>[0]> = {}) =>
  llmAgent({ name, description: name, ...over });

describe('a tree is checked when it is built', () => {
  test.each<[string, () => Agent, string, string]>([
    [
      'two agents of one name',
      () => agent('root', { subAgents: [agent('twin'), agent('twin')] }),
      'unique_name',
      'twin',
    ],
    [
      'an agent with two parents',
      () => {
        const shared = agent('shared');
        return agent('root', { subAgents: [agent('a', { subAgents: [shared] }), agent('b', { subAgents: [shared] })] });
      },
      'single_parent',
      'shared has two parents: a and b',
    ],
    [
      'a cycle',
      () => {
        const children: Agent[] = [];
        const root = agent('root', { subAgents: children });
        children.push(agent('child', { subAgents: [root] }));
        return root;
      },
      'cycle',
      'root → child → root',
    ],
    [
      'two built-in tools',
      () => agent('root', { tools: [builtinTool('google.google_search'), builtinTool('google.code_execution')] }),
      'builtin_alone',
      'at most one',
    ],
    [
      'a built-in tool beside another',
      () => agent('root', { tools: [builtinTool('google.google_search'), exitLoop] }),
      'builtin_alone',
      'must stand alone',
    ],
    [
      'a transfer target that is not there',
      () => agent('root', { transferTargets: ['nobody'] }),
      'transfer_target',
      'nobody',
    ],
    [
      'an agent that may transfer to itself',
      () => agent('root', { transferTargets: ['root'] }),
      'transfer_target',
      'itself',
    ],
    ['two tools of one name', () => agent('root', { tools: [exitLoop, exitLoop] }), 'tool_name', 'exit_loop'],
    [
      'an inner agent that shares a name',
      () => agent('root', { tools: [agentTool({ agent: agent('root') })] }),
      'unique_name',
      'root',
    ],
    ['a workflow of nobody', () => sequentialAgent({ name: 'steps', subAgents: [] }), 'empty', 'steps'],
    ['a name with a space', () => agent('two words'), 'name', 'two words'],
    ['the name of the person', () => agent('user'), 'name', 'user'],
  ])('%s is refused', (_what, make, rule, says) => {
    const problems = problemsOf(make());
    expect(problems).toContainEqual(expect.objectContaining({ rule, message: expect.stringContaining(says) }));
  });

  test('every mistake is named at once, with agent and file', () => {
    const root = agent('root', {
      source: 'teams/x/root/config.yml',
      transferTargets: ['nobody'],
      subAgents: [agent('a', { source: 'teams/x/a/config.yml' }), agent('a', { source: 'teams/x/b/config.yml' })],
    });
    expect(problemsOf(root).map((p) => [p.rule, p.agent, p.file])).toEqual([
      ['unique_name', 'a', 'teams/x/b/config.yml'],
      ['transfer_target', 'root', 'teams/x/root/config.yml'],
    ]);
    expect(() => buildTree(root)).toThrow(/teams\/x\/b\/config\.yml: a shares its name/);
  });

  test('agents behind tools are part of the team', () => {
    const tree = buildTree(agent('root', { tools: [agentTool({ agent: agent('inner') })] }));
    expect([...tree.agents.keys()]).toEqual(['root', 'inner']);
    expect(tree.parentOf('inner')).toBeUndefined();
  });
});

describe('who may transfer to whom', () => {
  const edges = (root: Agent): string[] => {
    const tree = buildTree(root);
    return [...tree.agents.values()]
      .flatMap((from) => tree.targetsOf(from).map((to) => `${from.name}→${to.name}`))
      .sort();
  };

  test('hub and spoke is the default: parent and child, no peers', () => {
    expect(edges(agent('hub', { subAgents: [agent('a'), agent('b')] }))).toEqual(['a→hub', 'b→hub', 'hub→a', 'hub→b']);
  });

  test('a tree passes through its managers', () => {
    const data = agent('data', { subAgents: [agent('files'), agent('memory')] });
    const tree = buildTree(agent('main', { subAgents: [data, agent('home')] }));
    expect(tree.canTransferTo('main', 'data')).toBe(true);
    expect(tree.canTransferTo('main', 'files')).toBe(false);
    expect(tree.canTransferTo('files', 'data')).toBe(true);
    expect(tree.canTransferTo('files', 'home')).toBe(false);
  });

  test('a restricted mesh lets only those be peers who say so', () => {
    const root = agent('main', {
      subAgents: [agent('scout', { disallowTransferToPeers: false }), agent('axel'), agent('web')],
    });
    expect(edges(root)).toEqual([
      'axel→main',
      'main→axel',
      'main→scout',
      'main→web',
      'scout→axel',
      'scout→main',
      'scout→web',
      'web→main',
    ]);
  });

  test('directed transfers are added to hub and spoke one by one', () => {
    const scout = agent('scout');
    const axel = agent('axel');
    const web = agent('web_research');
    addTransferTarget(scout, axel);
    addTransferTarget(axel, scout);
    addTransferTarget(scout, 'web_research');
    addTransferTarget(scout, web);
    const tree = buildTree(agent('beto', { subAgents: [scout, axel, web, agent('todo')] }));
    expect(tree.canTransferTo('scout', 'axel')).toBe(true);
    expect(tree.canTransferTo('axel', 'scout')).toBe(true);
    expect(tree.canTransferTo('scout', 'web_research')).toBe(true);
    expect(tree.canTransferTo('web_research', 'scout')).toBe(false);
    expect(tree.canTransferTo('axel', 'web_research')).toBe(false);
    for (const name of ['scout', 'axel', 'web_research', 'todo']) {
      expect(tree.canTransferTo(name, 'beto')).toBe(true);
      expect(tree.canTransferTo('beto', name)).toBe(true);
    }
    expect(tree.canTransferTo('nobody', 'beto')).toBe(false);
  });

  test('an agent can be kept from going back, and workflow parents are not gone back to', () => {
    expect(edges(agent('hub', { subAgents: [agent('a', { disallowTransferToParent: true })] }))).toEqual(['hub→a']);
    expect(edges(parallelAgent({ name: 'both', subAgents: [agent('a'), agent('b')] }))).toEqual([]);
    expect(edges(agent('hub', { subAgents: [codeAgent({ name: 'plain', run: () => '' })] }))).toEqual(['hub→plain']);
  });

  test('an agent with a built-in tool is offered no transfer beside it', () => {
    expect(
      edges(agent('hub', { subAgents: [agent('web', { tools: [builtinTool('google.google_search')] })] })),
    ).toEqual(['hub→web']);
  });
});
