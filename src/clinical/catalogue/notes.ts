/** What is said of a medicine beside its class: how kidneys, age, pregnancy, illness and other things bear on it, what watches it. */
import type { Caution, Kind, Monitoring, Note, NoteTopic } from './concept.ts';
import type { Drafts } from './drafts.ts';
import { invalid, type Line, readOutline } from './outline.ts';

export interface Notes {
  notes: Map<string, Note[]>;
  monitoring: Map<string, Monitoring[]>;
  cautions: Map<string, Caution[]>;
}

const TOPICS = new Set<string>(['kidney', 'liver', 'pregnancy', 'planning', 'breastfeeding', 'old_age', 'child']);
const KINDS: Kind[] = ['drug_class', 'drug', 'vaccine'];
const LEVELS = new Set<string>(['avoid', 'adjust', 'care', 'fine']);

export function readNotes(drafts: Drafts): Notes {
  const found: Notes = { notes: new Map(), monitoring: new Map(), cautions: new Map() };
  const notes = readOutline('medicine-notes');
  for (const line of notes.lines) addNote(found.notes, drafts, line, notes.source);
  const checks = readOutline('monitoring');
  for (const line of checks.lines) addMonitoring(found.monitoring, drafts, line, checks.source);
  const cautions = readOutline('cautions');
  for (const line of cautions.lines) addCautions(found.cautions, drafts, line, cautions.source);
  return found;
}

/** `medicines | topic | level, for kidneys with "< 30" | note` */
function addNote(all: Map<string, Note[]>, drafts: Drafts, line: Line, source: string): void {
  const [names = '', topic = '', level = '', text = ''] = line.cells;
  const [, word = '', under] = /^(\w+)(?: < (\d+))?$/.exec(level) ?? [];
  if (!TOPICS.has(topic) || !LEVELS.has(word) || text === '')
    throw invalid(line.file, line.number, 'is not "medicines | topic | level | note"');
  for (const of of medicines(drafts, names, line)) {
    const note: Note = { topic: topic as NoteTopic, level: word as Note['level'], text, source, of };
    if (under) note.under = Number(under);
    all.set(of, [...(all.get(of) ?? []), note]);
  }
}

/** `medicines | observation | months | why` */
function addMonitoring(all: Map<string, Monitoring[]>, drafts: Drafts, line: Line, source: string): void {
  const [names = '', observation = '', months = '', why = ''] = line.cells;
  const target = drafts.get('observation', observation);
  if (!target) throw invalid(line.file, line.number, `knows no observation "${observation}"`);
  if (!(Number(months) > 0)) throw invalid(line.file, line.number, `has no months: "${months}"`);
  for (const of of medicines(drafts, names, line))
    all.set(of, [...(all.get(of) ?? []), { observation: target.id, months: Number(months), why, source, of }]);
}

const CAUTIOUS = new Set<string>(['avoid', 'ask', 'care', 'fine']);
const THINGS: Kind[] = ['drug_class', 'drug', 'vaccine', 'food', 'procedure'];
const BEARING: Kind[] = ['condition', ...THINGS, 'symptom'];

/** `things | with what, "had" before what may be over | level | why` */
function addCautions(all: Map<string, Caution[]>, drafts: Drafts, line: Line, source: string): void {
  const [things = '', others = '', level = '', text = ''] = line.cells;
  if (!CAUTIOUS.has(level) || text === '')
    throw invalid(line.file, line.number, 'is not "things | with | avoid, ask, care or fine | why"');
  const bearing = others.split(',').map((other) => {
    const [, past, name = ''] = /^\s*(had )?(.+?)\s*$/.exec(other) ?? [];
    return { with: named(drafts, name, BEARING, line), past: past !== undefined };
  });
  for (const thing of things.split(',')) {
    const of = named(drafts, thing.trim(), THINGS, line);
    const rows = bearing.map((each) => ({ ...each, level: level as Caution['level'], text, source, of }));
    all.set(of, [...(all.get(of) ?? []), ...rows]);
  }
}

function named(drafts: Drafts, name: string, kinds: readonly Kind[], line: Line): string {
  const found = kinds.map((kind) => drafts.get(kind, name)).find((draft) => draft !== undefined);
  if (!found) throw invalid(line.file, line.number, `knows no "${name}"`);
  return found.id;
}

function medicines(drafts: Drafts, names: string, line: Line): string[] {
  return names.split(',').map((name) => named(drafts, name.trim(), KINDS, line));
}
