import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { singleFile } from './single-file.ts';

/** A report executes nothing, so it need not carry the editor. */
const withoutEditor: Plugin = {
  name: 'without-editor',
  enforce: 'pre',
  load(id) {
    return id.endsWith('/python-editor.tsx') ? 'export const PythonEditor = () => null;' : undefined;
  },
};

/** The same app as one HTML file, with a place for the documents of a report. */
export default defineConfig({
  plugins: [withoutEditor, react(), tailwind(), singleFile()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: false,
    target: 'es2023',
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: { input: 'report.html', output: { codeSplitting: false } },
  },
});
