import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sizeGate } from './size-gate.ts';

/** The explorer: relative addresses, so that an export works below any path. */
export default defineConfig({
  base: './',
  plugins: [react(), tailwind(), sizeGate({ firstLoad: 240_000, lazy: 130_000 })],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // What the first page needs comes as one file: on a local server requests take longer than bytes.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first-load', tags: ['$initial'] }] } } },
  },
});
