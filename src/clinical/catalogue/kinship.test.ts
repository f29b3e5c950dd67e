/** What a condition is no kind of: carriers, latent and past infections, benign growths, subtypes with rules of their own. */
import { describe, expect, test } from 'vitest';
import { openCatalogue } from './index.ts';
import { isDoubted } from './linking.ts';

const catalogue = openCatalogue();
const link = (name: string) => catalogue.link({ name, kinds: ['condition', 'symptom'] });
const isOf = (name: string, kind: string) => {
  const found = link(name);
  return found !== undefined && catalogue.isA(found.id, `condition:${kind}`);
};

describe('false kinship', () => {
  test.each([
    ['Sickle cell trait', 'sickle_cell_disease'],
    ['Carrier of sickle cell disease', 'sickle_cell_disease'],
    ['Beta thalassaemia minor', 'thalassemia'],
    ['Cystic fibrosis carrier', 'cystic_fibrosis'],
    ['Haemophilia A carrier', 'hemophilia'],
    ['Huntington disease gene carrier', 'huntington_disease'],
    ['Latent tuberculosis', 'tuberculosis'],
    ['Past hepatitis B infection', 'hepatitis'],
    ['Hepatitis B immune', 'hepatitis'],
    ['Borderline hypertension', 'hypertension'],
    ['Interstitial cystitis', 'urinary_tract_infection'],
    ['Cold sores', 'genital_herpes'],
    ['Gestational hypertension', 'preeclampsia'],
    ['Placental abruption', 'placenta_previa'],
    ['Binge eating disorder', 'anorexia_nervosa'],
    ['Meningioma', 'cancer'],
    ['Pituitary adenoma', 'cancer'],
    ['Protein S deficiency', 'factor_v_leiden'],
    ['Giardia', 'toxoplasmosis'],
    ['Lumbar spondylosis', 'ankylosing_spondylitis'],
    ['Malignant hyperthermia', 'heat_stroke'],
    ['First degree AV block', 'heart_block'],
    ['Benign ethnic neutropenia', 'neutropenia'],
    ['Ex-smoker', 'tobacco_use_disorder'],
    ['Pseudogout', 'gout'],
    ['Non-epileptic seizures', 'epilepsy'],
    ['Diabetes insipidus', 'diabetes'],
    ['Diabetic retinopathy', 'type_2_diabetes'],
    ['Gilbert syndrome', 'liver_or_bile_disease'],
  ])('%s is no %s', (name, kind) => {
    expect(isOf(name, kind)).toBe(false);
  });

  test.each([
    ['Hepatitis B carrier', 'hepatitis_b'],
    ['G6PD carrier', 'g6pd_deficiency'],
    ['Long QT carrier', 'long_qt_syndrome'],
    ['Thrombocytopenia, immune', 'thrombocytopenia'],
    ['Diabetic retinopathy', 'diabetes'],
    ['MODY', 'diabetes'],
    ['Genital herpes', 'herpes_simplex'],
  ])('%s is a %s', (name, kind) => {
    expect(isOf(name, kind)).toBe(true);
  });

  test('what is only suspected is known as that', () => {
    expect(['Suspected lung cancer', '?TIA', 'Rule out PE'].every(isDoubted)).toBe(true);
    expect(['Lung cancer', 'Probable Alzheimer disease'].some(isDoubted)).toBe(false);
  });
});
