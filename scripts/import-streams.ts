import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { clock } from '@datchain/functions/clock.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { firestoreStore } from '@datchain/functions/stores/firestore-store.ts';
import { liveDatabase } from '@datchain/functions/stores/live-database.ts';
import { importFiles, type Said } from '@datchain/functions/streams/import-files.ts';
import { Unclear } from '@datchain/functions/streams/links.ts';
import { type Platform, readPlatform } from '@datchain/shared/domain/streams/platforms.ts';
import type { SlashDates } from '@datchain/shared/domain/streams/values.ts';
import { tellRun } from './import-streams/tell.ts';
import { progress } from './lib/progress.ts';
import { pointToProject, whereHelp, whereOptions } from './lib/project-files.ts';

const help = `Imports stream reports and publishes them on the analytics pages.

  npm run import-streams -- [options] <file>…

Recognised by their header: our own CSV (date,platform,streams,content_id,isrc,title,artist, optionally
downloads), Spotify for Artists song timeline, Apple Music for Artists songs, DistroKid, TuneCore,
Apple Summary Streams and Content. Files may be gzip or zip. Rows whose song is no DAT yet wait in a
queue that every run checks again. Importing a file again changes nothing. Rows are credited only to a
work that they identify exactly: by its ISRC or id, or by both its title and its artist.

  --dry-run            does everything except writing
  --platform <name>    spotify, apple_music, amazon_music or spndat: the platform of a timeline;
                       for other files, imports only these rows
  --dat <id>           the DAT a timeline is about
  --song <title>       the DAT of a timeline by its title, with --artist if several have this title
  --artist <name>      the artist of all songs, for files that name none
  --dates <mdy|dmy>    the order of day and month in dates like 3/5/2025
  --made-at <time>     the time of the export; by default the file's modification time, also inside a zip.
                       Needed when copying or archiving gave the file an older time than the days in it
  --name <name>        the original name of the downloaded file
  --complete           accepts a distributor's report as the whole batch, even if it has fewer rows
  --link <name>=<id>   assigns a waiting song to this DAT, also for later files: title:… matches this
                       spelling, isrc:…, content:… or apple:… all rows with this id; may be repeated
  --unlink <name>=<id> undoes a wrong link: its rows wait again, and its days are corrected. Payments
                       are adjusted for the last two years
  --drop <name>        removes a waiting song from the queue, with --reason <text>; both are recorded
  --take-back          reverses mistaken files, such as a timeline with another song's --dat: their
                       credits are taken back, and they may be imported again
  --by <who>           the person who imports, for the record
${whereHelp}
  --help`;

const readOptions = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      ...whereOptions,
      'dry-run': { type: 'boolean' },
      complete: { type: 'boolean' },
      platform: { type: 'string' },
      dat: { type: 'string' },
      song: { type: 'string' },
      artist: { type: 'string' },
      dates: { type: 'string' },
      'made-at': { type: 'string' },
      name: { type: 'string' },
      by: { type: 'string' },
      link: { type: 'string', multiple: true },
      unlink: { type: 'string', multiple: true },
      drop: { type: 'string', multiple: true },
      'take-back': { type: 'boolean' },
      reason: { type: 'string' },
    },
  });

type Options = ReturnType<typeof readOptions>['values'];

function platformOf({ platform }: Options): Platform | undefined {
  const read = platform === undefined ? undefined : readPlatform(platform);
  if (platform !== undefined && !read) throw new Unclear(`"${platform}" is no platform.`);
  return read;
}

function slashDatesOf({ dates }: Options): SlashDates | undefined {
  if (dates === undefined || dates === 'mdy' || dates === 'dmy') return dates;
  throw new Unclear('--dates is mdy or dmy.');
}

function madeAtOf(options: Options): number | undefined {
  const text = options['made-at'];
  const at = text === undefined ? undefined : Date.parse(text);
  if (Number.isNaN(at)) throw new Unclear('--made-at is a time like 2026-07-31T12:00:00Z.');
  return at;
}

const linksOf = (option: 'link' | 'unlink', given: readonly string[] = []) =>
  given.map((each) => {
    const [, name, datId] = /^((?:isrc|content|apple|title):.+)=([\w-]+)$/s.exec(each) ?? [];
    if (name === undefined || datId === undefined) {
      throw new Unclear(`--${option} is a name from the queue, "=" and the id of a DAT.`);
    }
    return { name, datId };
  });

function dropsOf({ drop = [], reason = '' }: Options) {
  if (drop.length > 0 && !reason.trim()) throw new Unclear('--drop needs a --reason.');
  return drop.map((name) => ({ name, reason: reason.trim() }));
}

const saidIn = (options: Options): Said => ({
  dat: options.dat,
  song: options.song,
  artist: options.artist,
  name: options.name,
  complete: options.complete,
  platform: platformOf(options),
  slashDates: slashDatesOf(options),
  madeAt: madeAtOf(options),
  links: linksOf('link', options.link),
  unlinks: linksOf('unlink', options.unlink),
  drops: dropsOf(options),
  takeBack: options['take-back'],
  by: options.by ?? userInfo().username,
});

function checkTogether(options: Options): void {
  const others = (['dat', 'link', 'unlink', 'drop'] as const).filter((one) => options[one]?.length);
  if (options['take-back'] && others.length > 0) {
    throw new Unclear(`--take-back takes back all of a file: it goes without --${others[0]}.`);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = readOptions();
  if (values.help) {
    console.log(help);
    return;
  }
  checkTogether(values);
  const said = saidIn(values);
  pointToProject(values);
  const isDry = values['dry-run'] ?? false;
  const outcome = await importFiles(positionals, {
    store: firestoreStore(firestore()),
    live: liveDatabase(),
    now: clock.now,
    said,
    isDry,
    onRows: (name, rows) => progress(`${name}: ${rows.toLocaleString('en-US')} rows read`),
  });
  for (const line of tellRun(outcome, isDry)) console.log(line);
  if (outcome.files.some(({ kind }) => kind === 'refused')) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof Unclear ||
    (error instanceof TypeError &&
      String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')) ||
    (error as { code?: string }).code === 'ENOENT';
  if (!isExpected) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
