/** Plays a runner of tests:  node a-runner.ts tells | dies */
import { tell } from '../events.ts';

if (process.argv[2] === 'tells') {
  tell({ is: 'begin', files: 2 });
  tell({ is: 'file', file: 'quick.test.ts', seconds: 1, passed: 4 });
  const failure = { file: 'slow.test.ts', project: 'unit', title: 'adds', message: 'not 3' };
  tell({ is: 'failure', ...failure });
  tell({ is: 'file', file: 'slow.test.ts', seconds: 5, passed: 0 });
  console.log('what it prints');
  process.exitCode = 1;
} else {
  console.log('last words');
  process.exitCode = 3;
}
