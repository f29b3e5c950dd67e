import { describe, expect, test } from 'vitest';
import { requireDeclared } from './homonyms.ts';
import { type Concept, KINDS, openCatalogue } from './index.ts';
import { parseOutline } from './outline.ts';
import { buildTree } from './tree.ts';

const catalogue = openCatalogue();
const all = [...catalogue.all()];
const of = (kind: Concept['kind']) => all.filter((concept) => concept.kind === kind);
const found = (text: string) => catalogue.find(text).map(({ concept }) => concept.id);

describe('the catalogue', () => {
  test('is as broad as promised', () => {
    const medicines = of('drug').filter(({ parents }) => parents.length > 0);
    expect(medicines.length).toBeGreaterThan(900);
    expect(of('condition').filter(({ parents }) => parents.length > 0).length).toBeGreaterThan(600);
    expect(of('observation').length).toBeGreaterThan(150);
    for (const kind of KINDS) expect(of(kind).length).toBeGreaterThan(10);
  });

  test('has no orphan: whatever stands alone belongs to something', () => {
    const orphans = all.filter(({ id, parents }) => parents.length === 0 && catalogue.descendants(id).size === 0);
    expect(orphans.map(({ id }) => id)).toEqual([]);
  });

  test('names a source for every concept', () => {
    for (const { id, source } of all) expect([id, source.length > 3]).toEqual([id, true]);
  });

  test('gives no name two meanings within a kind', () => {
    const seen = new Map<string, string>();
    for (const { id, kind, names } of all)
      for (const name of names) {
        const key = `${kind}|${name.replace(/"/g, '').toLowerCase()}`;
        expect([key, seen.get(key) ?? id]).toEqual([key, id]);
        seen.set(key, id);
      }
  });

  test('gives a name two kinds only where that is declared', () => {
    expect(() => requireDeclared([{ name: 'lithium', kinds: ['drug', 'condition'] }])).toThrow(
      /does not declare "lithium" as both drug and condition/,
    );
    expect(() => requireDeclared([{ name: 'zinc', kinds: ['drug', 'observation'] }])).not.toThrow();
  });

  test('refuses a circle and a parent that is not there', () => {
    const concept = (id: string, parents: string[]): [string, Concept] => [
      id,
      { id, kind: 'condition', name: id, names: [], codes: [], parents, source: 'test' },
    ];
    expect(() => buildTree(new Map([concept('a', ['b']), concept('b', ['a'])]))).toThrow(/circle: a → b → a/);
    expect(() => buildTree(new Map([concept('a', ['b'])]))).toThrow(/a belongs to b, which is not there/);
  });

  test('says file and line of a row that belongs to nothing', () => {
    expect(() => parseOutline('source: x\nrows: |\n  a\n      b\n', 'some.yml')).toThrow(/some\.yml:4 is indented/);
    expect(() => parseOutline('rows: |\n  a\n', 'some.yml')).toThrow(/names no source/);
  });
});

describe('names in running text', () => {
  test.each([
    ['do I take any blood thinners?', 'class:anticoagulant'],
    ['when was my heart attack', 'condition:myocardial_infarction'],
    ['my diabetes tablets', 'class:diabetes_medicine'],
    ['any eye disease?', 'condition:eye_disease'],
    ['is Eliquis on the list', 'drug:apixaban'],
    ['I took ibuprofin', 'drug:ibuprofen'],
    ['I took apixiban', 'drug:apixaban'],
    ['am I on a statin', 'class:statin'],
    ['my stools are black and tarry? black tarry stools', 'symptom:black_stools'],
    ['how is my kidney function', 'observation:kidney_function'],
    ['hba1c please', 'observation:hemoglobin_a1c'],
    ['had the flu jab', 'vaccine:influenza_vaccine'],
    ['a glass of grapefruit juice', 'food:grapefruit'],
  ])('%s → %s', (text, id) => expect(found(text)).toContain(id));

  test('a condition before "tablets" means what treats it', () => {
    const [match] = catalogue.find('are these my epilepsy tablets', { kinds: ['condition'] });
    expect([match?.concept.id, match?.as, match?.text]).toEqual([
      'condition:epilepsy',
      'medicines_for',
      'epilepsy tablets',
    ]);
  });

  test('the longest name wins and spans are exact', () => {
    const text = 'chronic kidney disease stage 4 and iron deficiency anaemia';
    expect(
      catalogue.find(text, { kinds: ['condition'] }).map((m) => [m.concept.id, text.slice(m.start, m.end)]),
    ).toEqual([
      ['condition:chronic_kidney_disease_stage_4', 'chronic kidney disease stage 4'],
      ['condition:iron_deficiency_anemia', 'iron deficiency anaemia'],
    ]);
  });
});

