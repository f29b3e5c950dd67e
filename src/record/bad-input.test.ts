import { describe, expect, test, vi } from 'vitest';
import {
  bundle,
  condition,
  encounter,
  graphOf,
  importJson,
  importText,
  type Json,
  makeFolder,
  observation,
  openDatabase,
  patient,
  propertiesOf,
} from './fixtures.ts';
import { importFhir, importSources } from './import.ts';

const good = bundle(patient('p1'), encounter('e1', 'urn:uuid:p1'), condition('c1', 'urn:uuid:p1'));

/** Imports a good record, then the bad text: what is said about it, and that the record is as it was. */
async function refusalOf(text: string | Buffer): Promise<Json> {
  const db = openDatabase();
  await importJson(db, good);
  const before = graphOf(db, 'p1');
  const folder = makeFolder({ 'bad.json': text });
  const error = await importFhir(db, [`${folder}/bad.json`]).then(
    () => ({}),
    (thrown) => thrown.toJSON(),
  );
  expect(graphOf(db, 'p1')).toEqual(before);
  return error;
}

describe('what is not FHIR is refused, by name and place, and the record stays as it was', () => {
  test('a truncated bundle', async () => {
    const text = JSON.stringify(bundle(patient('p1'), condition('c9', 'urn:uuid:p1'), condition('c10', 'urn:uuid:p1')));
    for (const end of [text.length - 1, text.length - 40, Math.floor(text.length / 2), 60]) {
      const error = await refusalOf(text.slice(0, end));
      expect(error).toMatchObject({ code: 'FHIR_INVALID', file: 'bad.json' });
      expect(error.message).toMatch(/bad\.json .*truncated/);
    }
  });

  test.each([
    ['', /empty/],
    ['   \n ', /empty/],
    ['hello there', /does not begin with a JSON object/],
    ['<Bundle xmlns="http://hl7.org/fhir"/>', /XML/],
    ['{"name": "not fhir"}', /line 1 has no resourceType/],
    ['[1, 2, 3]', /a list where a bundle/],
    ['{"resourceType": "Bundle", "entry": [{"resource": {"id": "x"}}]}', /entry 1 has no resourceType/],
    ['{"resourceType": "Bundle", "entry": [{"resource": }]}', /entry 1/],
    ['{"resourceType": "Patient", "id": "p2"}}', /closing bracket too many/],
    ['{"resourceType": "Patient", "id": "p2"} trailing words', /stray text/],
    ['{"resourceType": "Patient", "id": "p2" "gender": "male"}', /line 1/],
    ['{"resourceType": "Patient", "id": "p2", "text": "a\u0000b"}', /control character/],
    [Buffer.from([0x1f, 0x8b, 8, 0, 0]), /gzip/],
    [Buffer.from('PK\u0003\u0004 zip'), /zip/],
    [Buffer.from('%PDF-1.7'), /PDF/],
    [Buffer.from([0, 1, 2, 3, 255]), /binary/],
    [Buffer.from('\ufeff{"resourceType":"Patient"}', 'utf16le'), /UTF-16/],
    [Buffer.from('{"resourceType":"Patient","id":"p2","name":[{"family":"Mej\xeda"}]}', 'latin1'), /UTF-8/],
  ])('%j', async (text, reason) => {
    const error = await refusalOf(text);
    expect(error.code).toBe('FHIR_INVALID');
    expect(error.message).toMatch(reason);
    expect(error.message).toContain('bad.json');
  });

  test('the reason never quotes the person', async () => {
    const error = await refusalOf('{"resourceType": "Patient", "id": "p2", "name": Elena Marsh}');
    expect(JSON.stringify(error)).not.toContain('Elena');
  });

  test('a single resource too large to hold', async () => {
    const db = openDatabase();
    const huge = {
      name: 'huge.json',
      async *open() {
        yield Buffer.from('{"resourceType":"Binary","data":"');
        for (let sent = 0; sent < 70; sent++) yield Buffer.alloc(1024 * 1024, 'A');
      },
    };
    await expect(importSources(db, [huge])).rejects.toMatchObject({ code: 'FHIR_TOO_LARGE' });
  });
});

