import { expect, test } from 'vitest';
import { openDesk } from './desk.fixture.ts';

test('asked by its brand, papers under its common name, its code and in another language answer', async () => {
  const desk = await openDesk();
  await desk.add(
    'letter.md',
    '# Drug information letter: tarvesotide\nPublished: 2025-06-03\n\nTarvesotide (formerly TRV-118; brand name Relvanta) was approved by the FDA on 20 May 2025 for heart failure.',
  );
  await desk.add(
    'trial.md',
    '# Tarvesotide in heart failure: a randomised trial\nPublished: 2025-03-14\n\nMethods: 3,412 adults were randomly assigned to tarvesotide or placebo.\nResults: Death from any cause did not differ (hazard ratio 0.97; 95% CI 0.83 to 1.13).',
  );
  await desk.add(
    'cohorte.md',
    '# Tarvesotida y caídas en personas mayores con insuficiencia cardíaca: estudio de cohortes\nRevista Ibérica de Geriatría, 19 de noviembre de 2025\n\nSe realizó un estudio de cohortes retrospectivo con 4.870 pacientes. Las caídas con fractura fueron más frecuentes en los tratados con tarvesotida (5,8 % frente a 3,9 %; HR ajustado 1,51; IC 95 % 1,18 a 1,93).',
  );
  const { text } = await desk.ask('Does Relvanta reduce mortality?');
  expect(text).toMatch(/^\*\*Not shown: no significant difference in death in a randomised trial/);
  const falls = await desk.ask('Does tarvesotide increase falls in older people?', 'other');
  expect(falls.text).toMatch(/more falls in an observational study/);
  expect(falls.text).toMatch(/2025, in Spanish: “[^”]*Las caídas con fractura/);
  const guided = await desk.ask(
    'According to guidelines, should patients with heart failure receive tarvesotide?',
    'third',
  );
  expect(guided.text).not.toMatch(/whether according|According/);
});
