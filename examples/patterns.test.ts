/** The three transfer patterns of the specification, as teams: their members, their edges, and a request on its way. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkTeam, drawTeam, drawText } from '../src/teams/index.ts';
import { type Desk, openDesk } from '../teams/assistant/fixture.ts';

const folder = (name: string) => `${import.meta.dirname}/${name}`;

const EDGES: Readonly<Record<string, Record<string, string[]>>> = {
  'hub-and-spoke': {
    main_orchestrator: ['axel_agent', 'filesystem_agent', 'home_assistant_agent', 'web_research_agent'],
    filesystem_agent: ['main_orchestrator'],
    web_research_agent: ['main_orchestrator'],
    home_assistant_agent: ['main_orchestrator'],
    axel_agent: ['main_orchestrator'],
  },
  'tree-hierarchy': {
    main_orchestrator: ['data_services', 'home_services'],
    data_services: ['filesystem_agent', 'main_orchestrator', 'memory_agent'],
    home_services: ['home_assistant_agent', 'main_orchestrator'],
    filesystem_agent: ['data_services'],
    memory_agent: ['data_services'],
    home_assistant_agent: ['home_services'],
  },
  'restricted-mesh': {
    main_orchestrator: ['axel_agent', 'scout_agent'],
    scout_agent: ['axel_agent', 'main_orchestrator', 'web_research_agent'],
    axel_agent: ['code_execution_agent', 'main_orchestrator', 'scout_agent'],
    web_research_agent: ['scout_agent'],
    code_execution_agent: ['axel_agent'],
  },
};

describe.each(Object.keys(EDGES))('%s', (name) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk({ dir: folder(name) });
  });
  afterAll(() => desk.close());

  test('has the members and the transfers that are drawn, and no others', async () => {
    const { team, problems, warnings } = await checkTeam(folder(name));
    expect([problems, warnings]).toEqual([[], []]);
    const drawing = drawTeam(team!);
    const edges = drawing.agents.map(({ name: agent, transfers }) => [agent, transfers.map(({ to }) => to).toSorted()]);
    expect(Object.fromEntries(edges)).toEqual(EDGES[name]);
    expect(drawing.agents.find((agent) => agent.name === 'main_orchestrator')!.tools).toEqual([]);
    const declared = drawText(drawing).split('Declared transfers:')[1];
    if (name === 'restricted-mesh') expect(declared).toMatch(/scout_agent → axel_agent\s+axel_agent → scout_agent/);
    else expect(declared).toBeUndefined();
  });

  test('answers, by ways that are legal', async () => {
    const { text, route } = await desk.ask(ASKED[name]!.say, 's');
    expect(text).toMatch(ASKED[name]!.text);
    expect(route).toEqual(ASKED[name]!.route);
  });

  test('says what nobody in it does', async () => {
    const { text, outcome } = await desk.ask('what is on my calendar tomorrow?');
    expect([outcome, text]).toEqual(['fallback', expect.stringContaining('Nobody in this team does that')]);
  });
});

const ASKED: Readonly<Record<string, { say: string; text: RegExp; route: string[] }>> = {
  'hub-and-spoke': {
    say: 'save "call the plumber" to house.txt and look up how solar panels are recycled',
    text: /Saved \*\*house\.txt.*solar panels/s,
    route: ['main_orchestrator', 'filesystem_agent', 'main_orchestrator', 'web_research_agent'],
  },
  'tree-hierarchy': {
    say: 'remember that my GP is Dr. Lee and turn on the kitchen light',
    text: /Dr\. Lee.*No Home Assistant is set up/s,
    route: [
      'main_orchestrator',
      'data_services',
      'memory_agent',
      'data_services',
      'main_orchestrator',
      'home_services',
      'home_assistant_agent',
    ],
  },
  'restricted-mesh': {
    say: 'write a brief for a bird table and then run the tests',
    text: /The brief is begun.*There are no tests/s,
    route: ['main_orchestrator', 'scout_agent', 'main_orchestrator', 'axel_agent', 'code_execution_agent'],
  },
};
