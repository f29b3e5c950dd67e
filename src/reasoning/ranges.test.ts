/** One range per measure and person: the chat, the panel, the chart and the summary judge every value alike. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPatients } from '../graph/index.ts';
import { loadDemoPatients } from '../record/demo/load.ts';
import { assessByRange } from '../record/index.ts';
import { readObservationHistory, readObservations } from '../record/reads/observations.ts';
import type { Reader } from '../record/reads/reader.ts';
import { readSummary } from '../record/reads/summary.ts';
import { handleOf } from '../storage/handle.ts';
import { openHome } from '../storage/index.ts';
import { type Chart, readChart } from './chart.ts';
import { readingsOf } from './evidence/series.ts';

const folder = mkdtempSync(join(tmpdir(), 'ranges-'));
const home = openHome(folder);
const people: { reader: Reader; chart: Chart }[] = [];

beforeAll(async () => {
  await loadDemoPatients(handleOf(home.data));
  for (const { uuid } of listPatients(handleOf(home.data))) {
    const reader = {
      data: home.data,
      patientId: uuid,
      actor: 'test',
      audit: () => {},
      now: '2026-11-15T09:00:00Z',
      assess: assessByRange,
    };
    people.push({ reader, chart: readChart(reader) });
  }
});
afterAll(() => {
  home.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the chat says of each value, by entry; the panel has one word for both kinds of critical. */
function saidOf(chart: Chart): Map<string, string> {
  return new Map(
    [...chart.view.series.keys()]
      .filter((id) => !id.includes('systolic') && !id.includes('diastolic'))
      .flatMap((id) => readingsOf(chart, id))
      .flatMap(({ uuid, flag }) =>
        flag === undefined ? [] : [[uuid, flag.startsWith('critical') ? 'critical' : flag] as const],
      ),
  );
}

describe('a value is judged once', () => {
  test('in the chat as in the panel', () => {
    for (const { reader, chart } of people) {
      const said = saidOf(chart);
      const shown = readObservations(reader).filter(({ uuid, flag }) => flag !== null && said.has(uuid));
      expect(shown.length).toBeGreaterThan(5);
      expect(
        shown
          .filter(({ uuid, flag }) => said.get(uuid) !== flag)
          .map(({ name, display, flag }) => `${name} ${display} ${flag}`),
      ).toEqual([]);
    }
  });

  test('in the chart, over the years', () => {
    for (const { reader, chart } of people) {
      const said = saidOf(chart);
      const codes = [...new Set(readObservations(reader).flatMap(({ code }) => code ?? []))];
      const points = codes.flatMap((type) => readObservationHistory(reader, { type }));
      const unlike = points.filter(({ uuid, flag }) => flag !== null && said.has(uuid) && said.get(uuid) !== flag);
      expect(points.length).toBeGreaterThan(20);
      expect(unlike.map(({ name, display, flag }) => `${name} ${display} ${flag}`)).toEqual([]);
    }
  });

  test('in the summary', () => {
    for (const { reader, chart } of people) {
      const said = saidOf(chart);
      const { flagged } = readSummary(reader);
      expect(flagged.filter(({ uuid, flag }) => said.has(uuid) && said.get(uuid) !== flag)).toEqual([]);
    }
  });
});
