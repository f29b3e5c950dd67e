import type { AfterAgent, AfterTool, BeforeAgent, Intercept } from 'consilium/kernel';
import { isWebOn, isYouTube } from 'consilium/sources';
import { isEntryReply } from '../_shared/entries.ts';
import { hasPatient, mark } from '../_shared/turn.ts';
import { layVideo } from '../UrlHandlerAgent/video.ts';
import { answerEmergency } from './emergency.ts';
import { NOT_HEALTH, sectionFor, URL_FALLBACK, VIMEO } from './replies.ts';

/** Before any model, and no model can talk it away. */
export const redFlagsFirst: BeforeAgent = (context) => {
  const answer = answerEmergency(context);
  if (answer === undefined) return undefined;
  if (answer.isEmergency) mark(context.state, 'emergency', 'emergency');
  else mark(context.state, 'patient', 'answered');
  return answer.text;
};

/** "mmol/L" or "undo" is about the last entry: DataEntryAgent answers beside us, and one voice is enough. */
export const leaveToDataEntry: BeforeAgent = ({ message, state }) => {
  if (!hasPatient(state) || !isEntryReply(message, state)) return undefined;
  mark(state, 'patient', 'answered');
  return '';
};

/** Which rule the reply came from, whoever wrote it. A transfer leaves the marking to the agent that answers. */
export const markReply: AfterAgent = ({ message, state }, text) => {
  if (text === '' || state.has('temp:rule')) return;
  if (text.startsWith(NOT_HEALTH.slice(0, 40))) return mark(state, 'non_health', 'declined');
  if (/^Please use the .+ in the side panel to view your complete /.test(text))
    return mark(state, 'ui_redirect', 'redirected', sectionFor(message).section);
  if (/^To (share|edit|share or edit|share\/edit) your health information, please use /.test(text))
    return mark(state, 'share_edit', 'redirected', sectionFor(message).section);
  return mark(state, 'non_health', 'answered');
};

export const markUrl: AfterTool = ({ state }, { tool }) => {
  if (tool !== 'handle_url_request') return;
  const failed =
    state.get('temp:url_status') !== 'success' ||
    state.get('temp:url_result') === URL_FALLBACK ||
    state.has('temp:video_unread');
  mark(state, 'url', failed ? 'fallback' : 'answered');
};

const VIMEO_HOSTS = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com']);

/** Videos are not pages: of YouTube the captions are laid before the reader, Vimeo has none to be had. */
export const interceptVideo: Intercept = async ({ urls, request }, context) => {
  const hosts = urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).host.toLowerCase()] : []));
  if (hosts.some((host) => VIMEO_HOSTS.has(host))) return VIMEO;
  const video = urls.find(isYouTube);
  if (video === undefined || !isWebOn(context.env)) return undefined;
  const laid = await layVideo(video, request, context);
  if (!('message' in laid)) return undefined;
  context.state.set('temp:video_unread', true);
  return laid.message;
};
