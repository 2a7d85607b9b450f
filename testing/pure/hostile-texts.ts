/** Ten texts that run as script where one place forgets that they are text: `window.hacked` is set. */
export const hostileTexts: readonly string[] = [
  '<script>window.hacked=1</script>',
  '"><script>window.hacked=1</script>',
  '</script><script>window.hacked=1</script>',
  '<img src=x onerror=window.hacked=1>',
  '\'"><svg/onload=window.hacked=1>',
  'javascript:window.hacked=1',
  "'-(window.hacked=1)-'",
  '<iframe srcdoc="<script>parent.hacked=1</script>">',
  ']]><!--<script>window.hacked=1//-->',
  '{{constructor.constructor("window.hacked=1")()}}',
];

/** Markup of theirs in a page's source: what a browser would take for an element. */
export const rawMarkup = /<(script>(window|parent)\.hacked|img src=x|svg\/onload|iframe srcdoc)/i;
