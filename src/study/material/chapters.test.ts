import { expect, test } from 'vitest';
import type { KeptPassage } from '../../search/index.ts';
import { findChapters, readCourse } from './chapters.ts';

function kept(id: string, section: string, title = 'Chapter 1: Myths'): KeptPassage {
  const source = { id, source_type: 'internal_doc', service: 'course', title, section } as const;
  return {
    id,
    file: 'notes/n.md',
    title: [...new Set([title, ...section.split(' › ')])].join(' › '),
    text: 'x',
    source,
  } as KeptPassage;
}

test('the first of several headings is no title of the others', () => {
  const { documents, passages } = readCourse('course', [kept('a', 'Chapter 1: Myths'), kept('b', 'Chapter 2: Doses')]);
  expect(documents.map(({ title }) => title)).toEqual(['n']);
  expect(passages.map(({ chapter_title, source }) => [chapter_title, source.title])).toEqual([
    ['Chapter 1: Myths', 'n'],
    ['Chapter 2: Doses', 'n'],
  ]);
});

test('one heading above all of it is its title', () => {
  const both = [kept('a', 'Kidney › Filter', 'Kidney'), kept('b', 'Kidney › Tubule', 'Kidney')];
  expect(readCourse('course', both).passages.map(({ source }) => source.title)).toEqual(['Kidney', 'Kidney']);
});

test('plain text is named by the line that stands alone above it', () => {
  const text = (body: string) => [
    { ...kept('a', '', 'nephro.txt'), file: 'nephro.txt', title: 'nephro.txt', text: body },
  ];
  const titleOf = (body: string) =>
    readCourse('course', text(body)).passages.map(({ topic, source }) => [topic, source.title]);
  expect(titleOf('Diuretics and the nephron\n\nLoop diuretics inhibit NKCC2.')).toEqual([
    ['Diuretics and the nephron', 'Diuretics and the nephron'],
  ]);
  expect(titleOf('Loop diuretics inhibit NKCC2.\n\nThiazides inhibit NCC.')[0]?.[1]).toBe('nephro.txt');
});

test('a chapter is found by the number that its heading says, else by its place in each document', () => {
  const chapter = (id: string, number: number, title: string) => ({ id, number, title, document: 'd', passages: 1 });
  const documents = [
    { title: 'Thyroid', chapters: [chapter('1.1', 1, '3.1 Physiology'), chapter('1.2', 2, '3.2 Tests')] },
    {
      title: 'Clots',
      chapters: [chapter('2.1', 1, 'Haemostasis'), chapter('2.2', 2, 'Tests'), chapter('2.3', 3, 'x')],
    },
  ];
  const titles = (asked: string) => findChapters(documents, asked).map(({ title }) => title);
  expect(titles('3.2')).toEqual(['3.2 Tests']);
  expect(titles('2.2')).toEqual(['Tests']);
  expect(titles('5')).toEqual([]);
});
