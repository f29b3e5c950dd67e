import { expect, test } from 'vitest';
import { kindOfRequest } from './asking.ts';
import { inEnglish } from './language.ts';
import { readRequirements } from './request.ts';
import { spellOut } from './short-forms.ts';
import { topicOf } from './topic.ts';

const PLACE = { now: Date.parse('2026-11-15T12:00:00Z'), zone: 'UTC', scopes: [] };

test.each([
  [
    'Recherchiere neue Therapien für hereditäres Angioödem, jeden Montag um 8',
    'German',
    'Hereditary angioedema',
    'every Monday at 8',
  ],
  ['Wie wirksam ist Orvanib?', 'German', 'Orvanib', undefined],
  ['Was ist neu bei Gicht? Prüfe wöchentlich.', 'German', 'Gout', 'weekly'],
  [
    'Recherche de nouveaux traitements pour la sclérose en plaques, tous les lundis à 8h',
    'French',
    'Multiple sclerosis',
    'every Monday at 8h',
  ],
  [
    'Investiga nuevos tratamientos para la esclerosis múltiple cada lunes a las 8',
    'Spanish',
    'Multiple sclerosis',
    'every Monday at 8',
  ],
])('%s is %s, about %s', (message, language, label, cadence) => {
  const gloss = inEnglish(message);
  expect(gloss).toMatchObject({ language });
  expect(gloss.unread).toBeUndefined();
  expect(topicOf(gloss.text).label).toBe(label);
  expect(readRequirements(gloss.text, PLACE).cadence).toBe(cadence);
  expect(kindOfRequest(gloss.text)).toBe('research');
});

test.each([
  ['Quali sono i nuovi trattamenti per la gotta?', 'Italian'],
  ['Welke nieuwe behandelingen zijn er voor jicht?', 'Dutch'],
  ['Новые методы лечения подагры', 'Russian or another language in Cyrillic script'],
])('%s is known for %s and not read', (message, language) => {
  expect(inEnglish(message)).toEqual({ text: message, language, unread: true });
});

test.each([
  'What is new in gout?',
  'Colchicine for gout in men who die early',
  'Duchenne muscular dystrophy',
  'CAR-T in lymphoma. Check every Monday.',
])('%s stays as it is', (message) => expect(inEnglish(message)).toEqual({ text: message }));

test.each([
  ["What's new in MS?", 'MS'],
  ['PD in older adults', 'PD'],
])('%s is asked back', (message, short) => expect(spellOut(message).open?.short).toBe(short));

test.each([
  ['natalizumab in MS', [], 'natalizumab in multiple sclerosis'],
  ["What's new in MS? multiple sclerosis", [], "What's new in multiple sclerosis? multiple sclerosis"],
  ['news on MS', ['Mitral stenosis Research'], 'news on mitral stenosis'],
  ['new drugs in UC', [], 'new drugs in ulcerative colitis'],
  ['Any news on IgAN?', [], 'Any news on IgA nephropathy?'],
  ['PD-1 inhibitors in melanoma', [], 'PD-1 inhibitors in melanoma'],
])('%s beside %j is settled', (message, follows, text) => expect(spellOut(message, follows)).toEqual({ text }));

test('what another language puts behind the illness is part of its name', () => {
  const { text } = inEnglish('¿Es eficaz zorbina en la nefropatía por IgA?');
  expect(topicOf(text).subjects).toContainEqual(
    expect.objectContaining({ concepts: ['condition:iga_nephropathy'], kind: 'problem' }),
  );
});
