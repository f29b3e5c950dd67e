/** What happens around every agent of the kitchen: what an order holds, what references mean, and what is cited. */
import { type Citation, citation, renderFootnotes, settleCitations } from 'consilium/citations';
import { numberAt } from 'consilium/clinical';
import type { AfterAgent, AfterTool, BeforeAgent, BeforeTool, Json } from 'consilium/kernel';
import { z } from 'zod';
import { isEmergency } from './_shared/danger.ts';
import { keepMaterial, readOrder } from './_shared/order.ts';
import { fetch, listPieces, madeKey } from './_shared/pieces.ts';
import { CITED } from './_shared/plate.ts';
import { essenceOf } from './_shared/tell.ts';

/** Danger first, whatever was ordered. Only the person's own words count: a letter to be summarised may tell of anything. */
export const helpFirst: BeforeAgent = ({ message, state, place }) => {
  const { words } = readOrder(message, state);
  if (!isEmergency(words)) return undefined;
  state.set('temp:outcome', 'emergency');
  state.set('temp:rule', 'emergency');
  return `**If this is happening now, call ${numberAt(place)}.** Do not wait for an answer here: this team works on texts and code. The health team can help you with what you feel.`;
};

export const takeOrder: BeforeAgent = ({ message, state }) => {
  keepMaterial(message, state);
  state.set('temp:pieces', listPieces(readOrder(message, state).pieces));
};

export const fetchPieces: BeforeTool = ({ message, state }, { input }) => ({ input: fetch(input, message, state) });

const cited = z.object({ citations: z.array(citation) });

/** What a function made can be referred to in the next call; what it cites is kept for the answer. */
export const keepResult: AfterTool = ({ state }, { tool }, output) => {
  if (output.kind !== 'value') return;
  const essence = essenceOf(tool, output.value);
  if (essence !== undefined) state.set(madeKey(tool), essence);
  const found = cited.safeParse(output.value);
  if (found.success) state.set(CITED, found.data.citations as unknown as Json);
};

/** Markers that name no source are taken out; the others get their footnotes, and the application the citations. */
export const settle: AfterAgent = ({ state }, text) => {
  if (text === '' || state.has('temp:citations')) return;
  const known = (state.get(CITED) as unknown as Citation[] | undefined) ?? [];
  const settled = settleCitations(text, known);
  const citations = settled.citations.map((one) => ({ source_type: one.source.source_type, ...one }));
  state.set('temp:citations', citations as unknown as Json);
  return settled.citations.length === 0 ? settled.text : `${settled.text}\n\n${renderFootnotes(settled.citations)}`;
};
