import type { Bootstrap, SessionPlugin } from '@kituo/sdk/contracts';
import { hasSameCode } from '../registry/bootstrap-diff.ts';

/**
 * The bootstrap in which the section that is open stays in the version it was opened in, as far as its pages are
 * still the person's. The same object where nothing has to be kept.
 */
export function keepVersion(newest: Bootstrap, open: SessionPlugin | null): Bootstrap {
  const { plugins } = newest.registry;
  const successor = plugins.find(({ name }) => name === open?.name);
  // What a developer tries changes with each rebuild.
  const isKept = open !== null && successor !== undefined && successor.base === undefined;
  if (!isKept || hasSameCode(open, successor)) return newest;
  const permitted = new Set(newest.fullPaths);
  const pages = open.pages.filter(({ path }) => permitted.has(path.toLowerCase()));
  if (pages.length === 0 || open.base !== undefined) return newest;
  const kept = plugins.map((plugin) => (plugin === successor ? { ...open, pages } : plugin));
  return { ...newest, registry: { ...newest.registry, plugins: kept } };
}
