import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type GoogleAdmin,
  startGoogleAdmin,
} from '@datchain/firebase-emulators/google-admin/server.ts';
import { stripeClient } from '@datchain/functions/stripe/client.ts';
import { type MailServer, startMail } from '@datchain/stack/mail/server.ts';
import { type StripeServer, startStripe } from '@datchain/stripe-emulator/server.ts';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { aProjectFile } from '../../deploy/testing/project-file.ts';
import { runProgram, writeCredentials } from './person.ts';

/** Slow steps, or steps that need documents; rehearsal.emulator.test.ts covers them. */
export const skipped: readonly string[] = ['rules', 'functions', 'shop'];

export const asked = {
  STRIPE_SECRET_KEY: 'sk_test_51secretOfStripe',
  MAIL_API_KEY: 're_secretOfMail',
  REBUILD_TOKEN: 'none',
};
export const answers = `${Object.values(asked).join('\n')}\n`;

export const done = 'our-music is as ';

export function opening() {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  let folder: string;
  let credentials: string;
  let google: GoogleAdmin;
  let stripe: StripeServer;
  let mail: MailServer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'datchain-launch-'));
    stripe = await startStripe({
      port: 0,
      projectId: 'demo-launch',
      secretKey: asked.STRIPE_SECRET_KEY,
    });
    mail = await startMail({
      port: 0,
      projectId: 'demo-launch',
      apiKey: asked.MAIL_API_KEY,
      now: Date.now,
    });
    vi.stubEnv('MAIL_API_BASE', `http://127.0.0.1:${mail.port}`);
    google = await startGoogleAdmin(aProjectFile);
    writeFileSync(join(folder, 'ours.json'), JSON.stringify(aProjectFile));
    credentials = writeCredentials(folder, google.url);
  });
  afterAll(async () => {
    await google.close();
    await stripe.close();
    await mail.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    await fetch(`${stripe.url}/_test/reset`, { method: 'POST' });
    google.clear();
    google.takeChanges();
  });
  afterEach(() => {
    google.failOn(undefined);
    google.setBilling(true);
  });

  return {
    folder: () => folder,
    google: () => google,
    stripeUrl: () => stripe.url,
    stripe: () =>
      stripeClient({
        secretKey: asked.STRIPE_SECRET_KEY,
        apiBase: new URL(stripe.url),
        timeoutMillis: 10_000,
      }),
    launch(
      command: string,
      { input = answers, file = join(folder, 'ours.json'), stripeUrl = stripe.url } = {},
    ) {
      const env = {
        ...process.env,
        GOOGLE_ADMIN_ORIGIN: google.url,
        STRIPE_API_BASE: stripeUrl,
        GOOGLE_APPLICATION_CREDENTIALS: credentials,
      };
      const options = skipped.flatMap((step) => ['--skip', step]);
      return runProgram(['scripts/launch.ts', ...command.split(' '), file, ...options], env, input);
    },
  };
}
