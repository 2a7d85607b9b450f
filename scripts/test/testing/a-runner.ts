/** Plays a runner of tests:  node a-runner.ts tells | dies */
import { tell } from '../events.ts';

if (process.argv[2] === 'tells') {
  tell({ is: 'begin', files: 3 });
  tell({ is: 'file', file: 'quick.test.ts', seconds: 1, passed: 4 });
  const failure = { file: 'slow.test.ts', project: 'unit', title: 'adds', message: 'not 3' };
  tell({ is: 'failure', ...failure });
  tell({ is: 'file', file: 'slow.test.ts', seconds: 5, passed: 0 });
  tell({ is: 'left out', file: 'e2e/a.spec.ts', title: 'in WebKit', message: 'Install it.' });
  console.log('what it prints');
  process.exitCode = 1;
} else {
  console.log('last words');
  process.exitCode = 3;
}
