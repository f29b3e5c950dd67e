/**
 * "Write a message to Karen telling her that one is fine": what is to be said is said already; it is turned to whom it is for,
 * and given to be copied. Nobody here sends it. What somebody else would have to think up takes a model, and is left.
 */
import type { Model } from './model.ts';

const KIND = '(?:message|text|text message|email|e-mail|mail|note|sms|whatsapp|reply|letter|card|line)';
const LEAD = '(?:please\\s+)?(?:(?:can|could|would|will) you\\s+(?:please\\s+)?)?(?:help me\\s+(?:to\\s+)?)?';
const SAYING =
  '(?:saying(?:\\s+that)?|to say(?:\\s+that)?|that says(?:\\s+that)?|telling (?:her|him|them|you)(?:\\s+that)?|to tell (?:her|him|them)(?:\\s+that)?|letting (?:her|him|them) know(?:\\s+that)?|to let (?:her|him|them) know(?:\\s+that)?|that|:)';
const TO_WHOM = new RegExp(
  `^${LEAD}(?:write|draft|compose|word|send|type|do)\\s+(?:me\\s+)?(?:an?\\s+|the\\s+)?(?:short\\s+|quick\\s+|nice\\s+|polite\\s+|little\\s+)*${KIND}\\s+(?:to|for)\\s+(?<who>[^,:]{2,40}?)\\s*,?\\s*(?:${SAYING}\\s+(?<said>.+)|(?<asks>asking|to ask)(?:\\s+(?:her|him|them))?\\s+(?<asked>.+))$`,
  'iu',
);

export const draftAsked: Model = (text) => {
  const { who, said, asked } = TO_WHOM.exec(text)?.groups ?? {};
  const body = said === undefined ? asked && questionOf(asked) : sentenceOf(turned(said));
  if (who === undefined || body === undefined) return undefined;
  const name = who.replace(/^(?:my|our|the)\s+/i, '').trim();
  const hello =
    /^\p{Lu}/u.test(name) || /^(?:mum|mom|dad|grandma|grandpa|nan|granny)$/i.test(name)
      ? `Hi ${capital(name)},`
      : 'Hello,';
  return {
    kind: 'told',
    say: `Here is a draft to ${who.trim()}; I cannot send it myself, so copy it from here:\n\n> ${hello}\n>\n> ${body}`,
  };
};

function questionOf(asked: string): string | undefined {
  const [, subject, aux, rest] =
    /^(?:if|whether)\s+(she|he|they)\s+(can|could|will|would|is|are|has|have|might|may|should)\s+(.+)$/i.exec(asked) ??
    [];
  if (subject !== undefined) {
    const verb = { is: 'are', has: 'have' }[aux!.toLowerCase()] ?? aux!.toLowerCase();
    return `${capital(verb)} you ${turned(rest!).replace(/[?.\s]+$/, '')}?`;
  }
  const [, wants, does] =
    /^(?:if|whether)\s+(?:she|he|they)\s+(wants?|needs?|likes?|knows?|has|minds?)\s+(.+)$/i.exec(asked) ?? [];
  if (wants !== undefined)
    return `Do you ${wants === 'has' ? 'have' : wants.replace(/s$/, '')} ${turned(does!).replace(/[?.\s]+$/, '')}?`;
  const [, deed] = /^to\s+(.+)$/i.exec(asked) ?? [];
  return deed === undefined ? undefined : `Could you ${turned(deed).replace(/[?.\s]+$/, '')}?`;
}

/** Whoever it is for is spoken to. */
function turned(words: string): string {
  return words
    .replace(/\b(?:she|he|they)'(?:s|re)\b/gi, "you're")
    .replace(/\b(?:she|he|they)'(d|ll|ve)\b/gi, "you'$1")
    .replace(/\b(?:she|he|they) (?:is|are)\b/gi, 'you are')
    .replace(/\b(?:she|he|they) has\b/gi, 'you have')
    .replace(/\b(?:she|he|they)\b/gi, 'you')
    .replace(/\b(?:his|their)\b/gi, 'your')
    .replace(
      /\bher (?=\p{L})(?!(?:at|on|in|by|to|for|with|from|later|tomorrow|today|tonight|soon|again|back|and|about|if|when|that|some|a|an|the|up|over|around|next|this)\b)/giu,
      'your ',
    )
    .replace(/\b(?:her|him|them)\b/gi, 'you');
}

function sentenceOf(words: string): string {
  const plain = words.replace(/[\s.]+$/, '');
  return `${capital(plain)}${/[!?]$/.test(plain) ? '' : '.'}`;
}

const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
