import { readFile } from 'node:fs/promises';
import type { menu } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { RegistryService } from '../../plugins/registry/index.ts';
import type { MenuRow } from './rows.ts';

interface Offer {
  readonly offer: 'OFFERED' | 'OFF';
  readonly plugin: string;
  readonly version: string;
  readonly isAlways: boolean;
}
/** Lower-cased path → who offers the page, or would. A path that is not here is MISSING. */
export type Offers = ReadonlyMap<string, Offer>;

export async function readOffers(registry: RegistryService): Promise<Offers> {
  const versions = new Map(registry.state().plugins.map(({ name, version }) => [name, version]));
  const offers = new Map<string, Offer>();
  for (const [path, { plugin, version }] of await registry.offPages()) {
    offers.set(path, { offer: 'OFF', plugin, version, isAlways: false });
  }
  for (const [path, { plugin, always }] of registry.offeredPages()) {
    const version = versions.get(plugin) ?? '';
    offers.set(path, { offer: 'OFFERED', plugin, version, isAlways: always });
  }
  return offers;
}

const localeFile = z.record(z.string(), z.unknown());

/** A text of a locale file, whose keys are dotted or nested. */
function textAt(texts: unknown, key: string): string | null {
  const record = localeFile.safeParse(texts).data;
  if (record === undefined) return null;
  const whole = record[key];
  if (typeof whole === 'string') return whole;
  const [head = '', ...rest] = key.split('.');
  return rest.length === 0 ? null : textAt(record[head], rest.join('.'));
}

async function readTexts(path: string | undefined): Promise<unknown> {
  if (path === undefined) return null;
  const text = await readFile(path, 'utf8').catch(() => 'null');
  return JSON.parse(text);
}

function parentFor(path: string, rows: readonly MenuRow[]): string | null {
  const section = path.slice(0, path.lastIndexOf('/') + 1).toLowerCase();
  const neighbour = rows.find(
    (row) => row.menuType === 'PAGE' && row.parentMenuNo !== null && row.perms?.toLowerCase().startsWith(section),
  );
  return neighbour?.parentMenuNo ?? null;
}

/** The pages that running sections offer and no entry opens, titled as their plugins title them. */
export async function unlistedPages(registry: RegistryService, rows: readonly MenuRow[]): Promise<menu.UnlistedPage[]> {
  const listed = new Set(rows.map(({ perms }) => perms?.toLowerCase()));
  const paths = [...registry.offeredPages().keys()].filter((path) => !listed.has(path));
  const found: menu.UnlistedPage[] = [];
  for (const plugin of registry.forPages(new Set(paths)).plugins) {
    const pages = plugin.pages.filter(({ path }) => paths.includes(path.toLowerCase()));
    if (pages.length === 0) continue;
    const { name, version, files } = plugin;
    const locales = await Promise.all(
      Object.entries(plugin.locales).map(async ([language, index]) => {
        const file = registry.file(name, version, files[index] ?? '');
        return { language, texts: await readTexts(file?.path) };
      }),
    );
    for (const page of pages) {
      const menuName: Record<string, string> = { en: page.name };
      for (const { language, texts } of locales) {
        const title = textAt(texts, page.titleKey);
        if (title !== null) menuName[language] = title;
      }
      const { path } = page;
      found.push({ plugin: name, version, path, menuName, parentMenuNo: parentFor(path, rows) });
    }
  }
  return found;
}
