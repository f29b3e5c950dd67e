import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readContext } from './context.ts';
import { type Sentence, splitSentences } from './sentences.ts';
import { tokenize } from './tokens.ts';

/** A sign of danger to life now, with the words that show it and what to do. */
export interface RedFlag {
  rule: string;
  name: string;
  text: string;
  start: number;
  end: number;
  advice: string;
  version: string;
}

interface Rule {
  id: string;
  name: string;
  advice: string;
  person?: boolean;
  patterns: RegExp[];
}

/** Finds red flags that are present now, for the writer or someone with them; denied, past and textbook ones are not. */
export function findRedFlags(text: string): RedFlag[] {
  const { version, rules } = load();
  const flags: RedFlag[] = [];
  for (const sentence of splitSentences(text.slice(0, LONGEST))) {
    for (const rule of rules) {
      const match = firstCurrent(rule, sentence, text);
      if (!match || flags.some((flag) => flag.rule === rule.id)) continue;
      const start = sentence.start + (match.index ?? 0);
      flags.push({
        rule: rule.id,
        name: rule.name,
        text: match[0],
        start,
        end: start + match[0].length,
        advice: rule.advice,
        version,
      });
    }
  }
  return flags;
}

/** Emergencies are said in the first lines; a pasted record is no cry for help. */
const LONGEST = 6000;

function firstCurrent(rule: Rule, sentence: Sentence, text: string): RegExpMatchArray | undefined {
  for (const pattern of rule.patterns)
    for (const match of sentence.text.matchAll(pattern)) if (isCurrent(rule, sentence, match, text)) return match;
  return undefined;
}

