export {
  listFiles,
  readFile,
  searchFiles,
  summarizeFile,
  writeFile,
} from '../../../teams/assistant/filesystem_agent/tools.ts';
