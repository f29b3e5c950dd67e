import type { Said, Table } from './table.ts';
import type { ModeResult } from './task.ts';
import { isAlike } from './vote.ts';

/**
 * Each model answers by itself; then each sees the others' answers and argues; then the first concludes. Where all
 * answers are the same there is nothing to argue about.
 */
export async function runDebate(table: Table): Promise<ModeResult> {
  const seats = table.preset.models.map((_model, seat) => seat);
  const openings = await Promise.all(
    seats.map((seat) => table.ask(seat, { part: 'debate.opening', step: `opening.${seat + 1}` })),
  );
  const answers = openings.filter((said) => said !== undefined);
  if (answers.length < 2) return withoutDebate(table, answers[0]);
  const agreed = answers.every(({ text }) => isAlike(text, answers[0]!.text));
  if (agreed && table.check(answers[0]!.text) === undefined) return table.close(answers, 1);
  const told = agreed ? [] : await Promise.all(answers.map((own) => argue(table, own, answers)));
  return conclude(
    table,
    answers,
    told.filter((said) => said !== undefined),
  );
}

async function withoutDebate(table: Table, only: Said | undefined): Promise<ModeResult> {
  if (only === undefined) return table.close([]);
  table.warn(`There was no debate: the answer is that of ${only.model} alone.`);
  if (table.check(only.text) === undefined) return table.close([only]);
  return table.close([await table.answer(only.seat, { part: 'debate.conclusion', quotations: quoteAnswers([only]) })]);
}

function argue(table: Table, own: Said, answers: readonly Said[]): Promise<Said | undefined> {
  return table.ask(own.seat, {
    part: 'debate.argument',
    step: `argument.${own.seat + 1}`,
    quotations: quoteAnswers(answers, own),
    reply: {},
  });
}

/** By the first model that still speaks; if none does, the first opening that holds is the answer. */
async function conclude(table: Table, answers: readonly Said[], told: readonly Said[]): Promise<ModeResult> {
  const sound = answers.filter(({ text }) => table.check(text) === undefined);
  const quotations = [
    ...quoteAnswers(answers),
    ...told.map(({ model, text }) => ({ title: `argument of ${model}`, text })),
  ];
  for (const { seat } of answers) {
    const conclusion = await table.answer(seat, {
      part: 'debate.conclusion',
      step: seat === answers[0]!.seat ? 'conclusion' : `conclusion.${seat + 1}`,
      quotations,
    });
    if (conclusion !== undefined) return table.close([conclusion, ...sound]);
  }
  table.warn('Nobody could conclude the debate: the answer is the first one that was given.');
  return table.close(sound);
}

function quoteAnswers(answers: readonly Said[], own?: Said) {
  return answers.map((said) => ({
    title: said === own ? `answer of ${said.model}, yours` : `answer of ${said.model}`,
    text: said.text,
  }));
}
