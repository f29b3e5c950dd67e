/**
 * Runs or resumes a pipeline in a process that can be killed. Arguments: folder, run|resume, where to die. Each call
 * that is really made is noted in a file, so that the test can count them.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { benchOf, openHouse, small } from '../fixture.ts';

const [dir, mode, dieAt] = process.argv.slice(2) as [string, 'run' | 'resume', string?];

async function outside(what: string): Promise<void> {
  appendFileSync(join(dir, 'notes'), `${what}\n`);
  if (what !== dieAt) return;
  process.stdout.write('waiting to be killed\n');
  await new Promise(() => setInterval(() => {}, 1000));
}

const functions = benchOf({
  work: small({
    input: z.strictObject({ text: z.string(), wants: z.string().optional() }),
    output: z.object({ text: z.string(), valid: z.boolean(), violations: z.array(z.string()) }),
    run: async ({ text, wants }, desk) => {
      const asked = await desk.step('ask', async () => {
        await outside(`ask ${text}`);
        return text.toUpperCase();
      });
      await outside(`work ${text}`);
      const violations = wants === undefined || text.includes(wants) ? [] : [wants];
      return { text: asked, valid: violations.length === 0, violations };
    },
  }),
});

const file = `id: crashing
description: A list, a retry, an artifact.
input:
  type: object
  properties:
    words: { type: array, items: { type: string } }
stages:
  - id: first
    function: work
    inputs:
      text: begin
  - id: each
    function: work
    # One thing at a time: what is under way when the process dies is known.
    after: [first]
    map:
      over: \${input.words}
      concurrency: 1
    inputs:
      text: \${item}
  - id: draft
    function: work
    inputs:
      text: draft \${stages.first.text} \${stages.each[*].text} \${retry.feedback}
  - id: check
    function: work
    inputs:
      text: check \${stages.draft.text}
      wants: SUGAR
    retry:
      from: draft
      until: \${stages.check.valid}
      feedback: \${stages.check.violations}
      fewest: \${stages.check.violations}
output:
  text: \${stages.draft.text}
artifact:
  name: text
`;

const house = openHouse(functions, { 'crashing.yml': file }, { dir });
const runs =
  mode === 'run'
    ? [house.pipelines.start('crashing', { words: ['a', 'b', 'c'] }, { key: 'one' })]
    : await house.pipelines.resumeAll();
const reports = await Promise.all(runs.map(({ result }) => result));
process.stdout.write(`${JSON.stringify(reports)}\n`);
await house.close();
