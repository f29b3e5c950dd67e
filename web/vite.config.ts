import { defineConfig } from 'vite';

/** `npx vite web` serves the app as it is edited, in front of a running `npm start`. */
export default defineConfig({
  root: import.meta.dirname,
  esbuild: { jsx: 'automatic', jsxDev: false },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { target: 'es2022', cssCodeSplit: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: { proxy: { '/v1': { target: 'http://localhost:8080', headers: { origin: 'http://localhost:8080' } } } },
});
