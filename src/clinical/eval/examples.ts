import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A labelled message: of an evaluation set, of a block of a training file, or of a file of public questions. */
export interface Example {
  text: string;
  label: string;
  from: string;
}

/** The triage sets that were blind once and are learned from since. */
export const SETS = namesIn('train').filter((name) => /\/(?:triage-\d|everyday-(?!training))/.test(name));

/** The files written to learn from. */
export const TRAINING = namesIn('train').filter((name) => name.endsWith('-training'));

/** The sets of a folder whose names begin so: `blind/triage-12`. */
export function namesIn(folder: 'train' | 'dev' | 'blind', begin = ''): string[] {
  return readdirSync(new URL(`./${folder}/`, import.meta.url))
    .filter((file) => file.endsWith('.yml') && file.startsWith(begin))
    .toSorted()
    .map((file) => `${folder}/${file.slice(0, -4)}`);
}

/** Whether a rule is what a label asks for; `health` is any rule of health that is no alarm. */
export function isRight(rule: string, label: string): boolean {
  return label === 'health' ? rule !== 'non_health' && rule !== 'emergency' : rule === label;
}

/** Reads `text => rule`. */
export function readSet(name: string): Example[] {
  const { rows = '' } = readBlocks(name);
  return linesOf(rows).flatMap((line) => {
    const at = line.lastIndexOf('=>');
    return at < 0 ? [] : [{ text: line.slice(0, at).trim(), label: line.slice(at + 2).trim(), from: name }];
  });
}

/** Reads a training file: its blocks are the labels. */
export function readTraining(name: string): Example[] {
  return Object.entries(readBlocks(name))
    .filter(([block]) => block !== 'source')
    .flatMap(([block, text]) => linesOf(text).map((line) => ({ text: line, label: block, from: name })));
}

/** Reads lines of `{text, label}`; of more than `most` of a label, an even sample. */
export function readQuestions(file: string, most: number): Example[] {
  const rows = linesOf(readFileSync(file, 'utf8')).map((line) => JSON.parse(line) as { text: string; label: string });
  return ['health', 'non_health'].flatMap((label) => {
    const all = rows.filter((row) => row.label === label);
    const every = Math.ceil(all.length / most);
    return all
      .filter((_, at) => at % every === 0)
      .map(({ text }) => ({ text: text.slice(0, 600), label, from: 'questions' }));
  });
}

function readBlocks(name: string): Record<string, string> {
  return parse(readFileSync(new URL(`./${name}.yml`, import.meta.url), 'utf8')) as Record<string, string>;
}

function linesOf(block: string): string[] {
  return block
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
