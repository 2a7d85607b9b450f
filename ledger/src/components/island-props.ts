/** Data for a `<script type="application/json">`: no `</script>` can end it early. */
export const islandProps = (props: unknown): string =>
  JSON.stringify(props).replaceAll('<', '\\u003c');
