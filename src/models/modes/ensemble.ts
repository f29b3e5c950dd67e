import type { Json } from '../../kernel/event.ts';
import type { Said, Table } from './table.ts';
import type { ModeResult } from './task.ts';
import { isAlike, vote } from './vote.ts';

/** All answer side by side. Structured answers are put to the vote field by field, texts brought together by one call. */
export async function runEnsemble(table: Table): Promise<ModeResult> {
  const { preset, task } = table;
  const said = await Promise.all(
    preset.models.map((_model, seat) => table.ask(seat, { part: 'ensemble.answer', step: `answer.${seat + 1}` })),
  );
  const answers = said.filter((one) => one !== undefined).map((one) => ({ ...one, problem: table.check(one.text) }));
  const sound = answers.filter(({ problem }) => problem === undefined);
  for (const { model, problem } of answers)
    if (problem !== undefined && sound.length > 0) table.warn(`The answer of ${model} was left out: ${problem}`);
  if (sound.length === 0) return synthesise(table, answers);
  if (sound.length < preset.models.length)
    table.warn(`${sound.length} of ${preset.models.length} models gave an answer that counts.`);
  if (sound.length === 1 || sound.every(({ text }) => isAlike(text, sound[0]!.text))) return table.close(sound, 1);
  return (task.schema === undefined ? undefined : decide(table, sound)) ?? synthesise(table, sound);
}

/** Undefined where what the votes put together does not hold as a whole. */
function decide(table: Table, sound: readonly Said[]): ModeResult | undefined {
  const { value, agreement } = vote(sound.map(({ text }) => JSON.parse(text) as Json));
  const text = JSON.stringify(value);
  return table.check(text) === undefined ? table.close([{ ...sound[0]!, text }], agreement) : undefined;
}

/** By the first model that still speaks; if none does, the first answer stands. */
async function synthesise(table: Table, answers: readonly Said[]): Promise<ModeResult> {
  const quotations = answers.map(({ model, text }) => ({ title: `answer of ${model}`, text }));
  for (const { seat } of answers) {
    const synthesis = await table.answer(seat, {
      part: 'ensemble.synthesis',
      step: seat === answers[0]!.seat ? 'synthesis' : `synthesis.${seat + 1}`,
      quotations,
    });
    if (synthesis !== undefined) return table.close([synthesis, ...answers]);
  }
  if (answers.length > 0) table.warn('Nobody could bring the answers together: the first one stands for all.');
  return table.close(answers);
}
