/** Ten texts that run as script and set `window.hacked` wherever escaping is missing. */
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

/** Their markup in a page's source, where a browser would see an element. */
export const rawMarkup = /<(script>(window|parent)\.hacked|img src=x|svg\/onload|iframe srcdoc)/i;
