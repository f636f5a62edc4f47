import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildFetchSettings, parsePipSettings } from './pip-settings.ts';

const build = (text: string, variables = {}) => buildFetchSettings(parsePipSettings(text), variables);

describe('parsePipSettings', () => {
  it('lets variables win over the install section, and that over the global one, in any order', () => {
    const lines = [":env:.index-url='e'", "global.index-url='g'", "install.index-url='i'", "install.cert='/i'"];
    for (const order of [lines, lines.toReversed()]) {
      const settings = parsePipSettings(order.join('\n'));
      expect([settings.get('index-url'), settings.get('cert')]).toEqual(['e', '/i']);
    }
  });

  it('keeps several values apart and skips other sections', () => {
    const settings = parsePipSettings("global.find-links='\\n/a\\n/b'\ndownload.index-url='x'\nnonsense");
    expect(settings.get('find-links')?.split('\n')).toEqual(['', '/a', '/b']);
    expect(settings.has('index-url')).toBe(false);
  });
});

describe('buildFetchSettings', () => {
  it('translates the configuration of pip for uv', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bcb-links-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { variables, flags } = build(
      [
        "global.index-url='https://index.example/simple'",
        "global.extra-index-url='https://one.example https://two.example'",
        `global.find-links='${folder}\\n/not/there\\nhttps://files.example'`,
        "global.trusted-host='index.example'",
        "global.cert='/certs.pem'",
        "global.timeout='90'",
        "global.no-index='true'",
      ].join('\n'),
    );
    expect(variables).toMatchObject({
      UV_DEFAULT_INDEX: 'https://index.example/simple',
      UV_INDEX: 'https://one.example https://two.example',
      UV_FIND_LINKS: `${folder},https://files.example`,
      UV_INSECURE_HOST: 'index.example',
      SSL_CERT_FILE: '/certs.pem',
      UV_HTTP_TIMEOUT: '90',
    });
    expect(flags).toEqual(['--no-index']);
  });

  it("keeps uv's own variables about where from, and drops those that would change what is installed", () => {
    const own = {
      UV_DEFAULT_INDEX: 'mine',
      UV_NO_VERIFY_HASHES: '1',
      UV_OVERRIDE: 'x',
      UV_CACHE_DIR: '/c',
      PATH: '/bin',
    };
    const { variables, flags } = build("global.index-url='other'", own);
    expect(variables).toMatchObject({ UV_DEFAULT_INDEX: 'mine', PATH: '/bin' });
    expect(Object.keys(variables)).not.toEqual(expect.arrayContaining(['UV_NO_VERIFY_HASHES']));
    expect([variables.UV_OVERRIDE, variables.UV_CACHE_DIR, flags]).toEqual([undefined, undefined, []]);
  });
});
