/** What the research desk's routes take. */
import { z } from 'zod';

export const newAgent = z.strictObject({
  name: z.string().min(1).max(120),
  description: z.string().min(1).max(2000),
  message: z.string().min(1).max(8000).optional(),
});
export const agentMessage = z.strictObject({
  message: z.string().min(1).max(8000),
  key: z.string().min(1).max(200).optional(),
});
export const fileQuery = z.object({
  path: z.string().max(1024).optional(),
  version: z.coerce.number().int().min(1).optional(),
  from: z.coerce.number().int().min(1).optional().describe('what changed since this version'),
});
export const fileWrite = z.strictObject({ path: z.string().min(1).max(1024), restore: z.int().min(1) });
export const searchFiles = z.object({ q: z.string().min(1).max(400) });
export const exportQuery = z.object({ format: z.string().default('pdf'), path: z.string().max(1024).optional() });
export const newTrigger = z.strictObject({
  agent_id: z.string().min(1).max(120),
  schedule: z.string().min(1).max(300),
  instruction: z.string().min(1).max(4000),
  zone: z.string().max(64).optional(),
  missed: z.enum(['once', 'all', 'skip']).optional(),
});
export const triggerQuery = z.object({
  agent_id: z.string().optional(),
  status: z.enum(['pending', 'completed', 'cancelled']).optional(),
});
export const scheduleQuery = z.object({ schedule: z.string().min(1).max(300), zone: z.string().max(64).optional() });
export const triggerEdit = z.strictObject({
  schedule: z.string().min(1).max(300).optional(),
  zone: z.string().max(64).optional(),
  instruction: z.string().min(1).max(4000).optional(),
});
export const occasionsQuery = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });
export const relayBody = z.strictObject({
  agent_id: z.string().min(1).max(120),
  message: z.string().min(1).max(20_000),
  key: z.string().min(1).max(200).optional(),
});
