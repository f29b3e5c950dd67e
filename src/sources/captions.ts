/** Captions as YouTube's timedtext sends them (json3, or either of its XML forms) → what was said when. */
import { elements, plainText, readXml } from './xml.ts';

export interface Caption {
  /** Seconds from the start. */
  at: number;
  text: string;
}

export function readCaptions(source: string): Caption[] {
  const lines = source.trimStart().startsWith('{') ? fromJson(source) : fromXml(source);
  return lines.filter(({ at, text }) => text !== '' && Number.isFinite(at));
}

interface Json3 {
  events?: { tStartMs?: number; segs?: { utf8?: string }[] }[];
}

function fromJson(source: string): Caption[] {
  let read: Json3;
  try {
    read = JSON.parse(source) as Json3;
  } catch {
    return [];
  }
  if (!Array.isArray(read.events)) return [];
  return read.events.map((event) => ({
    at: Number(event?.tStartMs ?? 0) / 1000,
    text: plainText((Array.isArray(event?.segs) ? event.segs : []).map((part) => String(part?.utf8 ?? '')).join('')),
  }));
}

/** `<text start="1.2">` in seconds, or `<p t="1200">` in milliseconds. */
function fromXml(source: string): Caption[] {
  const document = readXml(source);
  const seconds = elements(document, 'text').map((line) => ({
    at: Number(line.attributes.start ?? Number.NaN),
    text: plainText(line.text),
  }));
  if (seconds.length > 0) return seconds;
  return elements(document, 'p').map((line) => ({
    at: Number(line.attributes.t ?? Number.NaN) / 1000,
    text: plainText(line.text),
  }));
}

const PASSAGE_SECONDS = 30;

/** Lines of a few words, gathered to passages that can be read and cited. */
export function gatherPassages(captions: readonly Caption[]): Caption[] {
  const passages: Caption[] = [];
  for (const { at, text } of captions) {
    const last = passages.at(-1);
    if (last === undefined || at - last.at >= PASSAGE_SECONDS) passages.push({ at, text });
    else last.text += ` ${text}`;
  }
  return passages;
}

/** 75 → 1:15, 3675 → 1:01:15. */
export function timeMark(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
