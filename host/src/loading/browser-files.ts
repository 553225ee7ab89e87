import type { DiagnosisTools } from './load-error.ts';
import type { NeededFile } from './page-files.ts';

/** What the loader asks of the document: styles, JSON. Stood in for by tests. */
export interface BrowserFiles extends DiagnosisTools {
  /** Resolves when the style is in force; rejects when it did not load. */
  addStyle(file: NeededFile): Promise<void>;
  removeStyle(url: string): void;
  fetchJson(file: NeededFile): Promise<unknown>;
  /** Fetches again past every cache, so that the next load finds fresh bytes. */
  refetch(url: string): Promise<void>;
}

export function browserFiles(doc: Document): BrowserFiles {
  const styles = new Map<string, { link: HTMLLinkElement; ready: Promise<void> }>();

  return {
    addStyle(file) {
      const present = styles.get(file.url);
      if (present !== undefined) return present.ready;
      const linked = findLink(doc, file.url);
      if (linked !== null && !isInForce(linked)) linked.remove();
      else if (linked !== null) {
        // The server linked it in the document: it was in force before any script ran.
        const ready = Promise.resolve();
        styles.set(file.url, { link: linked, ready });
        return ready;
      }
      const link = linkTo(doc, file);
      const ready = new Promise<void>((resolve, reject) => {
        link.addEventListener('load', () => resolve());
        link.addEventListener('error', () => {
          styles.delete(file.url);
          link.remove();
          reject(new Error(`style ${file.url}`));
        });
      });
      styles.set(file.url, { link, ready });
      doc.head.append(link);
      return ready;
    },
    removeStyle(url) {
      styles.get(url)?.link.remove();
      styles.delete(url);
    },
    async fetchJson(file) {
      const response = await fetch(file.url, { integrity: file.integrity });
      if (!response.ok) throw new Error(`${response.status} ${file.url}`);
      return response.json();
    },
    async refetch(url) {
      await fetch(url, { cache: 'reload' });
    },
    lastStatus: lastResourceStatus,
    fetch: (url, init) => fetch(url, init),
  };
}

function linkTo(doc: Document, file: NeededFile): HTMLLinkElement {
  const link = doc.createElement('link');
  link.rel = 'stylesheet';
  link.integrity = file.integrity;
  // Integrity of another origin's file, a plugin on trial, is checked in this mode alone.
  if (!file.url.startsWith('/')) link.crossOrigin = 'anonymous';
  link.href = file.url;
  return link;
}

function findLink(doc: Document, url: string): HTMLLinkElement | null {
  return doc.head.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${url}"]`);
}

/** Chromium gives a link that failed a sheet, too: an empty one. */
function isInForce({ sheet }: HTMLLinkElement): boolean {
  return sheet !== null && sheet.cssRules.length > 0;
}

/** Chromium and Firefox record the status of each load, failed ones included. */
function lastResourceStatus(url: string): number | null {
  const address = new URL(url, location.origin).href;
  const entries = performance.getEntriesByName(address, 'resource');
  const last = entries[entries.length - 1];
  return last instanceof PerformanceResourceTiming ? last.responseStatus : null;
}
