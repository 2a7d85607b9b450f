import type { MailAccess } from '../environment.ts';

export interface Mail {
  /** The idempotency key, the same for each attempt: a repeated e-mail is delivered once. */
  readonly key: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl: string | undefined;
}

/** The one way in which e-mail leaves (N-PPL-05). */
export type MailGateway = ReturnType<typeof mailGateway>;

const TIMEOUT_MILLIS = 10_000;

/** Statuses that a later attempt can change: too many requests, or the same key at the same moment. */
const retryable = new Set([408, 409, 425, 429]);

const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Sends e-mail over Resend's interface, which others offer too: `POST /emails` with an idempotency key. */
export const mailGateway = ({ apiBase, apiKey, from }: MailAccess) => ({
  /**
   * @returns 'sent', also when it was sent before; or the reason why it never will be
   * @throws when it is unknown whether it was sent, or when it can be sent later
   */
  async send({
    key,
    to,
    subject,
    text,
    html,
    unsubscribeUrl,
  }: Mail): Promise<'sent' | { readonly refused: string }> {
    const headers = unsubscribeUrl ? oneClick(unsubscribeUrl) : {};
    const response = await fetch(new URL('/emails', apiBase), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ from, to: [to], subject, text, html, headers }),
      // A redirect would carry the API key elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLIS),
    });
    const answer = await response.text();
    if (response.ok) return 'sent';
    // The e-mail was sent before with other words: a song was renamed, or our text has changed.
    if (response.status === 409 && answer.includes('invalid_idempotent_request')) return 'sent';
    const isOurs = response.status === 401 || response.status === 403;
    if (response.status >= 500 || retryable.has(response.status) || isOurs) {
      throw new Error(`The e-mail provider answered ${response.status}: ${answer.slice(0, 200)}`);
    }
    return { refused: `${response.status}: ${answer.slice(0, 200)}` };
  },
});
