import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The explorer: relative addresses, so that an export works below any path. */
export default defineConfig({
  base: './',
  plugins: [react(), tailwind()],
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
});
