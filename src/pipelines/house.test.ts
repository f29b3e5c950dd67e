/** The two pipelines of the house, on the real functions: offline, and over a model server on loopback. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createModels } from '../models/index.ts';
import { chat } from '../models/wire/chat.ts';
import type { Heard } from '../models/wire/dialect.ts';
import { type Loopback, openLoopback } from '../models/wire/loopback.ts';
import { type House, openHouse } from './fixture.ts';
import { checkPipeline } from './load.ts';
import type { RunReport } from './report.ts';
import { houseFunctions } from './workbench.ts';

const folder = join(import.meta.dirname, '../../pipelines');
const files = Object.fromEntries(
  ['chapter-summarization.yml', 'code-generation.yml'].map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);

const CHAPTER = `# Measuring blood pressure at home

Blood pressure that is measured at home predicts strokes better than a single reading in the clinic. Many people have higher values in front of a doctor, which is called the white-coat effect.

## Choosing a device

An automatic upper-arm monitor that has been validated is the best choice of device. The cuff must fit: a cuff that is too small gives readings that are 5 to 15 mmHg too high.

## Preparing for a reading

The person sits quietly for five minutes before the first reading, with the back supported. Caffeine is avoided for thirty minutes beforehand.

## Interpreting the average

An average of 135/85 mmHg or more at home corresponds to 140/90 mmHg in the clinic and is regarded as hypertension.
`;

const SHELF = {
  'cuffs.md': `# Cuffs

A cuff that is too small for the arm gives readings that are too high. The bladder of the cuff should cover 80 percent of the upper arm. Validated monitors are listed by hypertension societies.
`,
  'white-coat.md': `# White-coat effect

The white-coat effect is a blood pressure that is higher in the clinic than at home. Home readings predict strokes better than clinic readings.
`,
};

const houses: House[] = [];
const servers: Loopback[] = [];
afterEach(async () => {
  for (const house of houses.splice(0)) await house.close();
  for (const server of servers.splice(0)) await server.close();
});

async function house(env?: Record<string, string>): Promise<House> {
  const opened = openHouse(undefined, files, env === undefined ? {} : { env });
  houses.push(opened);
  const shelf = join(opened.dir, 'shelf');
  mkdirSync(shelf);
  for (const [name, text] of Object.entries(SHELF)) writeFileSync(join(shelf, name), text);
  await opened.search.index({ paths: [shelf], scope: 'shelf', embeddings: false });
  return opened;
}

/** A model server that answers by what is asked for: the schema of the reply says which part it is. */
async function served(
  reply: (asks: string, request: Heard) => object | undefined,
): Promise<{ env: Record<string, string>; server: Loopback }> {
  const server = await openLoopback(chat, ['phi-4']);
  servers.push(server);
  const act = (request: Heard) => {
    const { required = [], properties = {} } = (chat.schema(request.body) ?? {}) as {
      required?: string[];
      properties?: object;
    };
    const asks = [...required, ...Object.keys(properties)].join(' ');
    const said = asks.includes('objections') ? { objections: [] } : reply(asks, request);
    return said === undefined ? { status: 400 } : { say: JSON.stringify(said) };
  };
  server.play(...Array.from({ length: 200 }, () => act));
  return { server, env: { AI_PROVIDER: 'openai-compatible', CONSILIUM_MODEL_BASE_URL: server.url } };
}

/** Which stages no model spoke in: the loopback server ranks nothing. */
function offlineStages({ stages }: RunReport): string[] {
  return stages.filter(({ speakers }) => speakers.includes('offline')).map(({ id }) => id);
}

test('both are without mistakes, and so is the example that explains the syntax', () => {
  const functions = houseFunctions(createModels({ env: { AI_PROVIDER: 'offline' } }));
  for (const name of Object.keys(files)) expect(checkPipeline(join(folder, name), functions)).toEqual([]);
  const [, example] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(join(folder, 'README.md'), 'utf8'))!;
  const file = join(mkdtempSync(join(tmpdir(), 'pipelines-example-')), 'example.yml');
  writeFileSync(file, example!);
  expect(checkPipeline(file, functions)).toEqual([]);
});

