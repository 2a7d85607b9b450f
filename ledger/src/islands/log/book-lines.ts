async function fill(details: HTMLDetailsElement, asked: string): Promise<void> {
  // Asked for once, unless it fails.
  delete details.dataset.inLog;
  details.setAttribute('aria-busy', 'true');
  try {
    const { fillBookLines } = await import('./fill-book-lines.ts');
    await fillBookLines(details, asked);
  } catch (error) {
    // The link to the file stays, and opening it again tries again.
    console.error('The lines of the day cannot be read', error);
    details.dataset.inLog = asked;
  } finally {
    details.removeAttribute('aria-busy');
  }
}

export function startBookLines(): void {
  // This event does not bubble, but it can be caught on its way down.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return;
      const { inLog } = target.dataset;
      if (inLog) void fill(target, inLog);
    },
    true,
  );
}
