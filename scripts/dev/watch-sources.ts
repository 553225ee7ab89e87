import { watch } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../build/paths.ts';

/** An editor writes a file in several steps, and a pull writes many: these milliseconds are waited for the last. */
const SETTLE_MS = 60;

/** What has to be made again. */
export type Part = 'host' | 'sdk' | 'server' | `plugin ${string}`;

/** Tests change nothing that runs; what begins with a dot is an editor's. */
const isSource = (name: string) => !/\.test\.tsx?$|(^|[/\\])\.|~$/.test(name);

/**
 * Watches what the console and its server are made of; of plugins their `plugin.json` alone, for a dev server of its
 * own watches each. Saves that come while `saved` works are told together after it.
 * @returns what ends it.
 */
export function watchSources(
  plugins: readonly string[],
  saved: (parts: ReadonlySet<Part>) => Promise<void>,
): () => Promise<void> {
  let waiting = new Set<Part>();
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const note = (part: Part) => {
    waiting.add(part);
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(async () => {
        const parts = waiting;
        waiting = new Set();
        if (parts.size > 0) await saved(parts);
      });
    }, SETTLE_MS);
  };
  const folder = (path: string, part: Part) =>
    watch(join(ROOT, path), { recursive: true }, (_kind, name) => {
      if (name !== null && isSource(name)) note(part);
    });
  const watchers = [
    folder('server/src', 'server'),
    folder('sdk/src', 'sdk'),
    folder('sdk/locales', 'sdk'),
    folder('host/src', 'host'),
    folder('host/locales', 'host'),
    ...plugins.map((plugin) =>
      // The folder itself: plugin.json is replaced by editors, not written into.
      watch(join(ROOT, 'plugins', plugin), (_kind, name) => {
        if (name === 'plugin.json') note(`plugin ${plugin}`);
      }),
    ),
  ];
  return async () => {
    for (const watcher of watchers) watcher.close();
    clearTimeout(timer);
    await working;
  };
}
