import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { ConsiliumError } from '../kernel/errors.ts';

const ASKS = [
  'difference',
  'repeat',
  'cause',
  'help',
  'contagion',
  'duration',
  'frequency',
  'age',
  'amount',
  'need',
  'care',
  'action',
  'judgement',
] as const;

/** What a question wants to know; `plain` where no form of knowledge/questions.yml fits. */
export type Ask = (typeof ASKS)[number] | 'plain';

export interface Question {
  ask: Ask;
  /** The things that the question is about, where its form names them. */
  one: string;
  two: string;
  /** Does a sentence hold what an answer must hold? */
  told(sentence: string): boolean;
}

/** Reads what a question wants to know from the way in which it is put. */
export function readQuestion(text: string): Question {
  const plain = plainWords(text);
  for (const { ask, asked, told } of forms()) {
    for (const form of asked) {
      const found = form.exec(plain);
      if (found)
        return {
          ask,
          one: asWritten(found.groups?.one ?? '', text),
          two: asWritten(found.groups?.two ?? '', text),
          told: (sentence) => told?.test(plainWords(sentence)) ?? false,
        };
    }
  }
  return { ask: 'plain', one: '', two: '', told: () => false };
}

/** "vitamin d" → "vitamin D", where the question has it so. */
function asWritten(words: string, text: string): string {
  const at = text.toLowerCase().indexOf(words);
  return at < 0 ? words : text.slice(at, at + words.length);
}

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}.,%]+/gu, ' ')
    .replace(/[.,](?=\s|$)/g, '')
    .trim();
}

interface Form {
  ask: Ask;
  asked: RegExp[];
  told: RegExp | undefined;
}

const formsSchema = z.strictObject({
  forms: z.array(z.strictObject({ ask: z.enum(ASKS), asked: z.array(z.string()).min(1), told: z.string().optional() })),
});

let loaded: Form[] | undefined;

function forms(): Form[] {
  loaded ??= readForms();
  return loaded;
}

function readForms(): Form[] {
  const source = readFileSync(new URL('../../knowledge/questions.yml', import.meta.url), 'utf8');
  return checkForms(source).forms.map(({ ask, asked, told }) => ({
    ask,
    asked: asked.map(askedForm),
    told: told === undefined ? undefined : toldForm(told),
  }));
}

function checkForms(source: string): z.infer<typeof formsSchema> {
  try {
    return formsSchema.parse(parse(source));
  } catch (thrown) {
    throw new ConsiliumError('DATA_INVALID', `knowledge/questions.yml: ${(thrown as Error).message}`, {
      cause: thrown,
    });
  }
}

/** A thing at the end of a form goes on to the end of the question; between words it is as short as it can be. */
function askedForm(form: string): RegExp {
  const words = form.replace(/\((?!\?)/g, '(?:').replace(/\{(one|two)\}(?=.)/g, '(?<$1>.+?)');
  const open = /\{(?:one|two)\}$/.test(words);
  return new RegExp(`(?:^|\\s)${words.replace(/\{(one|two)\}$/, '(?<$1>.+)')}${open ? '$' : '(?:\\s|$)'}`);
}

function toldForm(form: string): RegExp {
  return new RegExp(`(?:^|\\s)(?:${form.replace(/\((?!\?)/g, '(?:').replaceAll('#', '[<>]?\\d[\\d.,]*%?')})(?=\\s|$)`);
}
