import { isRecord } from '@datchain/shared/contracts/tolerant.ts';

const counts = (value: unknown): boolean => !['0', ''].includes(String(value));

/** Whether a job has found something to do. The only word that says so is 'sent'. */
export function isNews(answer: unknown): boolean {
  if (isRecord(answer)) return Object.values(answer).some(counts);
  return typeof answer === 'number' ? answer !== 0 : answer === 'sent';
}

export function problemsIn(answer: unknown): string[] {
  if (!isRecord(answer)) return [];
  const { failed, unpublished, differences } = answer;
  return [
    ...(Number(failed ?? 0) > 0 ? [`${failed} failed`] : []),
    ...(Array.isArray(unpublished)
      ? unpublished.map((entry) => `not in the public log: ${entry}`)
      : []),
    ...(Array.isArray(differences) ? differences.map(String) : []),
  ];
}
