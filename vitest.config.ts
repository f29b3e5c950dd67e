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
    // The usual is one fewer than there are cores: on two, half the machine would stand still.
    maxWorkers: '100%',
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
