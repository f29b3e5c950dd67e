/**
 * The web: what the house may read beyond its own walls. A search over Perplexity, PubMed and MedlinePlus, and videos of
 * YouTube by their captions, as functions and as tools of an agent.
 *
 * Nothing is asked unless `CONSILIUM_WEB=on`: a question may hold health data, and whoever runs the house decides whether
 * it leaves. What leaves has been through `withoutIdentifiers`. May touch: the network, the environment it is given (the
 * tools are told it by their context), and the kernel's errors and tools. Knows nothing of patients.
 */
export { type Caption, timeMark } from './captions.ts';
export { commonNames, withoutIdentifiers } from './identifiers.ts';
export { isWebOn } from './network.ts';
export type { Env } from './request.ts';
export { type SearchOptions, searchWeb } from './search.ts';
export { type BaseUrls, describeSources, type Found, type SourceDescription, type SourceName } from './sources.ts';
export {
  makeVideoInsightsTool,
  makeWebSearchTool,
  readInsights,
  VIDEO_OFF,
  type VideoInsights,
  videoInsightsTool,
  WEB_OFF,
  webSearchTool,
} from './tools.ts';
export { isYouTube, readVideo, type Video, type VideoOptions, videoId } from './video.ts';
