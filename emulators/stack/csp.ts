type HeaderRule = { source: string; headers: { key: string; value: string }[] };

/** The production policy with the addresses of the local services added to what pages may reach. */
export function allowLocalAddresses(policy: string, addresses: string[]): string {
  const local = addresses.flatMap((address) => [address, address.replace(/^http/, 'ws')]).join(' ');
  return policy
    .split(';')
    .map((directive) => directive.trim())
    .filter(Boolean)
    .map((directive) => (/^connect-src\s/.test(directive) ? `${directive} ${local}` : directive))
    .join('; ');
}

/** The headers of firebase.json, for the local stack. */
export const withLocalPolicy = (rules: HeaderRule[], addresses: string[]): HeaderRule[] =>
  rules.map(({ source, headers }) => ({
    source,
    headers: headers.map(({ key, value }) => ({
      key,
      value:
        key.toLowerCase() === 'content-security-policy'
          ? allowLocalAddresses(value, addresses)
          : value,
    })),
  }));
