import type { Kept } from '@datchain/stack/mail/inbox.ts';

export function inbox(addresses: { readonly mail: string }) {
  return {
    async of(email: string): Promise<readonly (Kept['email'] & { key: string })[]> {
      const all = (await (await fetch(`${addresses.mail}/mails`)).json()) as Kept[];
      return all
        .filter(({ email: { to } }) => to.includes(email))
        .map(({ email: sent, key }) => ({ ...sent, key }));
    },

    /** Makes the next sends fail; with `isTaken` the e-mail is sent nevertheless. */
    async fail(fault: { status: number; times?: number; isTaken?: boolean }): Promise<void> {
      const body = JSON.stringify(fault);
      const answer = await fetch(`${addresses.mail}/faults`, { method: 'POST', body });
      if (!answer.ok) throw new Error(await answer.text());
    },
  };
}

export const codeIn = (mail: { readonly text: string } | undefined): string =>
  linkIn(mail)?.searchParams.get('oobCode') ?? '';

export function linkIn(mail: { readonly text: string } | undefined): URL | undefined {
  const [link] = /http\S+oobCode\S+/.exec(mail?.text ?? '') ?? [];
  return link ? new URL(link) : undefined;
}
