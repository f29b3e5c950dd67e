/** Every mistake one can make in a team folder, and that it is named with its file and line. */
import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildTree } from '../kernel/index.ts';
import { createModels } from '../models/index.ts';
import { SOUND, writeTeam } from './fixture.ts';
import { checkTeam, type LoadOptions } from './index.ts';

/** `file:line:column rule message`, one per problem, paths relative to the team. */
async function mistakesIn(
  files: Record<string, string>,
  without: string[] = [],
  options: LoadOptions = {},
): Promise<string[]> {
  const all = Object.fromEntries(Object.entries({ ...SOUND, ...files }).filter(([name]) => !without.includes(name)));
  const dir = writeTeam(all);
  const { team, problems } = await checkTeam(dir, options);
  expect(team === undefined).toBe(problems.length > 0);
  return problems.map(({ file, line, column, rule, message }) => {
    const place = [relative(dir, file), line, column].filter((part) => part !== undefined).join(':');
    return `${place} ${rule} ${message.replaceAll(dir, '<team>')}`;
  });
}

const agent = (rest: string) => `name: Booking\ndescription: Books visits.\ninstruction: Book.\n${rest}`;

test('the team the mistakes are put into is sound', async () => {
  expect(await mistakesIn({})).toEqual([]);
});

describe('YAML', () => {
  test('that is broken', async () => {
    expect(await mistakesIn({ 'Booking/config.yml': 'name: Booking\ntools: [a, b\ninstruction: x\n' })).toEqual([
      expect.stringMatching(/^Booking\/config\.yml:3:1 yaml This is not YAML: Flow sequence .*\.$/),
    ]);
  });

  test('with a tab where spaces belong', async () => {
    const [first] = await mistakesIn({ 'Booking/config.yml': 'name: Booking\ntools:\n\t- x\n' });
    expect(first).toMatch(/^Booking\/config\.yml:3:1 yaml .*[Tt]ab/);
  });

  test('with a key given twice, and the rest of the file is still checked', async () => {
    expect(await mistakesIn({ 'Booking/config.yml': agent('instruction: Again.\ntools:\n  - nothing\n') })).toEqual([
      'Booking/config.yml:4:1 duplicate_key "instruction" is given twice; only one can hold.',
      'Booking/config.yml:6:5 unknown_tool There is no tool "nothing". Booking has no tools.ts. There are: exit_loop.',
    ]);
  });

  test('that is empty, or a list, or text', async () => {
    expect(await mistakesIn({ 'Booking/config.yml': '# to do\n' })).toEqual([
      'Booking/config.yml:1:1 mapping The file is empty.',
    ]);
    expect(await mistakesIn({ 'Booking/config.yml': '- a\n' })).toEqual([
      'Booking/config.yml:1:1 mapping The file must be a mapping of keys to values.',
    ]);
    expect(await mistakesIn({ 'Booking/config.yml': 'Booking\n' })).toHaveLength(1);
  });

  test('that grows without end by its aliases', async () => {
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'
      .split('')
      .map((letter, i) => `${letter}: &${letter} [${`*${'abcdefg'[i]}, `.repeat(9)}]\n`)
      .join('')}`;
    expect(await mistakesIn({ 'Booking/config.yml': bomb })).toEqual([
      expect.stringMatching(/^Booking\/config\.yml:1:1 yaml .*alias/),
    ]);
  });
});

describe('keys and values', () => {
  test('that are unknown, with what was meant', async () => {
    expect(
      await mistakesIn({
        'Booking/config.yml': agent(
          'instructions: x\nwibble: 1\ngenerate_config:\n  temprature: 1\ncallbacks:\n  befor_agent: x\n',
        ),
      }),
    ).toEqual([
      'Booking/config.yml:4:1 unknown_key "instructions" is not a key of this file. Did you mean "instruction"?',
      expect.stringMatching(
        /^Booking\/config\.yml:5:1 unknown_key "wibble" is not a key of this file\. Known: name, kind, /,
      ),
      'Booking/config.yml:7:3 unknown_key "temprature" is not a key of generate_config. Did you mean "temperature"?',
      'Booking/config.yml:9:3 unknown_key "befor_agent" is not a key of callbacks. Did you mean "before_agent"?',
    ]);
  });

  test('of the wrong type or out of range', async () => {
    expect(
      await mistakesIn({
        'Booking/config.yml': agent(
          'kind: lm\nsub_agents: Hours\nspeaks: "yes"\ngenerate_config:\n  temperature: hot\n  top_p: 3\n  top_k: 1.5\nretry:\n  attempts: 0\nmodel: 7\noutput_key:\ntools:\n  - 3\n  - x\n',
        ),
      }),
    ).toEqual([
      'Booking/config.yml:4:7 value kind must be one of llm, sequential, parallel, loop, code, not "lm". Did you mean "llm"?',
      'Booking/config.yml:5:13 type sub_agents must be a list, not text.',
      'Booking/config.yml:6:9 type speaks must be true or false, not text.',
      'Booking/config.yml:8:16 type generate_config.temperature must be a number, not text.',
      'Booking/config.yml:9:10 value generate_config.top_p must be at most 1, not 3.',
      'Booking/config.yml:10:10 type generate_config.top_k must be a whole number, not the number 1.5.',
      'Booking/config.yml:12:13 value retry.attempts must be at least 1, not 0.',
      'Booking/config.yml:13:8 type model must be text, not the number 7.',
      'Booking/config.yml:14:1 type output_key must be text, not empty.',
      'Booking/config.yml:16:5 type tools[0] must be text or a mapping, not the number 3.',
    ]);
  });

  test('of a tool entry', async () => {
    expect(
      await mistakesIn({
        'Hub/config.yml': `name: Hub
instruction: x
sub_agents: [Booking]
tools:
  - agent: Hours
    saf: true
  - builtin: google_search
`,
      }),
    ).toEqual([
      'Hub/config.yml:6:5 unknown_key "saf" is not a key of tools[0]. Did you mean "safe"?',
      'Hub/config.yml:7:14 value tools[1].builtin must be provider.tool, such as google.google_search.',
    ]);
  });

  test('of team.yml', async () => {
    expect(
      await mistakesIn({
        'team.yml':
          'root: Hub\nlimits: { model_call: 3 }\nmodel_config:\n  main_modl: x\nstate:\n  mood: 3\nstate_keys:\n  mood: { enum: [good, bad] }\n  case: { typ: text }\n',
      }),
    ).toEqual([
      'team.yml:2:11 unknown_key "model_call" is not a key of limits. Did you mean "model_calls"?',
      'team.yml:4:3 unknown_key "main_modl" is not a key of model_config. Did you mean "main_model"?',
      'team.yml:6:9 state mood must be one of "good", "bad".',
      'team.yml:9:11 unknown_key "typ" is not a key of state_keys.case. Did you mean "type"?',
    ]);
    expect(await mistakesIn({ 'team.yml': 'name: clinic\n' })).toEqual(['team.yml:1:1 missing_key root is missing.']);
  });

  test('that belong to another kind of agent', async () => {
    expect(
      await mistakesIn({
        'Booking/config.yml':
          'kind: sequential\ndescription: x\nsub_agents: [Inner]\ntools: [exit_loop]\ncallbacks: { before_model: x }\n',
        'Inner/config.yml': 'description: x\ninstruction: x\nmax_iterations: 3\n',
      }),
    ).toEqual([
      'Booking/config.yml:4:1 kind "tools" means nothing for an agent of kind sequential.',
      'Booking/config.yml:5:14 kind "before_model" means nothing for an agent of kind sequential: it has no model and no tools.',
      expect.stringMatching(/^Booking\/config\.yml:5:28 unknown_callback /),
      'Inner/config.yml:3:1 kind "max_iterations" means nothing for an agent of kind llm (the kind where none is given).',
    ]);
  });
});

describe('names that lead nowhere', () => {
  test('a tool, with what was meant', async () => {
    expect(
      await mistakesIn({ 'Hours/config.yml': 'description: x\ntools:\n  - exit_loop\n  - lookup_hours\n' }),
    ).toEqual(['Hours/config.yml:4:5 unknown_tool There is no tool "lookup_hours". Did you mean "look_up_hours"?']);
  });

  test('an agent where a tool belongs, a built-in as plain text, the transfer tool, an export that is no tool', async () => {
    expect(
      await mistakesIn({
        'Booking/tools.ts': 'export const price = 3;\n',
        'Booking/config.yml': agent('tools: [Hours, google.google_search, transfer_to_agent, price]\n'),
      }),
    ).toEqual([
      'Booking/config.yml:4:9 unknown_tool "Hours" is an agent, not a tool. To call it as one, write "agent: Hours".',
      'Booking/config.yml:4:16 unknown_tool "google.google_search" looks like a built-in tool: write "builtin: google.google_search".',
      'Booking/config.yml:4:38 unknown_tool transfer_to_agent is given to every agent that may transfer: leave it out.',
      'Booking/config.yml:4:57 unknown_tool "price" is exported by tools.ts but is not a tool: make it with tool({…}).',
    ]);
  });

  test('a sub-agent, a transfer target, an agent as a tool, the root', async () => {
    expect(
      await mistakesIn({
        'team.yml': 'root: Hab\n',
        'Booking/config.yml': agent('sub_agents:\n  - hours2\ntransfer_targets: [Ours]\ntools:\n  - agent: Nobody\n'),
      }),
    ).toEqual([
      'Booking/config.yml:5:5 unknown_agent There is no agent "hours2". Did you mean "Hours"?',
      'Booking/config.yml:6:20 unknown_agent There is no agent "Ours". Did you mean "Hours"?',
      'Booking/config.yml:8:12 unknown_agent There is no agent "Nobody". There are: Booking, Hours, Hub.',
      'team.yml:1:7 unknown_agent The root "Hab" is not an agent. Did you mean "Hub"?',
    ]);
  });

  test('a callback, an interception, a schema, an offline policy', async () => {
    expect(
      await mistakesIn({
        'callbacks.ts': 'export const updateTime = () => undefined;\n',
        'Booking/schema.ts': 'export const Visit = 3;\n',
        'Booking/config.yml': agent(
          'callbacks:\n  before_agent: [updateTime, updatetim]\noutput_schema: Visit\noffline: ofline.ts\ntools:\n  - agent: Inner\n    safe: true\n    fallback_response: no\n    intercept: watch\n',
        ),
        'Inner/config.yml': 'description: x\ninstruction: x\n',
      }),
    ).toEqual([
      'Booking/config.yml:5:30 unknown_callback There is no function "updatetim" in callbacks.ts. Did you mean "updateTime"?',
      'Booking/config.yml:6:16 unknown_schema There is no schema "Visit".',
      'Booking/config.yml:7:10 unknown_policy There is no ofline.ts in the folder of Booking.',
      'Booking/config.yml:12:16 unknown_intercept There is no function "watch" in callbacks.ts or tools.ts. There are: updateTime.',
    ]);
  });

  test('a model, where somebody knows which there are', async () => {
    const files = {
      'team.yml': 'root: Hub\nmodel_config:\n  main_model: fats\n  specialized_agents:\n    hours_model: nonsense\n',
      'Booking/config.yml': agent('model: gemini-2.5-flesh\n'),
    };
    expect(await mistakesIn(files)).toEqual([]);
    expect(await mistakesIn(files, [], { models: createModels({ env: {} }) })).toEqual([
      expect.stringMatching(/^Booking\/config\.yml:4:8 unknown_model "gemini-2\.5-flesh" .*gemini-2\.5-flash/),
      expect.stringMatching(/^team\.yml:3:15 unknown_model "fats" /),
      expect.stringMatching(/^team\.yml:5:18 unknown_model "nonsense" /),
    ]);
  });

  test('an inline schema that is none', async () => {
    expect(await mistakesIn({ 'Booking/config.yml': agent('output_schema:\n  type: objekt\n') })).toEqual([
      expect.stringMatching(/^Booking\/config\.yml:4:1 schema .*objekt/),
    ]);
  });

  test('keys of a safe tool on one that is not, and a safe tool without a fallback', async () => {
    expect(
      await mistakesIn({
        'Booking/config.yml': agent('tools:\n  - agent: One\n    result_key: x\n  - agent: Two\n    safe: true\n'),
        'One/config.yml': 'description: x\ninstruction: x\n',
        'Two/config.yml': 'description: x\ninstruction: x\n',
      }),
    ).toEqual([
      'Booking/config.yml:6:17 safe_tool "result_key" is for a safe agent tool: add "safe: true".',
      'Booking/config.yml:7:5 safe_tool A safe agent tool needs a fallback_response: what is said when Two fails.',
    ]);
  });
});

describe('the tree', () => {
  test('with a cycle', async () => {
    expect(await mistakesIn({ 'Booking/config.yml': agent('sub_agents:\n  - Hub\n') })).toEqual([
      'Hub/config.yml:6:5 cycle Booking would be its own ancestor: Booking → Hub → Booking.',
      'team.yml:3:7 root The root Hub belongs to Booking (as a sub-agent, line 5): a root has no owner.',
    ]);
  });

  test('with a cycle below the root and through a tool', async () => {
    expect(
      await mistakesIn({
        'Booking/config.yml': agent('tools:\n  - agent: Loop\n'),
        'Loop/config.yml': 'description: x\ninstruction: x\nsub_agents: [Deep]\n',
        'Deep/config.yml': 'description: x\ninstruction: x\ntools:\n  - agent: Loop\n',
      }),
    ).toEqual([
      'Deep/config.yml:4:12 single_parent Loop already belongs to Booking (as a tool, line 5): an agent has one owner.',
    ]);
    expect(
      await mistakesIn({
        'Loop/config.yml': 'description: x\ninstruction: x\nsub_agents: [Deep]\n',
        'Deep/config.yml': 'description: x\ninstruction: x\ntools:\n  - agent: Loop\n',
      }),
    ).toEqual([
      expect.stringMatching(/^Loop\/config\.yml:3:14 cycle Deep would be its own ancestor: Deep → Loop → Deep\.$/),
    ]);
  });

  test('with an agent that is its own sub-agent', async () => {
    expect(await mistakesIn({ 'Stray/config.yml': 'description: x\nsub_agents: [Stray]\n' })).toEqual([
      'Stray/config.yml:2:14 cycle Stray would be its own ancestor: Stray → Stray.',
    ]);
  });

  test('with an agent that has two parents', async () => {
    expect(await mistakesIn({ 'Booking/config.yml': agent('sub_agents: [Hours]\n') })).toEqual([
      'Hub/config.yml:5:5 single_parent Hours already belongs to Booking (as a sub-agent, line 4): an agent has one owner.',
    ]);
  });

  test('with two built-in tools, or one beside others: the rule of the kernel, with its line', async () => {
    expect(
      await mistakesIn({
        'Booking/config.yml': agent('tools:\n  - builtin: google.google_search\n  - builtin: google.url_context\n'),
        'Hours/config.yml':
          'description: x\ninstruction: x\ntools:\n  - look_up_hours\n  - builtin: google.google_search\n',
      }),
    ).toEqual([
      'Booking/config.yml:4:1 builtin_alone Booking has 2 built-in tools (google_search, url_context): at most one is supported.',
      'Hours/config.yml:3:1 builtin_alone Hours has the built-in tool google_search beside others: a built-in tool must stand alone.',
    ]);
  });

  test('with a tool given twice, a target that is itself, a sequence of nothing', async () => {
    expect(
      await mistakesIn({
        'Hours/config.yml': 'description: x\ninstruction: x\ntools: [look_up_hours, look_up_hours]\n',
        'Booking/config.yml': agent('transfer_targets: [Booking]\nsub_agents: [Empty]\n'),
        'Empty/config.yml': 'description: x\nkind: sequential\n',
      }),
    ).toEqual([
      'Booking/config.yml:4:1 transfer_target Booking names itself as a transfer target.',
      'Empty/config.yml:2:1 empty Empty is sequential and needs at least one sub-agent.',
      'Hours/config.yml:3:1 tool_name Hours has two tools called look_up_hours.',
    ]);
  });

  test('with mistakes of both sorts: all at once, and none that only follows from another', async () => {
    expect(
      await mistakesIn({
        'Hours/config.yml': 'description: x\ninstruction: x\ntools: [look_up_hours, look_up_hours]\n',
        'Booking/config.yml': agent('sub_agents: [Only]\n'),
        'Only/config.yml': 'description: x\nkind: sequential\nsub_agents: [Missing]\n',
      }),
    ).toEqual([
      'Hours/config.yml:3:1 tool_name Hours has two tools called look_up_hours.',
      expect.stringMatching(/^Only\/config\.yml:3:14 unknown_agent /),
    ]);
  });
});

describe('files', () => {
  test('a folder with no config.yml, and nobody is told that the agent does not exist', async () => {
    expect(await mistakesIn({ 'Booking/tools.ts': '' }, ['Booking/config.yml'])).toEqual([
      'Booking/config.yml config_file The folder Booking has no config.yml. If it is not meant to be an agent, begin its name with "_".',
    ]);
    expect(await mistakesIn({ 'Booking/config.yaml': agent('') }, ['Booking/config.yml'])).toEqual([
      'Booking/config.yml config_file The file must be called config.yml, not config.yaml.',
    ]);
  });

  test('a team without team.yml, and no folder at all', async () => {
    expect(await mistakesIn({}, ['team.yml'])).toEqual([
      'team.yml team_file A team needs a team.yml that names its root agent.',
    ]);
    expect(await checkTeam('/nowhere/at/all')).toMatchObject({
      team: undefined,
      problems: [{ file: '/nowhere/at/all', rule: 'team_folder', message: 'There is no such folder.' }],
    });
  });

  test('a config.yml that is a folder', async () => {
    expect(await mistakesIn({ 'Booking/config.yml/x': '' }, ['Booking/config.yml'])).toEqual([
      expect.stringMatching(/^Booking\/config\.yml readable The file cannot be read: /),
    ]);
  });

  test('a name that is not that of the folder', async () => {
    expect(await mistakesIn({ 'Booking/config.yml': 'name: Booker\ndescription: x\n' })).toEqual([
      'Booking/config.yml:1:7 name The agent is called Booker here but its folder Booking: the two must be the same.',
    ]);
  });

  test('a tools.ts that throws on import, and its tools are not called unknown', async () => {
    const found = await mistakesIn({ 'Hours/tools.ts': "const x: number = 1;\nthrow new Error('no table ' + x);\n" });
    expect(found).toEqual([
      expect.stringMatching(/^Hours\/tools\.ts(:\d+:\d+)? module The module fails when it is imported: no table 1$/),
    ]);
  });

  test('a module that does not parse, or imports what is not there', async () => {
    const [syntax] = await mistakesIn({ 'Hours/tools.ts': 'export const = 3;\n' });
    expect(syntax).toMatch(/^Hours\/tools\.ts\S* module The module fails when it is imported: /);
    const [missing] = await mistakesIn({ 'Hours/tools.ts': "import './nowhere.ts';\n" });
    expect(missing).toMatch(/^Hours\/tools\.ts\S* module .*nowhere/);
  });

  test('a module without the default export it is there for', async () => {
    expect(
      await mistakesIn({
        'Hours/offline.ts': 'export const policy = 1;\n',
        'Booking/config.yml': 'kind: code\ndescription: x\n',
      }),
    ).toEqual([
      'Booking/config.yml:1:7 code Booking is of kind code and needs an agent.ts whose default export runs it.',
      'Hours/offline.ts default_export It must export the offline policy as its default.',
    ]);
  });
});

test('what works but is most likely not meant is a warning', async () => {
  const dir = writeTeam({
    ...SOUND,
    'team.yml': 'root: Hub\nmodel_config:\n  specialized_agents:\n    boking_model: fast\n',
    'Lost/config.yml': 'name: Lost\n',
  });
  const { team, warnings } = await checkTeam(dir);
  expect(team?.agents).toEqual(['Hub', 'Hours', 'Booking']);
  expect(warnings.map(({ file, line, rule, message }) => `${relative(dir, file)}:${line} ${rule} ${message}`)).toEqual([
    'Lost/config.yml:1 no_instruction Lost has no instruction.',
    'Lost/config.yml:1 no_description Lost has no description: other agents choose by it.',
    "Lost/config.yml:1 stray_agent Nobody refers to Lost: name it in somebody's sub_agents or tools, or remove its folder.",
    'team.yml:4 unused_model "boking_model" fits no agent of the team. Did you mean Booking?',
  ]);
});

test('an agent whose built-in tool must stand alone cannot hand back, and is told what could stand there instead', async () => {
  const builtin = (id: string) => `description: x\ninstruction: x\ntools:\n  - builtin: ${id}\n`;
  const dir = writeTeam({ ...SOUND, 'Booking/config.yml': builtin('google.google_search') });
  const { team, warnings } = await checkTeam(dir);
  expect(warnings.map(({ rule, message, line }) => [rule, message, line])).toEqual([
    [
      'stranded',
      'Booking cannot hand back to Hub: google takes google_search only alone, so no transfer can stand beside it. Write a function tool in its place (searchWeb of consilium/sources does the same).',
      4,
    ],
  ]);
  expect(buildTree(team!.root).canTransferTo('Booking', 'Hub')).toBe(false);
  const other = await checkTeam(writeTeam({ ...SOUND, 'Booking/config.yml': builtin('openai.web_search') }));
  expect(other.warnings).toEqual([]);
  expect(buildTree(other.team!.root).canTransferTo('Booking', 'Hub')).toBe(true);
});

test('a hub whose built-in tool must stand alone reaches nobody, and is told so; who may not hand back loses nothing', async () => {
  const google = 'tools:\n  - builtin: google.url_context\n';
  const hub = `${SOUND['Hub/config.yml']}${google}`;
  const { team, warnings } = await checkTeam(writeTeam({ ...SOUND, 'Hub/config.yml': hub }));
  expect(warnings.map(({ rule, message }) => [rule, message])).toEqual([
    ['stranded', expect.stringMatching(/^Hub cannot hand over to .*Booking.*\(fetchPage of consilium\/fetching/)],
  ]);
  expect(buildTree(team!.root).canTransferTo('Hub', 'Booking')).toBe(false);
  const silent = `description: x\ninstruction: x\ndisallow_transfer_to_parent: true\n${google}`;
  expect((await checkTeam(writeTeam({ ...SOUND, 'Booking/config.yml': silent }))).warnings).toEqual([]);
});