describe('chapter-summarization', () => {
  test('offline, end to end: a cited summary, its footnotes, what it was made from', async () => {
    const { pipelines, store } = await house();
    const input = { chapter_text: CHAPTER, title: 'Home readings', scopes: ['shelf'], target_tokens: 160 };
    const report = await pipelines.start('chapter-summarization', input).result;
    expect(report.error).toBeUndefined();
    expect(report.state).toBe('completed');
    expect(report.stages.map(({ id, function: fn, state }) => [id, fn, state])).toEqual([
      ['extract_structure', 'extract_structure', 'done'],
      ['cross_reference', 'cross_reference', 'done'],
      ['summarize_content', 'summarize_content', 'done'],
      ['validate_against_spec', 'validate_against_spec', 'done'],
    ]);
    const output = report.output as {
      summary: string;
      footnotes: string[];
      metadata: { compression_ratio: number; sources_used: string[]; outline: string[] };
      validation: { valid: boolean };
    };
    expect(output.summary).toMatch(/\[\^1\]/);
    expect(output.footnotes[0]).toMatch(/^\[\^1\]: /);
    expect(output.footnotes).toHaveLength(output.metadata.sources_used.length);
    expect(output.metadata.compression_ratio).toBeLessThan(1);
    expect(output.metadata.outline).toContain('Choosing a device');
    expect(output.validation.valid).toBe(true);
    expect(report.usage.modelCalls).toBe(0);
    const kept = await store.artifact('local', 'chapter-summarization', 'summary');
    expect(JSON.parse(new TextDecoder().decode(kept!.data))).toEqual(report.output);
    const structure = await pipelines.stageOutput(report.run_id, 'extract_structure');
    expect(Object.keys(structure as object)).toEqual(['keywords', 'concepts', 'outline']);
  });

  test('another length writes the summary anew, and nothing before it; another index searches anew', async () => {
    const { pipelines, search, dir } = await house();
    const input = { chapter_text: CHAPTER, scopes: ['shelf'], target_tokens: 160 };
    const states = async (over: object) => {
      const report = await pipelines.start('chapter-summarization', { ...input, ...over }).result;
      return report.stages.map(({ state }) => state);
    };
    expect(await states({})).toEqual(['done', 'done', 'done', 'done']);
    expect(await states({})).toEqual(['cached', 'cached', 'cached', 'cached']);
    expect((await states({ target_tokens: 120 })).slice(0, 3)).toEqual(['cached', 'cached', 'done']);
    const more = join(dir, 'more.md');
    writeFileSync(more, '# Devices\n\nAn upper-arm monitor is more reliable than a wrist device.\n');
    await search.index({ paths: [more], scope: 'devices', embeddings: false });
    expect((await states({})).slice(0, 2)).toEqual(['cached', 'done']);
  });

  test('with models: a summary that leaves out what must be kept is sent back with that', async () => {
    const first = 'Blood pressure is measured at home.';
    const second =
      'Choosing a device, preparing for a reading and interpreting the average: 135/85 mmHg at home is hypertension.';
    const summaries: string[] = [];
    let validations = 0;
    const { env, server } = await served((asks) => {
      if (asks.includes('items'))
        return {
          items: [{ text: 'Choosing a device', confidence: 0.9, level: 2 }],
          compressed_summary: 'Home readings.',
        };
      if (asks.includes('summary') && asks.includes('invariants')) {
        summaries.push(summaries.length === 0 ? first : second);
        return { summary: summaries.at(-1)!, invariants: [] };
      }
      if (asks.includes('verdicts')) {
        const valid = ++validations > 1;
        const said = { criterion: 'Choosing a device', verdict: valid ? 'met' : 'violated', reason: 'By its words.' };
        return {
          verdicts: [said],
          confidence: 0.9,
          remediation_hints: valid ? [] : ['Say how a device is chosen.'],
        };
      }
      return undefined;
    });
    const { pipelines } = await house(env);
    const report = await pipelines.start('chapter-summarization', { chapter_text: CHAPTER, scopes: ['shelf'] }).result;
    expect(report).toMatchObject({
      state: 'completed',
      output: { summary: second, validation: { valid: true } },
      attempts: [
        { attempt: 1, met: false, feedback: ['Say how a device is chosen.', 'Choosing a device'] },
        { attempt: 2, met: true, kept: true },
      ],
    });
    expect(report.stages.map(({ attempts }) => attempts)).toEqual([1, 1, 2, 2]);
    expect(offlineStages(report)).toEqual(['cross_reference']);
    expect(report.usage.modelCalls).toBeGreaterThanOrEqual(3 + 2 * 4);
    const asked = server.heard
      .map(({ body }) => JSON.stringify(body))
      .filter((body) => body.includes('Say how a device is chosen.'));
    expect(asked.length).toBeGreaterThan(0);
  });
});

