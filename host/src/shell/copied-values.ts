const KEPT = 10;
const copied: string[] = [];

/** What was copied in this tab, newest first; it goes with the tab and is never stored. */
export function copiedValues(): readonly string[] {
  return copied;
}

/** Listens for copies in the document. The result stops it. */
export function watchCopies(view: Window): () => void {
  const remember = () => {
    const text = view.getSelection()?.toString().trim() ?? '';
    if (text === '' || text.length > 200 || copied[0] === text) return;
    copied.unshift(text);
    copied.length = Math.min(copied.length, KEPT);
  };
  view.document.addEventListener('copy', remember);
  return () => view.document.removeEventListener('copy', remember);
}

export function forgetCopies(): void {
  copied.length = 0;
}
