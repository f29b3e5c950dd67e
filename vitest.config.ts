import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'teams/**/*.test.ts',
      'examples/**/*.test.ts',
      'test/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    globalSetup: ['./test/temporary.ts', './test/browser/chromium.ts'],
    setupFiles: './test/temporary-files.ts',
    // Files share a process: what they all load (catalogue, teams, word lists) is loaded once a core, not once a file.
    isolate: false,
    // The usual is one fewer than there are cores. Tests wait for processes, ports and clocks: half as many again fill that.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