describe('code-generation', () => {
  const input = {
    user_request: 'Write a function average(readings) that returns the mean of a list of numbers.',
    scopes: ['shelf'],
  };

  test('offline says at which stage a model is needed, and keeps what came before', async () => {
    const { pipelines } = await house();
    const report = await pipelines.start('code-generation', input).result;
    expect(report).toMatchObject({ state: 'failed', error: { code: 'MODEL_REQUIRED', stage: 'generate_code' } });
    expect(report.output).toBeUndefined();
    expect(report.stages.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'decompose_task done',
      'cross_reference done',
      'generate_code failed',
      'synthesize_outputs skipped',
      'analyze_artifact skipped',
      'validate_against_spec skipped',
    ]);
    expect(await pipelines.stageOutput(report.run_id, 'decompose_task')).toMatchObject({ subtasks: expect.anything() });
    const again = await pipelines.start('code-generation', input).result;
    expect(again.stages.slice(0, 3).map(({ state }) => state)).toEqual(['cached', 'cached', 'failed']);
  });

  test('with models: code for each subtask, one whole, analysed, and sent back until it is what was asked for', async () => {
    const mean = `export function average(readings: number[]): number {
  if (readings.length === 0) throw new RangeError('There are no readings.');
  return readings.reduce((sum, reading) => sum + reading, 0) / readings.length;
}`;
    const parse = `export function parseReading(text: string): number {
  return Number.parseFloat(text);
}`;
    let validations = 0;
    const { env, server } = await served((asks, { body }) => {
      if (asks.includes('subtasks'))
        return {
          subtasks: ['mean', 'parse'].map((id) => ({
            id,
            title: `Write ${id}`,
            description: `The function for ${id}.`,
            agent_function: 'generate_code',
            estimated_tokens: 200,
          })),
          dependencies: {},
        };
      if (asks.includes('code') && asks.includes('explanation')) {
        const isMean = JSON.stringify(body).includes('Write mean');
        return {
          code: isMean ? mean : parse,
          explanation: 'The simplest that does it.',
          test_hints: ['average([1, 3]) is 2'],
          compressed_intent: isMean ? 'Returns the mean.' : 'Reads a number.',
        };
      }
      if (asks.includes('segments'))
        return {
          segments: [{ text: `${mean}\n\n${parse}\n`, artifacts: ['artifact_1', 'artifact_2'] }],
          agreement_score: 1,
          conflicts: [],
        };
      if (asks.includes('verdicts')) {
        const valid = ++validations > 1;
        const said = { criterion: input.user_request, verdict: valid ? 'met' : 'violated', reason: 'The empty list.' };
        return {
          verdicts: [said],
          confidence: 0.8,
          remediation_hints: valid ? [] : ['Refuse an empty list.'],
        };
      }
      if (asks.includes('compressed_report'))
        return { findings: [], dismissed: [], checklist: [], compressed_report: 'Sound.' };
      return undefined;
    });
    const { pipelines, store } = await house(env);
    const report = await pipelines.start('code-generation', input).result;
    expect(report.error).toBeUndefined();
    expect(report.state).toBe('completed');
    const output = report.output as {
      code: string;
      analysis: Record<string, { pass: boolean }>;
      validation: { valid: boolean };
    };
    expect(output.code).toContain('function average');
    expect(output.code).toContain('function parseReading');
    expect(Object.keys(output.analysis)).toEqual(['quality', 'security']);
    expect(output.validation.valid).toBe(true);
    expect(report.attempts.map(({ met }) => met)).toEqual([false, true]);
    expect(offlineStages(report)).toEqual(['cross_reference']);
    expect(report.stages.map(({ id, attempts, calls }) => [id, attempts, calls?.of])).toEqual([
      ['decompose_task', 1, undefined],
      ['cross_reference', 1, 2],
      ['generate_code', 2, 2],
      ['synthesize_outputs', 2, undefined],
      ['analyze_artifact', 2, 2],
      ['validate_against_spec', 2, undefined],
    ]);
    expect(server.heard.some(({ body }) => JSON.stringify(body).includes('Refuse an empty list.'))).toBe(true);
    expect(await store.artifact('local', 'code-generation', 'code')).toMatchObject({
      version: 1,
      metadata: { run: report.run_id },
    });
  });
});
