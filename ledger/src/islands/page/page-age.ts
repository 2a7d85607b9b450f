/** Has a page say how old it is once nobody has found for an hour that it is up to date (N-INP-02). */
export async function tellPageAge(): Promise<void> {
  const answer = await fetch('/build.json');
  const { time } = await answer.json();
  const now = Date.parse(answer.headers.get('date') ?? '');
  if (now - Date.parse(time) > 3_600_000) await import('./old-pages.ts');
}
