import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Puts scripts and styles into the page, and a policy into its head that lets exactly those run. */
export function singleFile(): Plugin {
  return {
    name: 'single-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.html'));
      if (page?.type !== 'asset') return this.error('There is no page to put everything into.');
      const scripts: string[] = [];
      const styles: string[] = [];
      for (const file of Object.values(bundle)) {
        if (file === page) continue;
        if (file.type === 'chunk') scripts.push(makeInline(file.code));
        else if (file.fileName.endsWith('.css')) styles.push(String(file.source));
        delete bundle[file.fileName];
      }
      const [script = '', ...more] = scripts;
      if (more.length > 0) return this.error('The app must be one chunk to fit into one file.');
      const style = styles.join('\n');
      const policy = [
        "default-src 'none'",
        `script-src '${hashOf(script)}'`,
        `style-src '${hashOf(style)}'`,
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; ');
      const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">\n    <style>${style}</style>`;
      page.source = String(page.source)
        .replaceAll(/<script type="module"[^>]*><\/script>\s*/g, '')
        .replaceAll(/<link rel="(?:stylesheet|modulepreload)"[^>]*>\s*/g, '')
        .replace('</head>', () => `${head}\n  </head>`)
        .replace('</body>', () => `  <script type="module">${script}</script>\n  </body>`);
    },
  };
}

/** A script that may stand in a page; nothing is left in it that other files would have to be fetched for. */
function makeInline(code: string): string {
  return code
    .replaceAll('__VITE_PRELOAD__', 'void 0')
    .replaceAll('</script', '<\\/script')
    .replaceAll('<!--', '<\\!--');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
