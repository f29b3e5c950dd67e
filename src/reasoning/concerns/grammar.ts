/**
 * The language in which a rule says when it holds:
 *
 *   on $nsaid as painkiller and takes class:anticoagulant as thinner and not (age < 18 or has condition:x)
 *
 * `and`, `or`, `not`, brackets; between them tests. What a test names is a set of concepts: ids or `$names` of sets.yml
 * joined by `|`, narrowed by `except`. `as` names what was found, for the sentences of the rule.
 *
 *   takes S        a medicine of the record that is taken, or told to be       started S within 90 days   taken since no longer
 *   on S           taken, told, offered or asked about                         took S within 1 year       taken then, now or not
 *   about S        told, offered or asked about now                            stops S                    told or meant to be stopped
 *   twice S        told: taken twice, or too much                              missed S                   told: forgotten
 *   many 5 S       told: so many tablets or more at once                       daily S                    told: taken every day
 *   exposed S      another person near has it
 *   has S          a condition or symptom that is there now                    had S within 1 year        at any time
 *   told S         a sign told now                                             noted S within 1 year      named in a document
 *   kept S within 1 year     lies at home for a flare, by a paper of that time
 *   given S within 60 days   begun or ended in that time, or prescribed by a paper of it that no entry repeats
 *   allergic S     an allergy on the record                                    crossing same S            S is what an allergy forbids (`held`: and is taken)
 *   done S within  an operation, test or vaccine                               lacks S within 1 year      no such result, test or vaccine
 *   value O > 5    the newest value, or one told now                           rise O 30% within 90 days  from the lowest of the time before
 *   fall O 2 …     from the highest                                            dose S > 20 mg             a day
 *   overdose 2 S   more than so many times the most that is usual              noting pregnancy avoid S   a note of the catalogue
 *   cautioned avoid S  what the catalogue's cautions say of it with an illness, a deed or another substance that is there
 *   due S          its monitoring is overdue                                   age >= 65, months < 3, sex female
 *   level S        its level is above the goal of a paper, or the usual one    expired S                  a paper's month of expiry is over
 *   living GB      by the country of the record
 *   pregnant, planning, breastfeeding, fertile, smokes, drinks                 @name                      a condition of sets.yml
 */
import { ConsiliumError } from '../../kernel/errors.ts';

export type Expression = { kind: 'and' | 'or'; parts: Expression[] } | { kind: 'not'; part: Expression } | Test;

export type Sign = '<' | '<=' | '>' | '>=' | '=';

export interface Test {
  kind: 'test';
  name: TestName;
  concepts: readonly string[];
  except: readonly string[];
  as: string | undefined;
  days: number | undefined;
  sign: Sign | undefined;
  number: number | undefined;
  unit: string | undefined;
  /** The words between the test's name and its set: `pregnancy avoid`, `same`, `female`. */
  words: readonly string[];
  /** May be replaced by a threshold that a note of the record sets (`or noted`). */
  notable: boolean;
}

/** What stands after each test's name, in order. */
const SHAPES = {
  takes: 'set',
  on: 'set',
  about: 'set',
  started: 'set',
  took: 'set',
  stops: 'set',
  twice: 'set',
  missed: 'set',
  many: 'number set',
  daily: 'set',
  exposed: 'set',
  has: 'set',
  had: 'set',
  told: 'set',
  noted: 'set',
  given: 'set',
  kept: 'set',
  allergic: 'set',
  crossing: 'word set',
  done: 'set',
  lacks: 'set',
  value: 'set compare',
  rise: 'set amount',
  fall: 'set amount',
  dose: 'set compare',
  overdose: 'number set',
  noting: 'word word set',
  cautioned: 'word set',
  due: 'set',
  level: 'set',
  expired: 'set',
  age: 'compare',
  months: 'compare',
  sex: 'word',
  living: 'word',
  pregnant: '',
  planning: '',
  breastfeeding: '',
  fertile: '',
  smokes: '',
  drinks: '',
} as const;
export type TestName = keyof typeof SHAPES;

const TOKEN = /\s*(>=|<=|[<>=()|]|[$@]?[A-Za-z0-9_:*.%+\-/[\]{}]+)/y;
const DAYS: Record<string, number> = { hour: 1 / 24, day: 1, week: 7, month: 30.4, year: 365.25 };

/** Names that rules share: `$name` for concepts, `@name` for whole conditions. */
export interface Names {
  sets: ReadonlyMap<string, { concepts: readonly string[]; except: readonly string[] }>;
  conditions: ReadonlyMap<string, Expression>;
}

export function parseWhen(text: string, names: Names = { sets: new Map(), conditions: new Map() }): Expression {
  const parser = new Parser(tokenize(text), names, text);
  const expression = parser.either();
  parser.end();
  return expression;
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw broken(`cannot read "${text.slice(at, at + 20).trim()}"`, text);
    tokens.push(match[1]!);
  }
  return tokens;
}

function broken(what: string, text: string): ConsiliumError {
  return new ConsiliumError('RULE_INVALID', `A rule's condition ${what}: "${text.slice(0, 120)}".`, {
    hint: 'src/reasoning/concerns/grammar.ts says what a condition may look like.',
  });
}

/** Recursive descent over the tokens, one method for each level of the language. */
class Parser {
  #at = 0;
  readonly #tokens: readonly string[];
  readonly #names: Names;
  readonly #text: string;

  constructor(tokens: readonly string[], names: Names, text: string) {
    this.#tokens = tokens;
    this.#names = names;
    this.#text = text;
  }

