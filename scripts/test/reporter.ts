import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type * as playwright from '@playwright/test/reporter';
import type * as vitest from 'vitest/node';
import { inRepository } from '../lib/root.ts';

export interface TestMessage {
  /** Relative to the repository; empty for an event outside of any test. */
  readonly file: string;
  readonly line?: number;
  readonly title: string;
  readonly message: string;
}

/**
 * A message of a test runner to `npm test`, through its IPC channel. Playwright reports each journey
 * like a file of Vitest.
 */
export type TestEvent =
  | { readonly is: 'begin'; readonly files: number }
  | { readonly is: 'file'; readonly passed: number }
  | ({ readonly is: 'failure' | 'left out' } & TestMessage);

const tell = (event: TestEvent): void => void process.send?.(event);

interface Said {
  readonly message?: string | undefined;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** Adds the messages of causes, because "fetch failed" alone is of no help. */
function wordsOf({ message, code, cause }: Said): string {
  const words = message || `${code ?? 'No message.'}`;
  return cause && typeof cause === 'object' ? `${words}\nbecause: ${wordsOf(cause)}` : words;
}

function tellFailure(where: Omit<TestMessage, 'message'>, error: Said = {}): void {
  const lines = stripVTControlCharacters(wordsOf(error)).split('\n').slice(0, 12);
  tell({ is: 'failure', ...where, message: lines.join('\n') });
}

const outside = { file: '', title: 'outside of any test' };
const pathOf = (file: string): string => relative(inRepository('.'), file);

export default class TellingReporter implements vitest.Reporter, playwright.Reporter {
  onTestRunStart(specifications: readonly vitest.TestSpecification[]): void {
    tell({ is: 'begin', files: specifications.length });
  }

  onTestModuleEnd(module: vitest.TestModule): void {
    const { moduleId, project, children } = module;
    const file = pathOf(moduleId);
    const tests = [...children.allTests()];
    for (const test of tests.filter((each) => each.result().state === 'failed')) {
      const title = `${project.name} › ${test.fullName}`;
      tellFailure({ file, title }, test.result().errors?.[0]);
    }
    for (const suite of [module, ...children.allSuites()]) {
      for (const error of suite.errors()) tellFailure({ file, title: 'the file itself' }, error);
    }
    const passed = tests.filter((each) => each.result().state === 'passed');
    tell({ is: 'file', passed: passed.length });
  }

  onTestRunEnd(_modules: readonly vitest.TestModule[], errors: readonly Said[]): void {
    for (const error of errors) tellFailure(outside, error);
  }

  onBegin(_config: playwright.FullConfig, suite: playwright.Suite): void {
    tell({ is: 'begin', files: suite.allTests().length });
  }

  onTestEnd(test: playwright.TestCase, result: playwright.TestResult): void {
    const { status, errors, annotations } = result;
    const [, project = '', , ...titles] = test.titlePath();
    const title = [project, ...titles].join(' › ');
    const where = { file: pathOf(test.location.file), line: test.location.line, title };
    if (status === 'skipped') {
      const reason = annotations.find(({ type }) => type === 'skip')?.description;
      tell({ is: 'left out', ...where, message: reason ?? 'Without a reason.' });
      return;
    }
    if (status !== 'passed') tellFailure(where, errors[0]);
    tell({ is: 'file', passed: status === 'passed' ? 1 : 0 });
  }

  onError(error: playwright.TestError): void {
    tellFailure(outside, error);
  }
}
