import { parseArgs } from 'node:util';
import { services } from '@datchain/functions/services.ts';
import { changeStock, listStock } from '@datchain/functions/tokens/stock.ts';
import {
  BY_COMMAND,
  decisionReason,
  type StockChange,
} from '@datchain/shared/contracts/documents/decision.ts';
import { formatCents, formatTokens } from '@datchain/shared/domain/format.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { stockProblem } from '@datchain/shared/domain/stock.ts';
import * as v from 'valibot';
import { runCommandLine } from './lib/command-line.ts';
import { pointToProject, whereHelp, whereOptions } from './lib/project-files.ts';

const help = `Shows and changes the tokens that the platform sells. Operators can do the same at their desk, /operator.

  npm run blocks -- list                      lists the tokens on sale by price
  npm run blocks -- issue <cents> <tokens>    puts tokens on sale at a price
  npm run blocks -- withdraw <cents> <tokens> takes unsold tokens without a reservation off sale

  --reason <text>  the reason; the history of the desk keeps it
  --key <id>       identifies the change; repeating a key changes nothing
  --dry-run        shows the change without writing it
${whereHelp}
  --help           this text`;

const whats: Readonly<Record<string, StockChange>> = {
  issue: 'issue-tokens',
  withdraw: 'withdraw-tokens',
};

async function list(price?: number): Promise<string> {
  const stock = await listStock(services());
  const lines = stock
    .filter(({ priceCents }) => price === undefined || priceCents === price)
    .map(
      ({ priceCents, platformQty, reserved, offered }) =>
        `${formatCents(priceCents)}  ${formatTokens(platformQty)} of the platform’s, ${formatTokens(reserved)} held by orders, ${formatTokens(offered)} offered by users`,
    );
  return lines.length > 0 ? lines.join('\n') : 'Nothing is on sale.';
}

async function change(
  what: StockChange,
  [cents, qty]: readonly string[],
  {
    reason = '',
    key = '',
    isDry,
  }: { reason?: string | undefined; key?: string | undefined; isDry: boolean },
): Promise<string> {
  const number = (text = '') => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);
  const asked = { priceCents: number(cents), qty: number(qty) };
  const why = v.safeParse(decisionReason, reason);
  const problem =
    stockProblem(asked)?.sentence ?? (why.success ? undefined : why.issues[0].message);
  if (problem) throw new Error(problem);
  if (!why.output) throw new Error('Give a --reason.');
  if (!/^[\w-]{1,64}$/.test(key)) {
    throw new Error('Give a --key of letters, digits, _ and -, such as --key first-tokens.');
  }
  const input = { ...asked, what, reason: why.output as string, key };
  const about = `${formatTokens(input.qty)} at ${formatCents(input.priceCents)}`;
  const done = what === 'issue-tokens' ? 'put on sale' : 'withdrawn';
  if (isDry) return `Would be ${done}: ${about}`;
  const refused = await changeStock(services(), BY_COMMAND, input);
  if (isRefusal(refused)) throw new Error(refused.message);
  // Shows the stock, because a repeated key changes nothing.
  return `Was ${done}: ${about}. Now:\n${await list(asked.priceCents)}`;
}

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      key: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      ...whereOptions,
      help: { type: 'boolean' },
    },
  });
  if (values.help) return help;
  const [command = '', ...more] = positionals;
  const what = whats[command];
  if (more.length !== (what ? 2 : 0) || (!what && command !== 'list')) throw new Error(help);
  pointToProject(values);
  const { reason, key, 'dry-run': isDry } = values;
  return what ? change(what, more, { reason, key, isDry }) : list();
}

await runCommandLine(run);
