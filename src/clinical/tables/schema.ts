import { z } from 'zod';

/** What the files of `data/` must look like; checked by the tests, not at every start (see tables.ts). */
const name = z.string().min(1).max(200);
const list = z.string().regex(/^[^|]*$/);

export const tables = {
  conditions: z.tuple([name, list, z.string().regex(/^[A-Z]\d{2}[\dA-Z.]*$/), z.string().regex(/^[a-z]+$/)]),
  symptoms: z.tuple([name, list, z.string().regex(/^[A-Z]\d{2}[\dA-Z.]*$/), z.string().regex(/^[a-z]+$/)]),
  drugs: z.tuple([name, list, name]),
  brands: z.tuple([name, list]).rest(z.string()),
  shorthand: z.tuple([list, z.enum(['drug', 'condition', 'symptom', 'procedure']), name, name]),
  chemicals: z.tuple([list]),
  ignored: z.tuple([list]),
  allergens: z.tuple([list]),
  procedures: z.tuple([
    name,
    list,
    z.string().regex(/^\d*$/),
    z.enum(['surgery', 'imaging', 'test', 'therapy', 'vaccine']),
  ]),
  units: z.tuple([name, name, z.string().regex(/^[\d.]+$/)]).rest(z.string()),
  ranges: z
    .tuple([z.string().regex(/^\d+-\d$/), z.string().regex(/^(?:all|male|female|pregnant|\d+-\d+)(?: \d+-\d+)?$/)])
    .rest(z.string().regex(/^[\d.]*$/)),
  interactions: z.tuple([name, name, z.enum(['contraindicated', 'major', 'moderate', 'minor']), name, name, name]),
  presupposed: z.tuple([
    z.string().min(3),
    z.string().regex(/^[a-z ~]+$/),
    z.enum(['now', 'then', 'begun']),
    z.string().min(5),
    z.string().min(5),
  ]),
  systems: z.tuple([z.string().regex(/^[a-z]+$/), list]),
  observations: z
    .tuple([
      name,
      list,
      z.string().regex(/^\d+-\d$/),
      name,
      list,
      z.string().regex(/^[\d.]*$/),
      z.string(),
      z.string(),
      z.string().regex(/^[a-z]+$/),
    ])
    .rest(z.string().regex(/^(?:bare|vital| )*$/)),
};

/** A way of speaking in `data/lay.yml`. */
export const laySpeech = z.tuple([z.string().min(3).max(3000), z.enum(['condition', 'symptom']), name]);

/** A line of `data/triage.yml`: a name, and a pattern that may hold other names in braces. */
export const triageLine = z.string().regex(/^[a-z_]+ = \S.*$/);
