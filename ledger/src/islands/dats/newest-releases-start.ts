/** Shows on /dats what was released since it was built; nothing of the page waits for it. */
export async function startNewestReleases(): Promise<void> {
  try {
    const { showNewestReleases } = await import('./newest-releases.ts');
    await showNewestReleases();
  } catch (error) {
    console.warn('The newest releases cannot be loaded', error);
  }
}
