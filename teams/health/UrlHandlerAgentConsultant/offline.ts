import { pagePolicy } from '../UrlHandlerAgent/offline.ts';

export default pagePolicy('UrlHandlerAgentConsultantInner');
