import { parseArgs } from 'node:util';
import { type JobName, jobs, leaseOf } from '@datchain/functions/jobs/jobs.ts';
import { alone } from '@datchain/functions/jobs/lease.ts';
import { sweepUploads } from '@datchain/functions/releases/uploads/sweep-uploads.ts';
import { type Services, services } from '@datchain/functions/services.ts';
import { loadSecrets } from './launch/steps/secrets.ts';
import { runCommandLine } from './lib/command-line.ts';
import { pointToProject, whereHelp, whereOptions } from './lib/project-files.ts';

type Runs = Readonly<Record<string, (services: Services) => Promise<unknown>>>;

const dryRuns: Runs = {
  'sweep-uploads': (services) => sweepUploads(services, { isDryRun: true }),
};

const help = `Runs a scheduled job now and prints what it did.

  npm run job -- NAME [--project <name>]

${whereHelp}
  --dry-run          shows the changes without making them; available for: ${Object.keys(dryRuns).join(', ')}

Jobs: ${Object.keys(jobs).join(', ')}`;

await runCommandLine(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      ...whereOptions,
      'dry-run': { type: 'boolean' },
    },
  });
  const [name = ''] = positionals;
  const runs: Runs = values['dry-run'] ? dryRuns : jobs;
  const job = runs[name];
  if (values.help || !job) {
    process.exitCode = values.help ? 0 : 1;
    return help;
  }
  pointToProject(values);
  if (values.project !== undefined) await loadSecrets(values.project);
  const all = services();
  console.log(name, await alone(all, leaseOf(name as JobName), () => job(all)));
  return undefined;
});
