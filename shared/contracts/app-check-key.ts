export interface Recaptcha {
  readonly kind: 'enterprise' | 'v3';
  readonly siteKey: string;
}

/**
 * Reads APP_CHECK_SITE_KEY, `enterprise:6Lc…` or `v3:6Lc…`; undefined if it is empty.
 *
 * @throws Error for another kind
 */
export function parseAppCheckKey(setting: string): Recaptcha | undefined {
  if (setting === '') return undefined;
  const [, kind, siteKey] = /^(enterprise|v3):([\w-]+)$/.exec(setting) ?? [];
  if (!siteKey) throw new Error('APP_CHECK_SITE_KEY begins with "enterprise:" or "v3:".');
  return { kind: kind as Recaptcha['kind'], siteKey };
}
