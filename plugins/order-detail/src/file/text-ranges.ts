/** So many are marked; who finds more types another letter. */
const MAX = 200;

/** Where the words stand in what an element shows, capitals or not; `except` and what is in it is left out. */
export function textRanges(root: Element, words: string, except: Element | null): Range[] {
  const wanted = words.toLowerCase();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  while (walker.nextNode() !== null && ranges.length < MAX) {
    const node = walker.currentNode;
    if (except?.contains(node) === true) continue;
    const text = (node.textContent ?? '').toLowerCase();
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  return ranges.slice(0, MAX);
}
