import { describe, expect, test } from 'vitest';
import { createModels, type Models } from '../../src/models/index.ts';
import { chat } from '../../src/models/wire/chat.ts';
import { openLoopback } from '../../src/models/wire/loopback.ts';
import { only } from '../../test/house.ts';
import { lastText, type Script, type ScriptedModel, scripted, transferTo } from '../../test/scripted-model.ts';
import { openKitchen } from './fixture.ts';

/** Agents by their names; `functions` speaks for the models of every preset. */
function playing(scripts: Record<string, Script>): Models & { readonly played: Record<string, ScriptedModel> } {
  const played = Object.fromEntries(Object.entries(scripts).map(([name, script]) => [name, scripted(script)]));
  return {
    played,
    candidates: ({ name }) => [{ label: `test:${name}`, model: played[name] ?? played['functions']! }],
    check: () => {},
    describe: () => ({ chosen: 'test', chain: ['test', 'offline'], providers: [] }),
  };
}

const TEXT = 'Asthma narrows the airways. Inhaled steroids calm the inflammation behind it.';
const SUMMARY = JSON.stringify({ summary: 'Steroids calm asthma.', invariants: ['Steroids calm asthma.'] });

const KEYWORDS = JSON.stringify({
  items: [{ text: 'asthma', confidence: 0.9 }],
  compressed_summary: 'Asthma and steroids.',
});

/** The models behind the functions: each is known by the form that its answer has to have. */
const functions: Script = ({ responseFormat }) => {
  const form = JSON.stringify(responseFormat);
  if (form.includes('objections')) return '{"objections": []}';
  return form.includes('invariants') ? SUMMARY : form.includes('items') ? KEYWORDS : 'I do not know this form.';
};

describe('with a model', () => {
  test('the order goes to a station, whose function gets the text by its reference', async () => {
    const models = playing({
      Expeditor: [transferTo('LineCook')],
      LineCook: [
        { call: 'summarize_content', input: { content: '@1', target_tokens: 30 } },
        'Steroids calm asthma.\n\n*By test:S4.answer.*',
      ],
      functions,
    });
    const kitchen = await openKitchen(models);
    const { text, route, speakers } = await kitchen.ask(`Summarise this: ${TEXT}`, 's');
    const [called] = only(await kitchen.events('s'), 'tool_called').filter(({ tool }) => tool === 'summarize_content');
    await kitchen.close();
    expect(route).toEqual(['Expeditor', 'LineCook']);
    expect(text).toMatch(/^Steroids calm asthma\./);
    expect(speakers).toEqual(['test:Expeditor', 'test:LineCook']);
    expect(called!.input).toMatchObject({ content: '@1' });
    expect(lastText(models.played['functions']!.seen[0]!)).toContain(TEXT);
    expect(lastText(models.played['Expeditor']!.seen[0]!, 'system')).toContain('@1: text, 77 characters');
    expect(lastText(models.played['LineCook']!.seen[1]!)).toContain('Steroids calm asthma.');
  });

  test('what one function made is the material of the next', async () => {
    const models = playing({
      Expeditor: [
        { call: 'summarize_content', input: { content: '@1', target_tokens: 30 } },
        { call: 'extract_structure', input: { content: '@summarize_content', extraction_type: 'keywords' } },
        'Steroids calm asthma; its key term is asthma.',
      ],
      functions,
    });
    const kitchen = await openKitchen(models);
    const { text } = await kitchen.ask(`Summarise this and give the keywords of the summary: ${TEXT}`);
    await kitchen.close();
    expect(text).toBe('Steroids calm asthma; its key term is asthma.');
    const asked = lastText(models.played['functions']!.seen.at(-1)!);
    expect(asked).toContain('Steroids calm asthma.');
    expect(asked).not.toContain('narrows');
  });

  test('markers that a model invents are taken out, those of a function get their footnotes', async () => {
    const models = playing({
      Expeditor: [transferTo('Cookbook')],
      Cookbook: [
        { call: 'cross_reference', input: { query_artifact: 'fire drill' } },
        'It is held on Mondays.[^1] It is cancelled in rain.[^7]',
      ],
      functions,
    });
    const kitchen = await openKitchen(models);
    const { text, citations } = await kitchen.ask('Find what we have on the fire drill.');
    await kitchen.close();
    expect(text).toMatch(/^It is held on Mondays\.\[\^1\] It is cancelled in rain\.\n\n\[\^1\]: \S/);
    expect(citations).toHaveLength(1);
  });

  test('a server that fails leaves everything to the offline engine, and that is said', async () => {
    const server = await openLoopback(chat);
    const env = { AI_PROVIDER: 'openai-compatible', CONSILIUM_MODEL_BASE_URL: server.url, CONSILIUM_MODEL: 'phi' };
    const kitchen = await openKitchen(createModels({ env, retry: { attempts: 1 } }));
    const { text, route, speakers } = await kitchen.ask(`Summarise this in one sentence: ${TEXT}`);
    await kitchen.close();
    await server.close();
    expect(route).toEqual(['Expeditor', 'LineCook']);
    expect(speakers).toEqual(['offline']);
    expect(text).toContain('Note: No model gave a usable answer');
    expect(text).toContain('*Worked out by the offline engine; no model spoke.*');
  });
});
