/** Writes JSON for a `<script>` element, so that no `</script>` in it ends the element. */
export const islandProps = (props: unknown): string =>
  JSON.stringify(props).replaceAll('<', '\\u003c');
