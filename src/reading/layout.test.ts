import { describe, expect, test } from 'vitest';
import { formatOf, readDocument, unitsOf } from './index.ts';
import { isLaidOut } from './layout.ts';

const headings = (source: string, path?: string) =>
  readDocument(source, { path }).blocks.flatMap(({ kind, start, end, level }) =>
    kind === 'heading' ? [`${level} ${source.slice(start, end).trim()}`] : [],
  );
const said = (source: string, path = 'a.txt') =>
  unitsOf(readDocument(source, { path })).map(({ kind, text }) => `${kind}: ${text}`);

const MANUAL = `FERRY(1)                       User Commands                      FERRY(1)

NAME
       ferry - carry files over slow lines

SYNOPSIS
   Usual form
       ferry [OPTION]... FILE HOST

DESCRIPTION
       Ferry sends each FILE to HOST in pieces and goes on where it  was  in‐
       terrupted.  Nothing is sent twice, whatever happens to the line.

   Pieces
       A piece holds 64 kilobytes unless --piece says otherwise, and each of
       them is checked on arrival.

FERRY 2.1                         March 2024                       FERRY(1)
`;

const MEMO = `Working Group                                                 A. Example
Memo: 9999                                                 Example Corp.


                     The Parcel Tracking Protocol

Abstract

   This document describes how the sender of a parcel learns where it is
   at any time.

Table of Contents

   1. Introduction ....................................................2

1.  Introduction

   Parcels are lost more often than one thinks, and nobody knows where they
   were seen last.

1.1.  Terms

   A parcel is whatever has a number, is sent, and is waited for by somebody
   at its other end.
`;

const CONTRACT = `CONSULTING AGREEMENT

This Agreement is made on 3 May 2024 between Birch Ltd ("the Client") and
Jo Marsh ("the Consultant"), who agree as follows:

ARTICLE I - SERVICES

The Consultant reviews the software and writes a report.

CONFIDENTIALITY

Each party keeps secret what it learns of the other, for as long as it has
any use.
`;

const CLAUSES = `1. Definitions.

The words below are used as they are used in the trade, unless it is said.

2. Term. This agreement runs for two years from the day on which both have
signed it.

3. Governing Law. The law of Ireland applies.
`;

const LETTER = `Dr Helen Osgood
14 Mill Lane
Harwick

12 September 2023

Dear Mrs Lindqvist,

Thank you for your letter of 1 September. The scan you had in August shows no
change since last year.
`;

describe('headings by their layout', () => {
  test('a manual: what stands left of an indented body, without heads and feet of pages', () => {
    expect(headings(MANUAL, 'ferry.txt')).toEqual([
      '1 NAME',
      '1 SYNOPSIS',
      '2 Usual form',
      '1 DESCRIPTION',
      '2 Pieces',
    ]);
    expect(said(MANUAL).join('\n')).not.toContain('User Commands');
    expect(said(MANUAL)).toContain('sentence: ferry - carry files over slow lines');
    expect(said(MANUAL).join('\n')).toContain('goes on where it was interrupted.');
  });

  test('a memo: a title in the middle, numbers by their depth, no table of contents', () => {
    expect(headings(MEMO, 'memo.txt')).toEqual([
      '1 The Parcel Tracking Protocol',
      '2 Abstract',
      '2 Table of Contents',
      '2 1.  Introduction',
      '3 1.1.  Terms',
    ]);
    expect(said(MEMO).join('\n')).not.toContain('....');
  });

  test('a contract: capitals alone; clauses that are named before they begin', () => {
    expect(headings(CONTRACT, 'c.txt')).toEqual([
      '1 CONSULTING AGREEMENT',
      '2 ARTICLE I - SERVICES',
      '2 CONFIDENTIALITY',
    ]);
    expect(headings(`${CONTRACT}\n1 Scope\n\nIt holds of all works.\n`, 'c.txt')).toContain('2 1 Scope');
    expect(headings(CLAUSES, 'c.txt')).toEqual(['1 1. Definitions.', '1 2. Term.', '1 3. Governing Law.']);
    expect(said(CLAUSES)).toContain('sentence: The law of Ireland applies.');
  });

  test('a letter: an address is no sentence, a day is no heading', () => {
    expect(headings(LETTER, 'letter.txt')).toEqual([]);
    expect(said(LETTER)).toEqual([
      'row: Dr Helen Osgood',
      'row: 14 Mill Lane',
      'row: Harwick',
      'row: 12 September 2023',
      'row: Dear Mrs Lindqvist,',
      'sentence: Thank you for your letter of 1 September.',
      'sentence: The scan you had in August shows no change since last year.',
    ]);
  });

  test('shouting in a paragraph is no heading, and neither is what Markdown marks by itself', () => {
    expect(
      headings('THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF\nANY KIND, EXPRESS OR IMPLIED.\n', 'l.txt'),
    ).toEqual([]);
    expect(headings('NOTES\n=====\n\nIt rains.\n\nMore\n----\n\nIt snows.\n', 'n.txt')).toEqual(['1 NOTES', '2 More']);
  });
});

test('a text without a name is read by its layout where that says more than marks', () => {
  expect(formatOf(MANUAL)).toBe('plain');
  expect(formatOf(`# Ferry\n\n${CONTRACT}`)).toBe('markdown');
  expect(isLaidOut('One sentence.\n\nAnother one.\n')).toBe(false);
});

test.each([
  ' '.repeat(200_000),
  '.'.repeat(200_000),
  'A B '.repeat(50_000),
  `${'ABCD\n\n'.repeat(30_000)}x`,
  `${'1. A. B\n\n'.repeat(20_000)}`,
])('any text is read (%#)', (text) => {
  expect(readDocument(text, { format: 'plain' }).words).toHaveLength(text.length);
});