  either(): Expression {
    const parts = [this.#both()];
    while (this.#take('or')) parts.push(this.#both());
    return parts.length === 1 ? parts[0]! : { kind: 'or', parts };
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw this.#fail(`goes on with "${this.#tokens[this.#at]}"`);
  }

  #both(): Expression {
    const parts = [this.#factor()];
    while (this.#take('and')) parts.push(this.#factor());
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
  }

  #factor(): Expression {
    if (this.#take('not')) return { kind: 'not', part: this.#factor() };
    if (this.#peek()?.startsWith('@')) return this.#condition();
    if (!this.#take('(')) return this.#test();
    const inner = this.either();
    if (!this.#take(')')) throw this.#fail('has a bracket that does not close');
    return inner;
  }

  #condition(): Expression {
    const name = this.#next('a condition');
    const known = this.#names.conditions.get(name.slice(1));
    if (!known) throw this.#fail(`names no condition "${name}"`);
    return known;
  }

  #test(): Test {
    const name = this.#next('a test');
    if (!Object.hasOwn(SHAPES, name)) throw this.#fail(`knows no test "${name}"`);
    const test: Test = {
      kind: 'test',
      name: name as TestName,
      concepts: [],
      except: [],
      as: undefined,
      days: undefined,
      sign: undefined,
      number: undefined,
      unit: undefined,
      words: [],
      notable: false,
    };
    for (const part of SHAPES[test.name].split(' ').filter(Boolean)) this.#part(part, test);
    this.#modifiers(test);
    return test;
  }

  #part(part: string, test: Test): void {
    if (part === 'set') Object.assign(test, this.#set());
    if (part === 'word') test.words = [...test.words, this.#next('a word')];
    if (part === 'number') test.number = this.#number();
    if (part === 'compare') this.#compare(test);
    if (part === 'amount') this.#amount(test);
  }

  #set(): Pick<Test, 'concepts' | 'except'> {
    const concepts = this.#ids();
    const except = this.#take('except') ? this.#ids() : { concepts: [], except: [] };
    return { concepts: concepts.concepts, except: [...concepts.except, ...except.concepts] };
  }

  #ids(): { concepts: string[]; except: string[] } {
    const found: { concepts: string[]; except: string[] } = { concepts: [], except: [] };
    do {
      const id = this.#next('a concept');
      if (id.startsWith('$')) {
        const set = this.#names.sets.get(id.slice(1));
        if (!set) throw this.#fail(`names no set "${id}"`);
        found.concepts.push(...set.concepts);
        found.except.push(...set.except);
      } else if (id === '*' || /^[a-z]+:[a-z0-9_]+$/.test(id)) found.concepts.push(id);
      else throw this.#fail(`has "${id}" where a concept should stand`);
    } while (this.#take('|'));
    return found;
  }

  #compare(test: Test): void {
    const sign = this.#next('a comparison');
    if (!['<', '<=', '>', '>=', '='].includes(sign)) throw this.#fail(`compares with "${sign}"`);
    test.sign = sign as Sign;
    test.number = this.#number();
    if (test.name === 'dose') test.unit = this.#next('a unit');
  }

  /** `30%`, `2`, `1.5`: in percent or in the observation's own unit. */
  #amount(test: Test): void {
    const written = this.#next('an amount');
    test.number = Number(written.replace('%', ''));
    if (written.endsWith('%')) test.unit = '%';
    if (!Number.isFinite(test.number)) throw this.#fail(`has the amount "${written}"`);
  }

  #modifiers(test: Test): void {
    for (;;) {
      if (this.#take('as')) test.as = this.#next('a name');
      else if (this.#take('within')) test.days = this.#duration();
      else if (
        this.#peek() === 'or' &&
        this.#tokens[this.#at + 1] === 'noted' &&
        /^(?:rise|fall|value)$/.test(test.name)
      ) {
        this.#at += 2;
        test.notable = true;
      } else return;
    }
  }

  #duration(): number {
    const amount = this.#number();
    const unit = DAYS[this.#next('a unit of time').replace(/s$/, '')];
    if (unit === undefined) throw this.#fail('has a time without days, weeks, months or years');
    return amount * unit;
  }

  #number(): number {
    const written = this.#next('a number');
    const number = Number(written);
    if (!Number.isFinite(number)) throw this.#fail(`has "${written}" where a number should stand`);
    return number;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #take(token: string): boolean {
    if (this.#peek() !== token) return false;
    this.#at++;
    return true;
  }

  #next(what: string): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw this.#fail(`ends where ${what} should stand`);
    return token;
  }

  #fail(what: string): ConsiliumError {
    return broken(what, this.#text);
  }
}

/** Every concept that an expression names, so that a rule about nothing is refused when it is read. */
export function conceptsIn(expression: Expression): string[] {
  if (expression.kind === 'not') return conceptsIn(expression.part);
  if (expression.kind === 'test') return [...expression.concepts, ...expression.except].filter((id) => id !== '*');
  return expression.parts.flatMap(conceptsIn);
}

/** A set of sets.yml: "class:nsaid except class:topical_nsaid". */
export function parseSet(text: string, names: Names): { concepts: readonly string[]; except: readonly string[] } {
  const { concepts, except } = parseWhen(`on ${text}`, names) as Test;
  return { concepts, except };
}

export function slotsIn(expression: Expression): string[] {
  if (expression.kind === 'not') return [];
  if (expression.kind === 'test') return expression.as === undefined ? [] : [expression.as];
  return expression.parts.flatMap(slotsIn);
}
