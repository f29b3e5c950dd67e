/** What strangers send to the research desk by its own routes: names, questions and short forms without end. */
import { fill } from './fill.ts';
import type { Attack, House } from './house.ts';

const MESSAGE = 8_000;

const TEXTS: readonly (readonly [name: string, unit: string])[] = [
  ['a name without end', 'Aa'],
  ['names', 'Elena Marsh, '],
  ['questions', 'does allopurinol help gout? '],
  ['short forms', '(ABC) CKD MS HF '],
  ['trials', 'the SPARTAN-2 trial of dorsemab in gout vs placebo '],
  ['numbers of trials', 'NCT01234567 and '],
];

let agent: Promise<string> | undefined;

/** One for all of the attacks. */
function agentOf({ post }: House): Promise<string> {
  agent ??= post('/v1/agents', { name: 'Gout', description: 'Follows gout.' })
    .then((response) => response.json() as Promise<{ agent_id: string }>)
    .then(({ agent_id }) => agent_id);
  return agent;
}

export const DESK: readonly Attack[] = TEXTS.flatMap(([name, unit], at): Attack[] => [
  [
    `an agent is made: ${name}`,
    ({ post }) => post('/v1/agents', { name: `Agent ${at}`, description: fill(unit, 2_000) }),
  ],
  [
    `an agent is told: ${name}`,
    async (house) => house.post(`/v1/agents/${await agentOf(house)}/messages`, { message: fill(unit, MESSAGE) }),
  ],
  [
    `a trigger is made: ${name}`,
    async (house) => {
      const agent_id = await agentOf(house);
      return house.post('/v1/triggers', { agent_id, schedule: 'every day at 8', instruction: fill(unit, 3_000) });
    },
  ],
]);
