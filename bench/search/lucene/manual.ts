/** Manual pages in roff, read for their words: what a page is for, what it says, which other pages it names. */

export interface ManualPage {
  readonly purpose: string;
  readonly body: string;
  /** As `ls(1)`. */
  readonly related: readonly string[];
}

/** Undefined where it is no page of its own, or too little is in it. */
export function readPage(source: string): ManualPage | undefined {
  const sections = splitSections(source);
  const naming = sections.find(({ title }) => title === 'NAME');
  const purpose = naming === undefined ? undefined : purposeOf(naming.lines);
  const others = sections.filter(({ title }) => title !== 'NAME' && title !== 'SEE ALSO');
  const body = others.map(({ title, lines }) => `${title}\n${textOf(lines)}`).join('\n');
  if (purpose === undefined || purpose.split(' ').length < 2 || body.length < 200) return undefined;
  const seeAlso = sections.find(({ title }) => title === 'SEE ALSO')?.lines ?? [];
  return { purpose, body, related: relatedOf(seeAlso) };
}

interface Section {
  readonly title: string;
  readonly lines: string[];
}

function splitSections(source: string): Section[] {
  const sections: Section[] = [];
  for (const line of source.split('\n')) {
    const title = /^\.\s*S[Hh]\s+(.+)/.exec(line)?.[1];
    if (title !== undefined) sections.push({ title: plain(title).toUpperCase(), lines: [] });
    else if (!/^['.]\s*\\"/.test(line)) sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function purposeOf(lines: readonly string[]): string | undefined {
  const described = lines.map((line) => /^\.\s*Nd\s+(.+)/.exec(line)?.[1]).find((found) => found !== undefined);
  if (described !== undefined) return plain(described);
  const joined = lines.join(' ').replace(/^.*?\s(?:\\-|\\\(em|—|–|-)\s/, '\0');
  return joined.startsWith('\0') ? textOf([joined.slice(1)]).trim() : undefined;
}

/** The words of the page: requests that set fonts and lists give theirs, all others none. */
function textOf(lines: readonly string[]): string {
  return lines
    .map((line) => {
      const request = /^['.]\s*(\S*)\s*(.*)/.exec(line);
      if (request === null) return plain(line);
      const [, name = '', words = ''] = request;
      return SPEAKING.has(name) ? plain(words) : '';
    })
    .filter((line) => line !== '')
    .join('\n');
}

const SPEAKING = new Set(
  (
    'B I R BR RB BI IB IR RI SM SB SS TP IP Ss It Ar Fl Pa Cm Ic Nm Xr Em Sy Li Dq Sq Ql Op Va Fa Fn Ft Dv Ev Er In Qq ' +
    'Pq Aq Bq No Ns Brq'
  ).split(' '),
);

function plain(text: string): string {
  return text
    .replace(/\\f(?:\[[^\]]*\]|\(..|.)|\\s[+-]?\d|\\[&|^/,:%]|\\m\[[^\]]*\]/g, '')
    .replace(/\\\((?:aq|oq|cq)|\\\[(?:aq|oq|cq)\]/g, "'")
    .replace(/\\\(..|\\\[[^\]]*\]|\\\*\(..|\\\*\[[^\]]*\]|\\\*./g, ' ')
    .replace(/\\-/g, '-')
    .replace(/\\[e\\]/g, '\\')
    .replace(/\\(.)/g, '$1')
    .replace(/"/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function relatedOf(lines: readonly string[]): string[] {
  const found = lines.flatMap((line) => {
    const linked = /^\.\s*Xr\s+(\S+)\s+(\d)/.exec(line);
    if (linked !== null) return [`${linked[1]}(${linked[2]})`];
    const words = plain(
      line.replace(/^['.]\s*\S+\s*/, (request) => (/^\.\s*[BIR]{1,2}\s/.test(request) ? '' : request)),
    );
    return [...words.matchAll(/([\w.+:@-]+)\s*\((\d)[a-z]*\)/g)].map(([, name, section]) => `${name}(${section})`);
  });
  return [...new Set(found)];
}
