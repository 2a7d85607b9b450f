import { buildFunctions } from '@datchain/functions/build.ts';
import { projectOf } from './lib/project-files.ts';

// The Firebase program runs this before it deploys the functions, and says to which project.
try {
  const id = process.env.GCLOUD_PROJECT;
  const project = id === undefined ? undefined : projectOf(id);
  console.log(`Built ${await buildFunctions(undefined, project)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
