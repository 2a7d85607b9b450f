import {
  channelsOf,
  readMail,
  type StoredMail,
} from '@datchain/shared/contracts/documents/notification.ts';
import { mailChoices } from '@datchain/shared/contracts/documents/notification-settings.ts';
import { newPasswordPath } from '@datchain/shared/contracts/forgotten-password-path.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { confirmedHash } from '@datchain/shared/domain/confirmed-email.ts';
import { DAY_MILLIS, HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { type Data, put, type Versioned } from '../stores/document-store.ts';
import { compose } from './compose.ts';
import type { MailGateway } from './gateway.ts';
import { loadSettings } from './settings.ts';

type Needs = Pick<
  Services,
  'store' | 'clock' | 'environment' | 'mails' | 'mailGateway' | 'authUsers' | 'releases'
>;

export interface SentMails {
  looked: number;
  sent: number;
  /** Not wanted, too old, or without an address. */
  declined: number;
  /** The provider will never take it. */
  refused: number;
  /** The next run tries again. */
  failed: number;
}

const BATCH_SIZE = 200;
const CONCURRENCY = 5;
/** The limit of failures in a run, after which the provider is left alone until the next. */
const MAX_FAILURES = 10;

class NotTaken extends Error {}

/** Older news is not sent: e-mail that is switched on today does not begin with last year's. */
const MAX_AGE_MILLIS = 3 * DAY_MILLIS;
/** The provider keeps an idempotency key for a day; a later attempt could be delivered twice. */
const KEY_LIFETIME_MILLIS = 23 * HOUR_MILLIS;

const RETENTION_MILLIS = 30 * DAY_MILLIS;

type Ended = Pick<StoredMail, 'state' | 'reason'>;

const declined = (reason: string): Ended => ({ state: 'declined', reason });

async function resolveAddress(services: Needs, mail: StoredMail): Promise<string | Ended> {
  const now = services.clock.now();
  if (now - mail.at > MAX_AGE_MILLIS) return declined('too old');
  if (mail.triedAt !== undefined && now - mail.triedAt > KEY_LIFETIME_MILLIS) {
    return { state: 'refused', reason: 'It is not known whether it was sent.' };
  }
  if (mail.to !== undefined) return mail.to;
  const user = await services.authUsers.find(mail.uid);
  if (!user?.email) return declined('no address');
  const { mail: group } = channelsOf(mail.about);
  const choice = mailChoices.find((each) => each === group);
  if (!choice) return user.email;
  // News about others goes only to an address whose owner has confirmed it.
  if (!user.isConfirmed) return declined('address not confirmed');
  const { mail: wanted } = await loadSettings(services, mail.uid);
  return wanted[choice] ? user.email : declined('not wanted');
}

async function readSongName({ releases }: Needs, { about }: StoredMail) {
  const datId = 'datId' in about ? about.datId : undefined;
  const release = datId === undefined ? undefined : await releases.find(datId);
  return (id: string) => release?.songName ?? id;
}

async function createOwnUrl(
  { authUsers, environment: { siteUrl } }: Needs,
  { about }: StoredMail,
  email: string,
): Promise<string | undefined> {
  if (about.kind !== 'confirm' && about.kind !== 'password-forgotten') return undefined;
  const url =
    about.kind === 'confirm'
      ? await authUsers.linkFor(email, 'confirm', `${siteUrl}${about.backTo}${confirmedHash}`)
      : await authUsers.linkFor(email, 'reset', `${siteUrl}/login`);
  if (url === undefined) throw new NotTaken('The account is gone.');
  return about.kind === 'confirm' ? url : newPasswordUrl(siteUrl, url, about.backTo);
}

/** Returns the page of this site that sets a new password, with the provider's code (N-FST-07). */
function newPasswordUrl(siteUrl: string, providerLink: string, backTo: string | undefined): string {
  const code = new URL(providerLink).searchParams.get('oobCode');
  if (!code) throw new Error('The link of the provider has no code.');
  const query = new URLSearchParams({ oobCode: code, ...(backTo && { next: backTo }) });
  return `${siteUrl}${newPasswordPath}?${query}`;
}

async function sendOne(
  services: Needs,
  gateway: MailGateway | undefined,
  path: string,
): Promise<StoredMail['state'] | 'conflict'> {
  const { store, clock, environment } = services;
  const read = async (): Promise<Versioned | undefined> => (await store.read([path])).get(path);
  const change = async (stored: Versioned, changes: Data) =>
    store.write(put(path, { ...stored.data, ...changes }, stored));
  const end = async (stored: Versioned, ended: Ended) => {
    const expiresAt = new Date(clock.now() + RETENTION_MILLIS);
    return (await change(stored, { ...ended, expiresAt })) === 'conflict'
      ? 'conflict'
      : ended.state;
  };

  let stored = await read();
  const mail = stored && readMail(stored.data);
  if (!stored || mail?.state !== 'due') return 'conflict';
  // E-mail is declined rather than kept: it would be old news by the time there is a provider.
  if (!gateway) return end(stored, declined('no provider'));
  const address = await resolveAddress(services, mail);
  if (typeof address !== 'string') return end(stored, address);
  if (mail.triedAt === undefined) {
    if ((await change(stored, { triedAt: clock.now() })) === 'conflict') return 'conflict';
    stored = await read();
    if (!stored) return 'conflict';
  }
  const key = path.slice(docs.mails.length + 1);
  const { uid, about: news } = mail;
  const entryId = key.slice(0, -uid.length - 1);
  const mailSettings = { siteUrl: environment.siteUrl, linkKey: environment.mailLinkKey };
  const message = compose(mailSettings, {
    news,
    entryId,
    uid,
    songOf: await readSongName(services, mail),
    ownUrl: await createOwnUrl(services, mail, address),
  });
  const outcome = await gateway.send({ ...message, key, to: address }).catch((error: unknown) => {
    throw new NotTaken(error instanceof Error ? error.message : String(error));
  });
  const ended: Ended =
    outcome === 'sent' ? { state: 'sent' } : { state: 'refused', reason: outcome.refused };
  if (ended.state === 'refused') log.error('An e-mail was refused', { key, ...ended });
  return end(stored, ended);
}

/**
 * Sends an e-mail that somebody waits for at once. The job retries a failure.
 *
 * @returns whether there is a provider that could send it
 */
export async function sendNow(services: Needs, path: string): Promise<boolean> {
  try {
    await sendOne(services, services.mailGateway, path);
  } catch (error) {
    log.warn('An e-mail could not be sent yet', { path, error: String(error) });
  }
  return services.mailGateway !== undefined;
}

/**
 * Sends the e-mail that is due, each once. The next run continues an interrupted one with the same
 * idempotency keys (N-PPL-04, N-PPL-05). Without a provider all e-mail is declined.
 */
export async function sendMails(services: Needs): Promise<SentMails> {
  const done: SentMails = { looked: 0, sent: 0, declined: 0, refused: 0, failed: 0 };
  const { mailGateway: gateway } = services;
  let notTaken = 0;
  const shouldStop = () => notTaken >= MAX_FAILURES;
  for (;;) {
    const due = await services.mails.due(BATCH_SIZE);
    const failedBefore = done.failed;
    await runConcurrently(due, shouldStop, async (path) => {
      done.looked += 1;
      try {
        const state = await sendOne(services, gateway, path);
        if (state !== 'conflict' && state !== 'due') done[state] += 1;
      } catch (error) {
        done.failed += 1;
        if (error instanceof NotTaken) notTaken += 1;
        log.warn('An e-mail could not be sent yet', { path, error: String(error) });
      }
    });
    // The failed ones are the oldest of the next page, too.
    if (due.length < BATCH_SIZE || done.failed > failedBefore) return done;
  }
}

async function runConcurrently(
  paths: readonly string[],
  shouldStop: () => boolean,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const left = [...paths];
  const worker = async () => {
    for (let path = left.shift(); path !== undefined && !shouldStop(); path = left.shift()) {
      await work(path);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
