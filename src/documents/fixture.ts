import { deflateSync } from 'node:zlib';

/** The smallest PDF with a title and one line of text. */
export function makePdf(title: string, line: string): string {
  const content = line === '' ? '' : `BT /F1 12 Tf 20 100 Td (${line}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Title(${title})>>`,
  ];
  return joinObjects(objects, 6);
}

/** A PDF with a page for each chapter: its lines, and an outline that names it where it has a title. */
export function makeBook(title: string, chapters: readonly { title?: string; lines: readonly string[] }[]): string {
  const named = chapters.flatMap((chapter, page) =>
    chapter.title === undefined ? [] : [{ title: chapter.title, page }],
  );
  const first = 5;
  const pageOf = (index: number) => first + index * 2;
  const entry = first + chapters.length * 2;
  const contents = chapters.map(
    ({ lines }) => `BT /F1 12 Tf 14 TL 20 700 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`,
  );
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${named.length > 0 ? '/Outlines 4 0 R' : ''}>>`,
    `<</Type/Pages/Kids[${chapters.map((_, index) => `${pageOf(index)} 0 R`).join(' ')}]/Count ${chapters.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Type/Outlines/First ${entry} 0 R/Last ${entry + named.length - 1} 0 R/Count ${named.length}>>`,
    ...contents.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${pageOf(index) + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ]),
    ...named.map(
      (chapter, index) =>
        `<</Title(${chapter.title})/Parent 4 0 R/Dest[${pageOf(chapter.page)} 0 R/Fit]` +
        `${index > 0 ? `/Prev ${entry + index - 1} 0 R` : ''}${index < named.length - 1 ? `/Next ${entry + index + 1} 0 R` : ''}>>`,
    ),
    `<</Title(${title})>>`,
  ];
  return joinObjects(objects, objects.length);
}

function joinObjects(objects: readonly string[], info: number): string {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R/Info ${info} 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
}

/** A PDF of a few kilobytes whose text unpacks to `bytes`: packed twice, as no honest program does. */
export function makeBomb(bytes: number): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(bytes, 0x20), { level: 9 }), { level: 9 });
  const head = Buffer.from(
    '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n' +
      '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<<>>>>\nendobj\n' +
      `4 0 obj\n<</Length ${packed.length}/Filter[/FlateDecode/FlateDecode]>>stream\n`,
  );
  return Buffer.concat([head, packed, Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n')]);
}