describe('another version of FHIR is refused', () => {
  test.each<[string, Json]>([
    ['DSTU2', { resourceType: 'MedicationOrder', id: 'm' }],
    ['DSTU2', { resourceType: 'Condition', id: 'c', patient: { reference: 'Patient/p1' } }],
    ['DSTU2', { ...encounter('e', 'Patient/p1'), class: 'outpatient' }],
    ['STU3', { ...condition('c', 'Patient/p1'), clinicalStatus: 'active' }],
    ['STU3', { ...observation('o', 'Patient/p1'), context: { reference: 'Encounter/e1' } }],
    ['STU3', { resourceType: 'Immunization', id: 'i', date: '2016-01-01' }],
    ['R5', { ...encounter('e', 'Patient/p1'), class: [{ coding: [{ code: 'AMB' }] }] }],
    ['R5', { resourceType: 'MedicationRequest', id: 'm', medication: { concept: { text: 'Metformin' } } }],
    ['R5', { resourceType: 'Procedure', id: 'x', occurrenceDateTime: '2024-01-01' }],
    ['STU3', { ...patient('p1'), meta: { profile: ['http://hl7.org/fhir/STU3/StructureDefinition/patient'] } }],
  ])('%s', async (version, resource) => {
    const error = await refusalOf(JSON.stringify(bundle(patient('p1'), resource)));
    expect(error).toMatchObject({ code: 'FHIR_VERSION', version });
    expect(error.message).toContain(`FHIR ${version}, not R4`);
  });

  test('US Core on R4 is R4', async () => {
    const profile = ['http://hl7.org/fhir/us/core/STU3.1.1/StructureDefinition/us-core-patient'];
    const result = await importJson(openDatabase(), bundle({ ...patient('p1'), meta: { profile } }));
    expect(result.patients).toHaveLength(1);
  });
});

