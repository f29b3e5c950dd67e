export { default } from '../UrlHandlerAgentInner/offline.ts';
