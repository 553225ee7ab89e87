import type { PluginFailureKind } from '@kituo/sdk/contracts';
import { LoadError } from '../../loading/load-error.ts';

/** The files of the plugin, which stand below a ticket that is over after a while. */
export interface OwnFiles {
  /** Files are fetched below this one from now on; modules keep the names they have. */
  renew(base: string): void;
  /** What came over the line for them so far, in bytes; 0 for what was in the browser's cache. */
  bytes(): number;
  /** Why a part did not load, as far as it can be told from in here. */
  kindOf(cause: unknown): PluginFailureKind;
}

type CreateScript = (this: unknown, url: string) => HTMLScriptElement;

const isCreateScript = (value: unknown): value is CreateScript => typeof value === 'function';

function filesBelow(base: string): PerformanceResourceTiming[] {
  const address = new URL(base, document.baseURI).href;
  return performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name }) => name.startsWith(address));
}

/** @param first `/frame/<ticket>/`, the one that the modules are named by */
export function ownFiles(first: string): OwnFiles {
  let base = first;
  const loader: object = Object.getPrototypeOf(System);
  const createScript: unknown = Reflect.get(loader, 'createScript');
  if (isCreateScript(createScript))
    Reflect.set(loader, 'createScript', function (this: unknown, url: string) {
      const script = createScript.call(this, url);
      const named = new URL(first, document.baseURI).href;
      if (url.startsWith(named)) script.src = base + url.slice(named.length);
      return script;
    });
  return {
    renew(next) {
      base = next;
    },
    bytes: () => filesBelow(first).reduce((sum, { transferSize }) => sum + transferSize, 0),
    kindOf(cause) {
      if (cause instanceof LoadError && cause.kind !== 'breaker') return cause.kind;
      // SystemJS: a script that did not come, by whatever reason, says no more than that.
      if (!(cause instanceof Error) || !/Error loading|errors#3/.test(cause.message)) return 'evaluation';
      const statuses = filesBelow(first).map(({ responseStatus }) => responseStatus);
      if (statuses.some((status) => status >= 400)) return 'http';
      return statuses.some((status) => status === 0) ? 'network' : 'integrity';
    },
  };
}
