import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { describe, expect, it } from 'vitest';
import { allowLocalAddresses } from './csp.ts';
import { listAddresses } from './environment.ts';
import { fixedPorts } from './ports.ts';

type Rule = { source: string; headers: { key: string; value: string }[] };

const { hosting } = JSON.parse(readFileSync(new URL('../firebase.json', import.meta.url), 'utf8'));
const policies = (hosting.headers as Rule[]).flatMap(({ source, headers }) =>
  headers
    .filter(({ key }) => key === 'Content-Security-Policy')
    .map(({ value }) => ({ source, policy: value })),
);
const policy = policies[0]?.policy ?? '';

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The portal's browser tests run under this policy, which blocks its script if this hash is wrong. */
const [, titleHash = ''] = / 'sha256-[^']+'( 'sha256-[^']+');/.exec(policy) ?? [];

function chartLegendStyle(): string {
  const source = fileURLToPath(import.meta.resolve('apexcharts/src/modules/legend/Helpers.js'));
  return /const text = `([^`]*)`/.exec(readFileSync(source, 'utf8'))?.[1] ?? '';
}

describe('the content security policy of the site', () => {
  it('exists once, and allows two inline scripts: the session hint and the portal’s title', () => {
    expect(policies[0]?.source).toBe('**');
    expect(policy).toContain(`script-src 'self' ${hashOf(sessionHintScript)}${titleHash};`);
    expect(titleHash).not.toBe('');
    expect(policy).not.toMatch(/unsafe|script-src[^;]*https?:/);
  });

  it('has two exceptions; pages with a chart allow the one style of its library, by its hash', () => {
    const styles = `style-src 'self' ${hashOf(chartLegendStyle())};`;
    expect(policies.map(({ source }) => source)).toEqual(['**', '/analytics/**', '/embed/**']);
    const shared = policy.replace(titleHash, '').replace("style-src 'self';", styles);
    expect(policies[1]?.policy).toBe(shared);
    expect(chartLegendStyle()).toContain('.apexcharts-legend');
  });

  it('lets no one frame a page, move its base or embed an object, except the player for other sites', () => {
    for (const { source, policy: each } of policies) {
      const framedBy = source === '/embed/**' ? '*' : "'none'";
      expect(each).toMatch(/^default-src 'none'; /);
      expect(each.split('; ').slice(-3)).toEqual([
        "base-uri 'none'",
        "object-src 'none'",
        `frame-ancestors ${framedBy}`,
      ]);
    }
  });

  it('[N-SND-10] lets a framed page load its own files, pictures, previews and new works, and nothing else', () => {
    const sources = (each: string) => [...new Set(each.match(/https?:[^\s;]+|'self'|'sha[^']+'/g))];
    expect(sources(policies[2]?.policy ?? '')).toEqual([
      "'self'",
      'https://firebasestorage.googleapis.com',
      'https://firestore.googleapis.com',
    ]);
    expect(policies[2]?.policy).toContain("form-action 'none'");
  });

  it('has wildcards only for services whose hosts belong to a project', () => {
    expect([...new Set(policy.match(/[^\s;]*\*[^\s;]*/g))]).toEqual([
      'https://*.firebaseio.com',
      'wss://*.firebaseio.com',
      'https://*.firebasedatabase.app',
      'wss://*.firebasedatabase.app',
      'https://*.cloudfunctions.net',
    ]);
  });

  it('names no address of a local stack in production', () => {
    expect(policy).not.toMatch(/127\.0\.0\.1|localhost/);
  });

  it('lets pages reach the local stack only where it is running', () => {
    const addresses = listAddresses(fixedPorts);
    const allow = (directive: string) => allowLocalAddresses(directive, addresses);
    const everything = Object.values(addresses).flatMap((url) => [url, url.replace('http', 'ws')]);
    expect(allow("default-src 'none'; connect-src 'self' https://a.test; base-uri 'none'")).toBe(
      `default-src 'none'; connect-src 'self' https://a.test ${everything.join(' ')}; base-uri 'none'`,
    );
    const files = addresses.storage;
    expect(allow("img-src 'self' data:; media-src 'self'; font-src 'self'")).toBe(
      `img-src 'self' data: ${files}; media-src 'self' ${files}; font-src 'self'`,
    );
  });
});
