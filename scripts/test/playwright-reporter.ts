import { relative } from 'node:path';
import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter';
import { inRepository } from '../lib/root.ts';
import { shortMessage, tell } from './events.ts';

/** Tells `npm test` how far Playwright is, and of every failure. A journey counts as a file. */
export default class TellingReporter implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    tell({ is: 'begin', files: suite.allTests().length });
  }

  onTestEnd(test: TestCase, { status, duration, errors, annotations }: TestResult): void {
    const file = relative(inRepository('.'), test.location.file);
    const { line } = test.location;
    const [, project = '', , ...titles] = test.titlePath();
    const title = titles.join(' › ');
    if (status === 'skipped') {
      const reason = annotations.find(({ type }) => type === 'skip')?.description;
      tell({ is: 'left out', file, title, message: reason ?? 'Without a reason.' });
      return;
    }
    if (status !== 'passed') {
      const message = shortMessage(errors[0]);
      tell({ is: 'failure', file, line, project, title, message });
    }
    const seconds = duration / 1_000;
    tell({
      is: 'file',
      file: `${file}:${line} ${title}`,
      seconds,
      passed: status === 'passed' ? 1 : 0,
    });
  }

  onError(error: TestError): void {
    const where = { file: '', project: '', title: 'outside of any test' };
    tell({ is: 'failure', ...where, message: shortMessage(error) });
  }
}
