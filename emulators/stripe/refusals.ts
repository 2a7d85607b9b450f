import type { WebhookTarget } from './delivery.ts';

/** @throws for anything but a demo on this machine. */
export function refuseUnsafeOptions(options: {
  host?: string;
  projectId: string;
  secretKey: string;
  webhook?: WebhookTarget;
}): void {
  if (options.host !== undefined && options.host !== '127.0.0.1') {
    throw new Error(`The Stripe emulator binds to 127.0.0.1 only, not to ${options.host}.`);
  }
  if (!options.projectId.startsWith('demo-')) {
    throw new Error(
      `The Stripe emulator serves demo- projects only; "${options.projectId}" is none.`,
    );
  }
  if (!options.secretKey.startsWith('sk_test_')) {
    throw new Error('The Stripe emulator takes a key that starts with sk_test_, never a live one.');
  }
  if (options.webhook !== undefined) refuseUnsafeWebhook(options.webhook);
}

/** @throws unless events go to this machine and are signed. */
export function refuseUnsafeWebhook({ url, secret }: WebhookTarget): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'http:' || !['127.0.0.1', 'localhost'].includes(parsed.hostname)) {
    throw new Error(`The Stripe emulator sends events to http://127.0.0.1 only, not to ${url}.`);
  }
  if (secret.trim() === '') throw new Error('The webhook secret is blank.');
}
