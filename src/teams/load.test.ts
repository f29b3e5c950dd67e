import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Agent, codeAgent, type LlmAgent } from '../kernel/agent.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import { toJsonSchema } from '../kernel/schema.ts';
import { exitLoop } from '../kernel/tool.ts';
import { SOUND, toolModule, writeTeam, writeTeamFile } from './fixture.ts';
import { type AgentKind, checkTeam, loadTeam } from './index.ts';

function find(root: Agent, name: string): Agent {
  const all = (agent: Agent): Agent[] => [
    agent,
    ...agent.subAgents.flatMap(all),
    ...(agent.kind === 'llm' ? agent.tools.flatMap((tool) => (tool.kind === 'agent' ? all(tool.agent) : [])) : []),
  ];
  const found = all(root).find((agent) => agent.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

const llm = (root: Agent, name: string) => find(root, name) as LlmAgent;

describe('a team folder becomes a team', () => {
  test('with its tree, its tools and the file of each agent', async () => {
    const dir = writeTeam(SOUND);
    const team = await loadTeam(dir);
    expect(team).toMatchObject({
      name: 'clinic',
      description: 'A small clinic.',
      dir,
      agents: ['Hub', 'Hours', 'Booking'],
    });
    expect(team.root.subAgents.map((agent) => agent.name)).toEqual(['Hours', 'Booking']);
    const hours = llm(team.root, 'Hours');
    expect(hours.source).toBe(join(dir, 'Hours/config.yml'));
    expect(hours.tools.map((tool) => tool.name)).toEqual(['look_up_hours']);
    expect(llm(team.root, 'Booking').transferTargets).toEqual(['Hours']);
  });

  test('with every setting of a config under its kernel name', async () => {
    const dir = writeTeam({
      ...SOUND,
      'Booking/config.yml': `name: Booking
kind: llm
model: deep
description: Books visits.
instruction: |
  Book for {patient_name?}.
generate_config: { temperature: 0.2, top_p: 0.9, top_k: 40, max_output_tokens: 800, stop_sequences: [END], seed: 7,
  presence_penalty: -1, frequency_penalty: 1.5 }
disallow_transfer_to_parent: true
disallow_transfer_to_peers: false
output_key: booking
retry: { attempts: 2, initial_delay_ms: 10, max_delay_ms: 100 }
history: turn
speaks: false
tools: [exit_loop]
`,
    });
    expect(llm((await loadTeam(dir)).root, 'Booking')).toMatchObject({
      kind: 'llm',
      model: 'deep',
      instruction: 'Book for {patient_name?}.\n',
      generate: {
        temperature: 0.2,
        topP: 0.9,
        topK: 40,
        maxOutputTokens: 800,
        stopSequences: ['END'],
        seed: 7,
        presencePenalty: -1,
        frequencyPenalty: 1.5,
      },
      disallowTransferToParent: true,
      disallowTransferToPeers: false,
      outputKey: 'booking',
      retry: { attempts: 2, initialDelayMs: 10, maxDelayMs: 100 },
      history: 'turn',
      speaks: false,
      tools: [{ name: 'exit_loop' }],
    });
  });

  test('with what team.yml says of models, limits, state and examples', async () => {
    const dir = writeTeam({
      ...SOUND,
      'team.yml': `root: Hub
model_config:
  main_model: deep
  sub_agent_model: fast
  specialized_agents: { booking_model: gpt-5 }
limits: { model_calls: 9, tokens: 1000, transfers: 0, wall_ms: 5000 }
state: { clinic: Elm Street, user_location: { city: Graz } }
welcome: Good morning.
examples: [When do you open?]
`,
    });
    const team = await loadTeam(dir);
    expect(team.limits).toEqual({ modelCalls: 9, tokens: 1000, transfers: 0, wallMs: 5000 });
    expect(team.initialState).toEqual({ clinic: 'Elm Street', user_location: { city: 'Graz' } });
    expect(team).toMatchObject({ welcome: 'Good morning.', examples: ['When do you open?'] });
    expect(['Hub', 'Hours', 'Booking'].map((name) => llm(team.root, name).model)).toEqual(['deep', 'fast', 'gpt-5']);
  });

  test('with tools by the name of the export or of the tool, from the agent first and then from the team', async () => {
    const named = toolModule({ look_up_hours: 'own' }).replace('export const look_up_hours', 'export const lookUp');
    const dir = writeTeam({
      ...SOUND,
      'tools.ts': toolModule({ look_up_hours: 'shared', call_a_taxi: 'shared' }),
      'Hours/tools.ts': named,
      'Hours/config.yml': 'name: Hours\ndescription: x\ninstruction: x\ntools: [lookUp, call_a_taxi]\n',
      'Booking/config.yml': 'name: Booking\ndescription: x\ninstruction: x\ntools: [look_up_hours]\n',
    });
    const { root } = await loadTeam(dir);
    const results = ['Hours', 'Booking'].map((name) =>
      llm(root, name).tools.map((tool) => tool.kind === 'function' && tool.execute({}, {} as never)),
    );
    expect(results).toEqual([['own', 'shared'], ['shared']]);
  });

  test('with agents as tools, safe ones with all that goes with it', async () => {
    const dir = writeTeam({
      ...SOUND,
      'Hub/callbacks.ts': 'export function watchVideo() { return "seen"; }\n',
      'Hub/config.yml': `name: Hub
instruction: x
sub_agents: [Booking]
tools:
  - agent: Hours
    safe: true
    name: ask_hours
    description: Asks for the hours.
    fallback_response: I cannot see the hours.
    empty_response: There are none.
    result_key: hours
    status_key: hours_status
    error_key: hours_error
    initial_status: pending
    preserve_request: false
    reset_state: false
    intercept: watchVideo
  - { agent: Plain }
`,
      'Plain/config.yml': 'name: Plain\ndescription: As it is.\ninstruction: x\n',
      'Booking/config.yml': 'name: Booking\ndescription: x\ninstruction: x\n',
    });
    const team = await loadTeam(dir);
    expect(team.agents).toEqual(['Hub', 'Booking', 'Hours', 'Plain']);
    const [safe, plain] = llm(team.root, 'Hub').tools;
    expect(safe).toMatchObject({
      kind: 'agent',
      name: 'ask_hours',
      description: 'Asks for the hours.',
      agent: { name: 'Hours' },
      safe: {
        fallbackResponse: 'I cannot see the hours.',
        emptyResponse: 'There are none.',
        resultKey: 'hours',
        statusKey: 'hours_status',
        errorKey: 'hours_error',
        preserveRequest: false,
        resetState: false,
        intercept: expect.any(Function),
      },
    });
    expect(plain).toMatchObject({ kind: 'agent', name: 'Plain', description: 'As it is.' });
    expect(plain).not.toHaveProperty('safe');
  });

  test('with a built-in tool of a provider', async () => {
    const dir = writeTeam({
      ...SOUND,
      'Booking/config.yml':
        'name: Booking\ndescription: x\ninstruction: x\ntools:\n  - builtin: google.google_search\n    args: { max: 3 }\n',
    });
    expect(llm((await loadTeam(dir)).root, 'Booking').tools).toEqual([
      { kind: 'builtin', id: 'google.google_search', name: 'google_search', args: { max: 3 } },
    ]);
  });

  test('with callbacks of the agent and of the team, in order', async () => {
    const dir = writeTeam({
      ...SOUND,
      'callbacks.ts': 'export const greet = () => "team";\nexport const log = () => undefined;\n',
      'Booking/callbacks.ts': 'export const greet = () => "own";\n',
      'Booking/config.yml':
        'name: Booking\ndescription: x\ninstruction: x\ncallbacks:\n  before_agent: [log, greet]\n  after_tool: log\n',
    });
    const booking = llm((await loadTeam(dir)).root, 'Booking');
    expect(booking.beforeAgent.map((callback) => callback({} as never))).toEqual([undefined, 'own']);
    expect(booking.afterTool).toHaveLength(1);
    expect(booking.beforeModel).toEqual([]);
  });

  test('with structured output by an exported schema or an inline one, which the model sees as written', async () => {
    const inline = { type: 'object', properties: { slot: { type: 'string' } }, required: ['slot'] };
    const dir = writeTeam({
      ...SOUND,
      'Hours/schema.ts':
        "export const Answer = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } };\n",
      'Hours/config.yml': 'name: Hours\ndescription: x\ninstruction: x\noutput_schema: Answer\n',
      'Booking/config.yml': `name: Booking\ndescription: x\ninstruction: x\noutput_schema: ${JSON.stringify(inline)}\n`,
    });
    const { root } = await loadTeam(dir);
    const schema = llm(root, 'Booking').outputSchema!;
    expect(toJsonSchema(schema)).toEqual(inline);
    expect(await schema['~standard'].validate({ slot: '09:00' })).toMatchObject({ value: { slot: '09:00' } });
    expect(await schema['~standard'].validate({})).toHaveProperty('issues');
    expect(llm(root, 'Hours').outputSchema?.['~standard'].vendor).toBe('test');
  });

  test('with the offline policy where there is one and it is wanted', async () => {
    const policy = 'export default () => ({ say: "Yes." });\n';
    const dir = writeTeam({
      ...SOUND,
      'Hours/offline.ts': policy,
      'Booking/offline.ts': policy,
      'Booking/config.yml': 'name: Booking\ndescription: x\ninstruction: x\noffline: false\n',
      'Hub/by-heart.ts': policy,
      'Hub/config.yml': `${SOUND['Hub/config.yml']}offline: by-heart.ts\n`,
    });
    const { root } = await loadTeam(dir);
    expect(['Hub', 'Hours', 'Booking'].map((name) => typeof llm(root, name).offline)).toEqual([
      'function',
      'function',
      'undefined',
    ]);
  });

  test('with agents of every kind', async () => {
    const dir = writeTeam({
      'team.yml': 'name: kinds\nroot: Line\n',
      'Line/config.yml': 'kind: sequential\nsub_agents: [Fan, Round, Code]\n',
      'Fan/config.yml': 'kind: parallel\ndescription: x\nsub_agents: [One]\n',
      'One/config.yml': 'description: x\ninstruction: x\n',
      'Round/config.yml': 'kind: loop\ndescription: x\nmax_iterations: 3\nsub_agents: [Two]\n',
      'Two/config.yml': 'description: x\ninstruction: x\ntools: [exit_loop]\n',
      'Code/config.yml': 'kind: code\ndescription: x\n',
      'Code/agent.ts': 'export default () => "done";\n',
    });
    const { root } = await loadTeam(dir);
    expect(root.subAgents.map((agent) => agent.kind)).toEqual(['parallel', 'loop', 'code']);
    expect(find(root, 'Round')).toMatchObject({ maxIterations: 3 });
  });

  test('and folders that begin with _ or . are not agents', async () => {
    const dir = writeTeam({ ...SOUND, '_data/prices.yml': 'x: 1\n', '.git/HEAD': 'ref\n' });
    expect((await loadTeam(dir)).agents).toHaveLength(3);
  });
});

test('a kind of agents is registered from outside, with its own keys, checks and way to be made', async () => {
  const echo: AgentKind = {
    name: 'echo',
    keys: { echoes: z.string().optional(), instead: z.string().optional() },
    without: ['sub_agents'],
    isInPlace: true,
    check: (name, config) => ('echoes' in config ? undefined : `${name} has nothing to echo.`),
    refersTo: (config) => ('instead' in config ? [{ key: 'instead', agent: String(config.instead) }] : []),
    build: ({ base, config, agent }) => {
      const { echoes, instead = '' } = config as { echoes?: string; instead?: string };
      return codeAgent({ ...base, subAgents: [agent(instead) ?? []].flat(), run: () => echoes });
    },
  };
  const team = (hub: string) =>
    writeTeam({
      'team.yml': 'root: Hub\n',
      'Hub/config.yml': hub,
      'Echo/config.yml': 'kind: echo\ndescription: x\nechoes: ho\n',
      'Other/config.yml': 'description: x\ninstruction: x\n',
    });
  const kinds = async () => [echo];
  const dir = team('kind: sequential\nsub_agents:\n  - Echo\n  - { name: Near, echoes: hey, instead: Other }\n');
  const { root } = await loadTeam(dir, { kinds });
  expect(root.subAgents.map(({ name, kind }) => [name, kind])).toEqual([
    ['Echo', 'code'],
    ['Near', 'code'],
  ]);
  expect(find(root, 'Near').subAgents.map(({ name }) => name)).toEqual(['Other']);
  const wrong = team('kind: sequential\nsub_agents: [Echo, Other, { name: Near, instead: Nobody, loud: true }]\n');
  const { problems } = await checkTeam(wrong, { kinds });
  expect(problems.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
    'missing_key Near has nothing to echo.',
    'unknown_agent There is no agent "Nobody". There are: Echo, Hub, Near, Other.',
    'unknown_key "loud" is not a key of sub_agents[2]. Known: name, kind, description, speaks, version, actions, echoes, instead.',
  ]);
  expect(JSON.stringify((await checkTeam(dir)).problems)).toContain('kind must be one of');
});

test('a team that does not load throws one error with all problems in it', async () => {
  const dir = writeTeam({
    ...SOUND,
    'Hours/config.yml': 'name: Hours\ntools:\n  - look_up_hour\n',
    'Hub/config.yml': `${SOUND['Hub/config.yml']}temperature: 1\n`,
  });
  const error = await loadTeam(dir).catch((thrown: unknown) => thrown as ConsiliumError);
  expect(error).toBeInstanceOf(ConsiliumError);
  expect(error).toMatchObject({
    code: 'TEAM_INVALID',
    details: {
      problems: [
        { file: join(dir, 'Hours/config.yml'), line: 3, column: 5, rule: 'unknown_tool', agent: 'Hours' },
        { file: join(dir, 'Hub/config.yml'), line: 7, column: 1, rule: 'unknown_key', agent: 'Hub' },
      ],
    },
  });
  expect((error as ConsiliumError).message).toContain('look_up_hours');
});

test('a team brings its own: rights, limits, when and how old turns are told, tools of the house by name', async () => {
  const dir = writeTeam({
    ...SOUND,
    'team.yml': `root: Hub
scopes: { clinic: Books visits. }
compaction: { tokens: 10, keep_turns: 2 }
limits: { remote_calls: 3 }
`,
    'compaction.ts': 'export const summarize = (turns) => `${turns.length} turns`;\n',
    'Booking/config.yml': 'description: Books.\ninstruction: Book.\ntools: [exit_loop, house_tool]\n',
  });
  const houseTool = { ...exitLoop, name: 'house_tool' };
  const team = await loadTeam(dir, { tools: { house_tool: houseTool } });
  expect(team).toMatchObject({ scopes: { clinic: 'Books visits.' }, limits: { remoteCalls: 3 } });
  expect(team.compaction!.isDue({ tokens: 11, events: 1 })).toBe(true);
  expect(team.compaction!.isDue({ tokens: 9, events: 100 })).toBe(false);
  expect(team.compaction).toMatchObject({ keepTurns: 2 });
  expect(await team.compaction!.summarize([{ user: 'a', replies: [] }], '')).toBe('1 turns');
  expect(find(team.root, 'Booking')).toMatchObject({ tools: [exitLoop, houseTool] });
  await expect(loadTeam(dir)).rejects.toMatchObject({ message: expect.stringContaining('house_tool') });
  writeTeamFile(dir, 'compaction.ts', 'export const summarise = 1;\n');
  await expect(loadTeam(dir, { tools: { house_tool: houseTool }, version: 9 })).rejects.toMatchObject({
    details: { problems: [{ file: join(dir, 'compaction.ts'), rule: 'compaction' }] },
  });
});
