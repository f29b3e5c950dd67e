/** Words of a clinic, and a folder of papers. */
import { dirname } from 'node:path';
import { fill } from './fill.ts';
import type { House } from './house.ts';

export const NOTE =
  'Admitted with three days of productive cough, fever up to 39.2 °C and chest discomfort. Type 2 diabetes since 2014, hypertension, hypothyroidism. Metformin 1000 mg twice daily, lisinopril 20 mg daily, levothyroxine 75 micrograms, atorvastatin 40 mg at night. Allergic to penicillin (rash). Blood pressure 142/88, pulse 104, temperature 38.7 °C. Haemoglobin 12.1 g/dL, CRP 148 mg/L, creatinine 1.1 mg/dL, HbA1c 7.9 %. Doxycycline 100 mg twice daily for seven days; no nausea, no vomiting. Her father had a heart attack at 61. ';

const PAPERS = 4_000;

/** A folder of papers, each of something else, indexed to its end; then a question about them. */
export async function papers({ file, post }: House): Promise<Response> {
  const of = ['gout', 'asthma', 'angioedema', 'sepsis', 'anaemia', 'stroke', 'migraine'];
  const by = ['orvanib', 'lusatran', 'pegloticase', 'metformin', 'colchicine'];
  const paths = Array.from({ length: PAPERS }, (_, at) => {
    const [ill, drug] = [of[at % of.length], by[(at * 3) % by.length]];
    const text = `# ${drug} in ${ill}: trial ${at}\n\nIn ${100 + at} adults with ${ill}, ${drug} lowered attacks by ${at % 90} % against placebo (p = 0.0${1 + (at % 8)}).\n\n${fill(NOTE, 1_000)}\n`;
    return file(`papers/trial-${at}.md`, text);
  });
  await post('/v1/search/index', { paths: [dirname(paths[0]!)], scope: 'papers' });
  return post('/v1/chat', { team: 'research', message: 'Does orvanib lower attacks in angioedema?' });
}