const NOW =
  /\b(?:right now|now|currently|at the moment|help|emergency|911|999|112|ambulance|just|is having|am having|i'm having|he's|she's|please|hurry|this (?:minute|second|instant))\b/i;
const PAST =
  /\b(?:(?:\d+|a|two|three|four|five|six|few|several|many|couple of) (?:years?|months?|weeks?|decades?) ago|last (?:year|month|week|summer|winter|spring|fall|january|february|march|april|may|june|july|august|september|october|november|december)|in (?:19|20)\d\d|back in|history of|h\/o|hx of|used to|when (?:i|he|she) was|as a (?:kid|child|teen\w*)|previously|in the past|survived|recovered|passed away|died|family history|since (?:my|his|her) (?:stroke|heart attack|surgery|overdose)|after (?:my|his|her) (?:stroke|heart attack|surgery|overdose|seizure)|ever since|years? earlier|once had|had (?:a|an|another|my|his|her|chest|some)|was (?:diagnosed|admitted|hospitalized|treated|having)|went (?:to the|away)|got better|resolved|ruled out|already (?:seen|treated)|long ago|at age|childhood|prior|the other (?:day|week)|yesterday i had|lost (?:my|his|her) (?:\w+ )?to)\b/i;
const KNOWLEDGE =
  /^\s*(?:(?:hi|hello|hey|please|so|ok|okay|also|and),?\s+)*(?:can you (?:explain|tell me (?:about|what|how|why))|could you explain|what(?:'s| is| are| does| do| causes| happens| should (?:you|one|people|someone|a person)| would| were)|why (?:do|does|is|are)|how (?:(?:do|does|did) (?!i\b|we\b)|do i (?:know|tell|prevent|recognize|avoid|reduce|lower)|is|are|common|can (?:you|one|people|we|i (?:prevent|reduce|avoid|lower|help|tell))|many|likely|long|to|serious|dangerous|should)|when (?:should|do|does|is)|which|can (?:\w+ ){1,4}(?:cause|lead|trigger|prevent|give|overdose|kill|die)|could (?:\w+ ){1,4}(?:cause|lead|overdose)|does (?:\w+ ){1,4}(?:cause|lead|trigger|prevent|increase)|do (?:\w+ ){1,4}(?:cause|lead|trigger|prevent|increase)|is (?:it|there|a|an|chest|suicide|anaphylaxis|a stroke)|are (?:there|seizures|strokes|people)|tell me (?:about|what|how)|explain|describe|define|difference between|signs of|symptoms of|information (?:on|about)|i(?:'m| am) (?:writing|reading|researching|studying|curious)|i read|what|who|where|list|give me|should (?:people|someone|you))\b/i;
const STORY =
  /\b(?:movie|novel|essay|homework|article|documentary|tv show|book|song|class|course|exam question|research paper|statistics|first aid (?:class|course|training)|presentation|for school|character|training|video game|news)\b/i;
const OCCASIONAL =
  /\b(?:sometimes|occasionally|once in a while|when i (?:climb|run|jog|exercise|walk|lift|go up|eat|lie|cough|stand)|on and off|every (?:few|now)|from time to time|often|whenever|usually|after eating|i get|he gets|she gets|every time|always|at times|comes and goes)\b/i;
const PERSON =
  /\b(?:i|i'm|i’m|im|i've|me|my|myself|he|she|he's|she's|they|we|him|her|friend|husband|wife|son|daughter|brother|sister|mom|dad|mother|father|roommate|partner|boyfriend|girlfriend|patient|someone|coworker|neighbor|child|kid|baby)\b/i;

function isCurrent(rule: Rule, sentence: Sentence, match: RegExpMatchArray, text: string): boolean {
  const tokens = tokenize(sentence.text, sentence.start);
  const start = sentence.start + match.index!;
  const context = readContext(tokens, 'none').at(start, start + match[0].length);
  if (context.negated && !OWN_NEGATION.test(match[0]) && !deniesSomethingElse(sentence.text, match)) return false;
  if (STORY.test(text.replace(/https?:\S+/g, ' ')) && !NOW.test(sentence.text)) return false;
  if (rule.person && /^suicid/i.test(match[0]) && !PERSON.test(text)) return false;
  if (DENIED.test(sentence.text.slice(0, match.index)) && !OWN_NEGATION.test(match[0])) return false;
  if (FIGURATIVE.test(sentence.text)) return false;
  if (KNOWLEDGE.test(sentence.text) && !hasSufferer(sentence.text)) return false;
  if (isHypothetical(sentence.text, match, rule.id) && !/\bright now\b/i.test(sentence.text)) return false;
  if (
    PAST.test(sentence.text) &&
    !/\b(?:right now|now|again|still|is having|am having|today|tonight|this morning|minutes ago|an hour ago|just had|just now|lasting)\b/i.test(
      sentence.text.replace(/\b(?:fine|better|ok|okay|good|well|over it) now\b/gi, ' '),
    )
  )
    return false;
  return !(
    (rule.id === 'chest_pain' || rule.id === 'not_breathing') &&
    OCCASIONAL.test(sentence.text) &&
    !/\b(?:right now|now|today|worse)\b/i.test(sentence.text)
  );
}

/** "not breathing", "can't wake him" are said with a negation of their own. */
const OWN_NEGATION = /\b(?:not|n'?t|cannot|stopped|no (?:pulse|reason)|unable|nothing|won'?t|barely|hardly)\b/i;

/** The denial belongs to another clause: "I don't know what to do, he has chest pain". */
function deniesSomethingElse(sentence: string, match: RegExpMatchArray): boolean {
  const before = sentence.slice(0, match.index);
  return /\b(?:don'?t know|not sure|no idea|doesn'?t know|not going away|didn'?t know|not well|no insurance|no one|nobody|no money)\b[^.]*$/i.test(
    before,
  );
}

/** "denied having suicidal thoughts": a denial whose object stands a word or two on. */
const DENIED =
  /\b(?:deny|denies|denied|denying|without|no)\s+(?:(?:any|having|ever|current|recent|active|such)\s+){0,3}$/i;
const FIGURATIVE =
  /\b(?:market|stocks?|economy|computer|laptop|printer|phone|engine|car|wallet|internet|server|website|budget|bank account)\b.{0,12}\b(?:is|was|are|has|keeps|had)\b/i;

function hasSufferer(sentence: string): boolean {
  if (/\bwhat (?:do|should|can) (?:i|we) do\b/i.test(sentence) && !/\bif\b/i.test(sentence)) return true;
  return (
    /\b(?:i(?:'m| am| have| can'?t| feel|'ve)|my (?:\w+ ){0,2}(?:is|isn'?t|has|just|can'?t|won'?t|hurts|feels|took|swallowed|collapsed|passed|drank|ate|fell|stopped|fainted|started|overdosed|choked|drowned)|he(?:'s| is| has| can'?t| won'?t| just)|she(?:'s| is| has| can'?t| won'?t| just)|having)\b/i.test(
      sentence,
    ) && !/\bhow (?:do|can) i (?:know|tell|prevent|help|recognize)\b/i.test(sentence)
  );
}

function isHypothetical(sentence: string, match: RegExpMatchArray, rule: string): boolean {
  const before =
    rule === 'suicide' ? sentence.slice(0, match.index).replace(/\bwould\b/gi, '') : sentence.slice(0, match.index);
  return (
    /\b(?:if|in case|would|worried (?:that|about)|afraid of|fear of|prevent|avoid|risk of|chance of|chances of|when should|what if|signs of|symptoms of|learn about|know about|difference between|treatment for|about|scared of|screening for|hotline|prevention|awareness)\b[^.,;]*$/i.test(
      before,
    ) && !/\b(?:thinking|thought|about to)\b/i.test(before + match[0])
  );
}

let loaded: { version: string; rules: Rule[] } | undefined;

function load(): { version: string; rules: Rule[] } {
  if (loaded) return loaded;
  const data = parse(readFileSync(new URL('./data/redflags.yml', import.meta.url), 'utf8')) as {
    version: string;
    rules: { id: string; name: string; advice: string; person?: boolean; any: string[] }[];
  };
  loaded = {
    version: data.version,
    rules: data.rules.map(({ any, ...rule }) => ({
      ...rule,
      patterns: any.map((source) => new RegExp(source.replace(/'\?/g, "['’]?"), 'gi')),
    })),
  };
  return loaded;
}
