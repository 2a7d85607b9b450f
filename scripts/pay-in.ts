import { parseArgs } from 'node:util';
import { ownerPaidInEntry } from '@datchain/functions/journal/entries/fees.ts';
import { services } from '@datchain/functions/services.ts';
import { formatCents } from '@datchain/shared/domain/format.ts';
import { centsOfUsd } from '@datchain/shared/domain/money.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { runCommandLine } from './lib/command-line.ts';
import { pointToProject, whereHelp, whereOptions } from './lib/project-files.ts';

const help = `Records what the shop owner paid in from their own money, against what the platform has promised for
streams and lost (docs/public-books.md). It moves no money: pay it in at Stripe first.

  npm run pay-in -- --usd <amount> --reference <text>

  --usd         US dollars, such as 250.00
  --reference   the unique name of this payment, such as the id of the top-up at Stripe; repeating it
                changes nothing
${whereHelp}
  --help        this text`;

const options = {
  usd: { type: 'string' },
  reference: { type: 'string' },
  ...whereOptions,
  help: { type: 'boolean' },
} as const;

/** @throws a sentence that explains an invalid option */
function read(usd = '', reference = ''): { cents: number; reference: string } {
  const cents = /^\d+(\.\d\d?)?$/.test(usd) ? centsOfUsd(Number(usd)) : 0;
  if (!(cents > 0)) throw new Error('Give --usd, such as --usd 250.00.');
  if (!/^[\w.-]{1,100}$/.test(reference)) {
    throw new Error('Give a --reference of letters, digits and . _ - without spaces.');
  }
  return { cents, reference };
}

async function payIn(): Promise<string> {
  const { values } = parseArgs({ options });
  if (values.help) return help;
  const { cents, reference } = read(values.usd, values.reference);
  pointToProject(values);
  const booked = await services().books.commit(ownerPaidInEntry(reference, cents));
  if (isRefusal(booked)) throw new Error(booked.message);
  return `${formatCents(cents)} paid in by the shop owner: entry ${booked.entryId}.`;
}

await runCommandLine(payIn);
