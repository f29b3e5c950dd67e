/**
 * A team for the crash tests: parallel branches, a tool that may not and one that may be run twice, an agent behind a
 * tool. Each thing done outside is noted in a file, so that the tests can count what was done how often.
 */
import { appendFileSync } from 'node:fs';
import { z } from 'zod';
import { type Agent, codeAgent, llmAgent, parallelAgent, safeAgentTool, tool } from '../../src/kernel/index.ts';
import { lastText, type Script, scripted } from '../scripted-model.ts';

/** Notes that something is done, and waits for ever if this is where the process shall die. */
export type Outside = (what: string) => Promise<void>;

export function outside(notes: string, dieAt: string | undefined): Outside {
  return async (what) => {
    appendFileSync(notes, `${what}\n`);
    if (what !== dieAt) return;
    process.stdout.write('waiting to be killed\n');
    await new Promise(() => setInterval(() => {}, 1000));
  };
}

export function buildTeam(doOutside: Outside): Agent {
  const model = (agent: string, script: Script) =>
    scripted(async (options) => {
      const step = options.prompt.filter((message) => message.role === 'tool').length;
      await doOutside(`model ${agent} ${step}`);
      return typeof script === 'function' ? script(options, step) : script[Math.min(step, script.length - 1)]!;
    });
  const effect = (name: string, idempotent: boolean) =>
    tool({
      name,
      description: name,
      input: z.object({}),
      idempotent,
      execute: async (_input, { state }) => {
        await doOutside(`tool ${name}`);
        state.set(`did_${name}`, true);
        return `${name} done`;
      },
    });
  const reader = llmAgent({
    name: 'reader',
    description: 'reads',
    model: model('reader', [{ call: 'fetch' }, 'the page']),
    tools: [effect('fetch', true)],
  });
  const worker = llmAgent({
    name: 'worker',
    model: model('worker', (options, step) => {
      if (step === 0)
        return {
          calls: [
            ['send_mail', {}],
            ['look_up', {}],
          ],
        };
      if (step === 1) return { call: 'reader', input: { request: 'read' } };
      return `finished: ${lastText(options, 'tool')}${JSON.stringify(options.prompt).includes('TOOL_INTERRUPTED') ? ' (mail unknown)' : ''}`;
    }),
    tools: [
      effect('send_mail', false),
      effect('look_up', true),
      safeAgentTool({ agent: reader, fallbackResponse: 'no page', statusKey: 'status' }),
    ],
  });
  const counter = codeAgent({
    name: 'counter',
    speaks: false,
    run: async (context) => {
      const value = await context.step('count', async () => {
        await doOutside('step count');
        return 42;
      });
      context.state.set('counted', value);
      return undefined;
    },
  });
  return parallelAgent({ name: 'root', subAgents: [worker, counter] });
}

/** An agent that mails once it may. */
export function buildAskingTeam(doOutside: Outside): Agent {
  const send = tool({
    name: 'send_mail',
    description: 'sends',
    input: z.object({}),
    execute: async (_input, { ask }) => {
      const { kind } = await ask({ what: 'Send it?', why: 'You said so.', effect: 'It is sent.' });
      await doOutside(`tool send_mail ${kind}`);
      return kind;
    },
  });
  const model = scripted(async (options) => {
    const step = options.prompt.filter((message) => message.role === 'tool').length;
    await doOutside(`model mailer ${step}`);
    return step === 0 ? { call: 'send_mail' } : `mailed: ${lastText(options, 'tool')}`;
  });
  return llmAgent({ name: 'mailer', model, tools: [send] });
}
