type Snapshot = FirebaseFirestore.QueryDocumentSnapshot;

/**
 * Reads the results of an ordered query page by page; one page is in memory at a time.
 *
 * @param ordered without a limit
 */
export async function* readQueryPages<T>(
  ordered: FirebaseFirestore.Query,
  size: number,
  read: (document: Snapshot) => T,
): AsyncGenerator<T[]> {
  const page = ordered.limit(size);
  let last: Snapshot | undefined;
  for (;;) {
    const { docs: found } = await (last ? page.startAfter(last) : page).get();
    if (found.length > 0) yield found.map(read);
    if (found.length < size) return;
    last = found.at(-1);
  }
}
