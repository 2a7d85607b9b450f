/** Returns the style of a title: longer titles are smaller, so that they do not fill a phone's screen. */
export function titleStyle(title: string): 'display' | 'h1' | 'h2' {
  const { length } = [...title];
  if (length <= 28) return 'display';
  return length <= 60 ? 'h1' : 'h2';
}