describe('what is odd but readable is read', () => {
  test('duplicate ids: the last one counts and the count says so', async () => {
    const db = openDatabase();
    const result = await importJson(
      db,
      bundle(
        patient('p1'),
        condition('c1', 'urn:uuid:p1', { onsetDateTime: '2010' }),
        condition('c1', 'urn:uuid:p1', { onsetDateTime: '2012' }),
      ),
    );
    expect(result.duplicates).toBe(1);
    expect(result.nodes.ConditionCase).toBe(1);
    expect(propertiesOf(db, 'p1', 'c1').onset_date).toBe('2012');
  });

  test('entries of nobody are skipped and counted', async () => {
    const result = await importJson(openDatabase(), bundle(patient('p1'), condition('c1', 'Patient/someone-else')));
    expect(result.skipped).toEqual({ Condition: 1 });
    expect(result.dangling).toBe(1);
  });

  test('fields of the wrong shape count as absent, the rest stays', async () => {
    const db = openDatabase();
    await importJson(
      db,
      bundle(
        { ...patient('p1'), birthDate: 19680302, telecom: 'none', address: [null, 7] },
        observation('o1', 'urn:uuid:p1', {
          effectiveDateTime: '31.12.2020',
          valueQuantity: { value: '7.1' },
          referenceRange: [{ high: { value: 'six' }, text: 'below 6' }],
          category: 'laboratory',
        }),
      ),
    );
    expect(propertiesOf(db, 'p1', 'p1')).toMatchObject({ name: 'Ada Byron' });
    expect(propertiesOf(db, 'p1', 'p1')).not.toHaveProperty('birth_date');
    const measured = propertiesOf(db, 'p1', 'o1');
    expect(measured).toMatchObject({ code: '4548-4', ref_text: 'below 6' });
    expect(measured).not.toHaveProperty('time');
    expect(measured).not.toHaveProperty('value');
  });

  test('text in any language, without its control characters', async () => {
    const db = openDatabase();
    const names = ['Größe über Normal', '高血圧症', 'سكري', 'Гипертония', 'Mejía 🫀'];
    await importJson(
      db,
      bundle(
        patient('p1'),
        ...names.map((text, n) => condition(`c${n}`, 'urn:uuid:p1', { code: { text: `\u0007${text}\u0000` } })),
      ),
    );
    expect(names.map((_, n) => propertiesOf(db, 'p1', `c${n}`).name)).toEqual(names);
  });

  test('a byte order mark, blank lines and one very long line', async () => {
    const db = openDatabase();
    const long = condition('c1', 'Patient/p1', { note: [{ text: 'x'.repeat(200_000) }] });
    const result = await importText(db, `\ufeff\n${JSON.stringify(patient('p1'))}\r\n\r\n${JSON.stringify(long)}\n`);
    expect(result.nodes).toMatchObject({ Patient: 1, ConditionCase: 1 });
    expect(String(propertiesOf(db, 'p1', 'c1').text)).toHaveLength(200_000);
  });

  test('a text longer than anybody writes is refused, and nothing is stored', async () => {
    const db = openDatabase();
    const long = condition('c1', 'Patient/p1', { note: [{ text: 'x'.repeat(1_000_000) }] });
    await expect(importText(db, `${JSON.stringify(patient('p1'))}\n${JSON.stringify(long)}\n`)).rejects.toMatchObject({
      code: 'FHIR_TOO_LARGE',
    });
  });

  test('a text without end is refused while it comes: what follows is not waited for', async () => {
    let sent = 0;
    const endless = {
      name: 'endless.json',
      async *open() {
        yield Buffer.from('{"resourceType":"Patient","id":"p1","da');
        yield Buffer.from('ta":"QUJD","name":[{"text":"');
        for (; sent < 60; sent++) yield Buffer.alloc(1024 * 1024, 'A');
      },
    };
    await expect(importSources(openDatabase(), [endless])).rejects.toMatchObject({ code: 'FHIR_TOO_LARGE' });
    expect(sent).toBeLessThan(3);
  });

  test('an attachment too long to be read is listed without its bytes, whichever way it comes', async () => {
    const data = Buffer.from('Dear colleague, '.repeat(100_000)).toString('base64');
    const letter = {
      ...{ resourceType: 'DocumentReference', id: 'd1', status: 'current', subject: { reference: 'Patient/p1' } },
      content: [{ attachment: { contentType: 'text/plain', title: 'Letter', data } }],
    };
    const bundle = {
      resourceType: 'Bundle',
      type: 'collection',
      entry: [patient('p1'), letter].map((resource) => ({ resource })),
    };
    for (const text of [
      JSON.stringify(bundle),
      [patient('p1'), letter].map((each) => JSON.stringify(each)).join('\n'),
    ]) {
      const db = openDatabase();
      expect((await importText(db, text)).nodes).toMatchObject({ DocumentReference: 1 });
      const [row] = db.prepare("SELECT props FROM graph_node WHERE label = 'DocumentReference'").all();
      expect(String(row!['props'])).toContain('Letter');
      expect(String(row!['props']).length).toBeLessThan(10_000);
    }
  });

  test('lists longer than any person has are refused; of what becomes no node they are not read', async () => {
    const names = { ...patient('p1'), name: Array(10_000).fill({ text: 'Ada' }) };
    await expect(importJson(openDatabase(), names)).rejects.toMatchObject({
      code: 'FHIR_TOO_LARGE',
      message: expect.stringContaining('the Patient holds lists of more than 4000 entries'),
    });
    const provenance = { resourceType: 'Provenance', id: 'v', target: Array(10_000).fill({ reference: 'Patient/p1' }) };
    const lines = [patient('p1'), provenance].map((each) => JSON.stringify(each)).join('\n');
    expect((await importText(openDatabase(), lines)).patients).toHaveLength(1);
  });

  test('what would take long to parse is refused by its commas before it is, whatever its texts hold', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      const names = Array.from({ length: 50_000 }, () => '{"family":"a"}').join(',');
      const error = await refusalOf(`{"resourceType":"Patient","id":"p1","name":[${names}]}`);
      expect(error).toMatchObject({ code: 'FHIR_TOO_LARGE' });
      expect(parse.mock.calls.filter(([text]) => String(text).length > 100_000)).toEqual([]);
    } finally {
      parse.mockRestore();
    }
    const wordy = { ...condition('c1', 'urn:uuid:p1'), note: [{ text: ',"\\",'.repeat(25_000) }] };
    expect((await importJson(openDatabase(), bundle(patient('p1'), wordy))).patients).toHaveLength(1);
  });

  test('nesting far beyond reason', async () => {
    const depth = 50_000;
    const nested = `{"resourceType":"Basic","id":"b","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    await expect(importText(openDatabase(), `${JSON.stringify(patient('p1'))}\n${nested}`)).rejects.toMatchObject({
      code: 'FHIR_TOO_LARGE',
    });
  });

  test('a bundle inside a bundle, empty entries, deletions', async () => {
    const result = await importJson(openDatabase(), {
      resourceType: 'Bundle',
      type: 'history',
      entry: [{ resource: good }, { request: { method: 'DELETE', url: 'Patient/p7' } }, { resource: null }, {}],
    });
    expect(result.resources).toEqual({ Patient: 1, Encounter: 1, Condition: 1 });
  });
});
