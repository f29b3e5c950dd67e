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
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
