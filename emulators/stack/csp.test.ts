import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { describe, expect, it } from 'vitest';
import { allowLocalAddresses } from './csp.ts';

type Rule = { headers: { key: string; value: string }[] };

const { hosting } = JSON.parse(
  readFileSync(new URL('../../firebase.json', import.meta.url), 'utf8'),
);
const policies = (hosting.headers as Rule[])
  .flatMap(({ headers }) => headers)
  .filter(({ key }) => key === 'Content-Security-Policy')
  .map(({ value }) => value);

describe('the content security policy of the site', () => {
  it('is one, and allows of inline scripts only the one that hints at the session', () => {
    const hash = createHash('sha256').update(sessionHintScript).digest('base64');
    expect(policies).toHaveLength(1);
    expect(policies[0]).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policies[0]).not.toMatch(/unsafe|script-src[^;]*https?:/);
  });

  it('names no address of a local stack in production', () => {
    expect(policies[0]).not.toMatch(/127\.0\.0\.1|localhost/);
  });

  it('lets pages reach the local stack only where it is running', () => {
    const policy = "default-src 'none'; connect-src 'self' https://a.test; base-uri 'none'";
    expect(allowLocalAddresses(policy, ['http://127.0.0.1:9000'])).toBe(
      "default-src 'none'; connect-src 'self' https://a.test http://127.0.0.1:9000 " +
        "ws://127.0.0.1:9000; base-uri 'none'",
    );
  });
});
