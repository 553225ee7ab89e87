import type { HostApp, SessionPlugin } from '@kituo/sdk/contracts';
import { integrityOf } from '../../loading/file-name.ts';
import { pageFiles } from '../../loading/page-files.ts';
import type { FramePart } from '../frame-init.ts';

export const atHost = (files: readonly string[]) => files.map((file) => `/host/${file}`);

const sheets = new Map<string, Promise<void>>();

/** Puts sheets into the document; a sheet that does not come leaves a page plain, not undrawn. */
export async function addStyles(urls: readonly string[]): Promise<void> {
  await Promise.all(
    urls.map((url) => {
      const known = sheets.get(url);
      if (known !== undefined) return known;
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      // An opaque origin fetches everything from elsewhere: integrity is checked on CORS replies alone.
      link.crossOrigin = 'anonymous';
      link.integrity = integrityOf(url);
      link.href = url;
      const added = new Promise<void>((resolve) => {
        link.onload = () => resolve();
        link.onerror = () => resolve();
      });
      sheets.set(url, added);
      document.head.append(link);
      return added;
    }),
  );
}

/** Fetches all that a part needs at once, and gives the plugin's entry. */
export async function loadPart(app: HostApp, plugin: SessionPlugin, part: FramePart): Promise<unknown> {
  const page =
    plugin.pages.find(({ name }) => name === part.name) ?? plugin.fills?.find(({ name }) => name === part.name);
  if (page === undefined) throw new Error(`no part ${part.name}`);
  const own = pageFiles({ plugin, page: { ...page, path: '' } }, []);
  const shared = page.shared.flatMap((name) => app.shared[name] ?? []);
  const scripts = atHost(shared.flatMap(({ files }) => files));
  const styles = atHost(shared.flatMap((each) => each.styles));
  // Not each when the one before it names it. What fails here fails once more below.
  for (const url of [...scripts, ...own.scripts.map((script) => script.url)]) System.import(url).catch(() => undefined);
  const [entry] = own.scripts;
  if (entry === undefined) throw new Error('no entry');
  const [module] = await Promise.all([
    System.import(entry.url),
    addStyles([...styles, ...own.styles.map(({ url }) => url)]),
  ]);
  return module;
}