describe('linking an entry of a record', () => {
  const link = (name: string, kinds: Concept['kind'][], code?: [string, string]) =>
    catalogue.linkAll({ name, kinds, codes: code ? [{ system: code[0], code: code[1] }] : [] }).map(({ id }) => id);

  test.each([
    ['Hydrochlorothiazide 25 MG Oral Tablet', ['drug:hydrochlorothiazide']],
    ['Acetaminophen 325 MG / oxyCODONE Hydrochloride 5 MG Oral Tablet', ['drug:acetaminophen', 'drug:oxycodone']],
    ['Eliquis 5 mg tablets', ['drug:apixaban']],
    ['Insulin glargine 100 units/mL', ['drug:insulin_glargine']],
  ])('%s', (name, ids) => expect(link(name, ['drug'])).toEqual(ids));

  test('by code before name, and a name where the code is not ours', () => {
    expect(link('Herzinfarkt', ['condition'], ['http://snomed.info/sct', '22298006'])).toEqual([
      'condition:myocardial_infarction',
    ]);
    expect(link('Essential hypertension (disorder)', ['condition'])).toEqual(['condition:hypertension']);
    expect(
      link('Chronic obstructive bronchitis (disorder)', ['condition'], ['http://snomed.info/sct', '185086009']),
    ).toEqual(['condition:chronic_bronchitis']);
    expect(link('Potassium [Moles/volume] in Blood', ['observation'], ['http://loinc.org', '6298-4'])).toEqual([
      'observation:potassium',
    ]);
  });

  test('nothing for words that name nothing', () => expect(link('xyzzy', ['condition'])).toEqual([]));
});

describe('closures', () => {
  test('a heart attack is also the NSTEMI', () => {
    expect(catalogue.closure('condition:myocardial_infarction').is).toContain('condition:nstemi');
    expect(catalogue.isA('condition:nstemi', 'condition:heart_and_vessel_disease')).toBe(true);
  });

  test('each relation apart: what treats, what shows', () => {
    const diabetes = catalogue.closure('condition:diabetes');
    expect(diabetes.treated_by).toContain('drug:metformin');
    expect(diabetes.shown_by).toContain('observation:hemoglobin_a1c');
    expect(diabetes.is).not.toContain('drug:metformin');
    expect(catalogue.closure('class:anticoagulant').is).toContain('drug:apixaban');
    expect(catalogue.treats('drug:apixaban').map(({ id }) => id)).toContain('condition:atrial_fibrillation');
  });
});

describe('an entry that names several things', () => {
  const linked = (name: string) =>
    openCatalogue()
      .linkAll({ name, kinds: ['condition', 'symptom', 'procedure'] })
      .map(({ id }) => id)
      .toSorted();

  test.each([
    ['Hemolytic anemia due to G6PD deficiency', ['condition:g6pd_deficiency', 'condition:hemolytic_anemia']],
    ['CKD secondary to type 2 diabetes', ['condition:chronic_kidney_disease', 'condition:type_2_diabetes']],
    ['Hypertensive chronic kidney disease', ['condition:chronic_kidney_disease', 'condition:hypertension']],
    ['Colonoscopy with polypectomy', ['procedure:colonoscopy', 'procedure:polypectomy']],
    ['Heart failure without hypertension', ['condition:heart_failure']],
    ['Gestational diabetes in previous pregnancy', ['condition:gestational_diabetes']],
    ['Family history of diabetes', []],
    ['No known diabetes', []],
    ['History of stroke', ['condition:stroke']],
    ['Left nephrectomy', ['procedure:nephrectomy']],
  ])('%s', (name, ids) => {
    expect(linked(name)).toEqual(ids);
  });
});

test('another spelling of a name does not replace the concept', () => {
  const anemia = openCatalogue().get('condition:iron_deficiency_anemia');
  expect(anemia?.names).toEqual(expect.arrayContaining(['iron deficiency anemia', 'iron-deficiency anemia']));
  expect(anemia?.shown_by?.map(({ observation }) => observation)).toContain('observation:ferritin');
});
