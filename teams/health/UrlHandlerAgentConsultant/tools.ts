export { openPage } from '../UrlHandlerAgent/tools.ts';
