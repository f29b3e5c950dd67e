import { describe, expect, test } from 'vitest';
import { EPIDYS, openDesk } from './desk.fixture.ts';

test('what was taken back for its harm is not said to be silent on safety', async () => {
  const desk = await openDesk();
  await desk.add(
    'ema.md',
    '# Zorbafen: decision of the agency\nPublished: 2026-02-01\n\nEMA withdrew the marketing authorisation of zorbafen because of 41 cases of liver failure. Do not start new patients.',
  );
  const { text } = await desk.ask('Is zorbafen safe?');
  expect(text).toContain('liver failure');
  expect(text).not.toContain('None of the sources that were found says anything on safety');
});

test('what is not of the kind asked for is told apart, and only what concerns the subject is taken', async () => {
  const desk = await openDesk();
  await desk.add(
    'registry.md',
    '# Gout flares in a registry\nPublished: 2024-01-02\n\nA cohort study of 900 people with gout. Flares were rarer with allopurinol.',
  );
  await desk.add('epidys.md', EPIDYS);
  const { text } = await desk.ask('Prevention of flares in gout. I only want randomised trials.');
  expect(text).toMatch(/^\*\*First look, 4 Jan 2027: nothing of the kind that you asked for was found/);
  expect(text).toContain(
    'What there is instead, below what you asked for (only randomised trials, meta-analyses) and no part of the answer:',
  );
  expect(text).not.toContain('givinostat');
});

describe('on a corpus with a retraction, refusals and two populations', () => {
  test('what was retracted is said so, and what is on another medicine answers nothing', async () => {
    const desk = await openDesk();
    await desk.fill();
    const { text, unsupported } = await desk.ask('Does tocofen work?');
    expect(text).toMatch(
      /^\*\*The only study of tocofen that was found was retracted on 14 Mar 2026\[\^1\] \(notice\[\^2\]\)/,
    );
    expect(text.toLowerCase()).not.toContain('zolubine');
    expect(unsupported).toEqual([]);
  });

  test('harm, refusals and for whom are told unasked; a guideline is no certainty', async () => {
    const desk = await openDesk();
    await desk.fill();
    const { text, unsupported } = await desk.ask('Is zolubine effective in migraine?');
    expect(text).toContain('Serious adverse events occurred in 6.2% with zolubine');
    expect(text).toContain('Two participants given zolubine died of liver failure.');
    expect(text).toContain('discontinued because of adverse events in 11% and 4%');
    expect(text).toMatch(
      /Phase 3 \(2025-05-20\)\[\^\d\], refused by the FDA \(2026-06-02\)\[\^\d\], advised against by a guideline/,
    );
    expect(text).toContain('A guideline (its evidence not graded)');
    expect(unsupported).toEqual([]);
    const young = await desk.ask('Is zolubine safe in adolescents?');
    expect(young.route.at(-1)).toBe('Migraine Research');
    expect(young.text).toMatch(/^\*\*Suicidal ideation was reported by four adolescents/);
  });

  test('a question with a patient in it is a question for whom', async () => {
    const desk = await openDesk();
    await desk.fill();
    const { text } = await desk.ask('Should I give dystravec to my 6 year old with DMD?');
    expect(text).toContain('whether dystravec is advised');
    expect(text).toContain('negative opinion');
    expect(text).toContain('Acute liver failure killed two boys given dystravec');
    const service = await desk.app.service('research');
    const [agent] = service.agents('local');
    expect(agent).toMatchObject({ name: 'Duchenne muscular dystrophy Research' });
    expect(service.requirements(agent!)).toMatchObject({ population: 'a 6-year-old' });
  });

  test('a warning that names no disease reaches who follows the medicine; the gravest harm leads', async () => {
    const desk = await openDesk();
    await desk.fill('zolubine-adults.md', 'rimvegant.md');
    await desk.ask('Is zolubine effective in migraine?');
    await desk.add(
      'warning.md',
      '# FDA drug safety communication: zolubine and liver failure\nDate: 2027-01-03\n\nThe FDA warns healthcare professionals of fatal liver failure with zolubine. It must not be used with other hepatotoxic medicines.\n',
    );
    expect((await desk.ask('Anything new?')).text).toContain('fatal liver failure with zolubine');
    const safe = await desk.ask('Is zolubine safe?');
    expect(safe.text).toMatch(/^\*\*A regulator's warning: zolubine, by the FDA .*fatal liver failure/);
    const pregnant = await desk.ask('Can I use zolubine in pregnancy?');
    expect(pregnant.route.at(-1)).toBe('Migraine Research');
    expect(pregnant.text).toContain('None of the sources that were found says anything on pregnancy');
  });
});

describe('a name that no catalogue knows is what its paper says it is', () => {
  test('a product that a paper calls an intravenous iron answers what is asked of intravenous iron', async () => {
    const desk = await openDesk();
    await desk.add(
      'solumaltose.md',
      '# Ferric solumaltose in adults with chronic heart failure: a randomised trial\nPublished: 2026-03-03\n\nFerric solumaltose, an intravenous iron preparation, was compared with placebo in 640 adults with chronic heart failure. Ferric solumaltose reduced hospital admissions for heart failure compared with placebo (rate ratio 0.71, 95% CI 0.55 to 0.92; p=0.009).\n',
    );
    const { text } = await desk.ask('Does intravenous iron reduce hospital admissions in adults with heart failure?');
    expect(text).toMatch(/^\*\*Yes, as far as this shows: fewer hospital admissions/);
  });

  test('by its old name it is quoted with what it did, under whichever name', async () => {
    const desk = await openDesk();
    await desk.add(
      'brelodustat.md',
      '# Brelodustat (formerly QX-4592) for anaemia of chronic kidney disease: a randomised phase 3 trial\nPublished: 2026-02-03\n\nQX-4592 was compared with placebo in 922 adults with chronic kidney disease. Brelodustat raised haemoglobin by 1.75 g/dL versus 0.40 g/dL with placebo (p<0.001).\n',
    );
    const { text } = await desk.ask('Does QX-4592 raise haemoglobin in chronic kidney disease?');
    expect(text).toContain('Brelodustat raised haemoglobin by 1.75 g/dL');
  });
});

test('a guideline in German is found by an English question, and read with its limits', async () => {
  const desk = await openDesk();
  await desk.add(
    'leitlinie.md',
    '# S3-Leitlinie Eisenmangel bei chronischer Herzinsuffizienz\nPublished: 2026-04-20\n\nLeitlinie der Fachgesellschaft. Bei Erwachsenen mit Herzinsuffizienz, einer Ejektionsfraktion unter 45 % und Eisenmangel soll eine intravenöse Eisentherapie zur Besserung der Symptome angeboten werden (starke Empfehlung). Orales Eisen soll nicht eingesetzt werden.\n',
  );
  const { text } = await desk.ask('Do guidelines recommend intravenous iron in adults with heart failure?');
  expect(text).toMatch(/advised by a guideline \(2026-04-20\)/);
  expect(text).toContain('For oral use it is advised against');
});
