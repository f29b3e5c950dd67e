import type { OfflinePolicy } from 'consilium/models';
import { URL_FALLBACK } from '../TriageAgent/replies.ts';

const policy: OfflinePolicy = () => ({ say: URL_FALLBACK });

export default policy;
