import { hostAppOf, packedAppOf } from '@kituo/sdk/contracts';
import type { Bootstrap, HostManifest, ListedBootstrap } from '@kituo/sdk/contracts';
import { listedBootstrap } from './listed-bootstrap.ts';

const hashedName = /\.([A-Za-z0-9_-]{43})\.[a-z0-9]+$/;

/** The integrity that a file's name carries; none for a name without a hash. */
function integrityOf(url: string): string {
  const hash = hashedName.exec(url)?.[1];
  if (hash === undefined) return '';
  return ` integrity="sha256-${hash.replaceAll('-', '+').replaceAll('_', '/')}="`;
}

/** JSON inside a script element: `<` is the one sign that could end it. */
function block(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`;
}

/** A module that the host will import: it is fetched, compiled and kept ready, but run by nobody else. */
const moduleScript = (url: string): string => `<script defer data-module src="${url}"${integrityOf(url)}></script>`;

// As `fetch` asks for it; browsers check no integrity of such preloads, the host's fetch does.
const preloadTexts = (url: string): string => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${url}">`;

const stylesheet = (url: string): string => `<link rel="stylesheet" href="${url}"${integrityOf(url)}>`;

/** A station's roof over two tracks, drawn small. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%23215db0'/%3E%3Cpath d='M2 7l6-4 6 4v2H2zM5 10h1.5v4H5zM9.5 10H11v4H9.5z' fill='%23fff'/%3E%3C/svg%3E";

/** What a deep link needs beyond the packs: modules to have ready, styles to have before script runs. */
export interface DeepLink {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Texts of the page in the session's language and in English, which missing ones fall back to. */
  readonly locales: readonly string[];
}

const nothingMore: DeepLink = { scripts: [], styles: [], locales: [] };

/** Who signs in needs the sign-in page, which is no part of the packs. */
function signInOf({ signIn }: HostManifest): DeepLink {
  return { ...nothingMore, scripts: signIn.map((name) => `/host/${name}`) };
}

/** What fills slots is asked for as soon as the host runs: with the document it comes along with the rest. */
function slotsOf({ registry }: Bootstrap, { slots }: HostManifest): readonly string[] {
  return registry.plugins.some(({ fills }) => fills !== undefined) ? slots.map((name) => `/host/${name}`) : [];
}

/** The page of this session that a path leads to. */
export function pageOf(boot: Bootstrap, path: string) {
  const asked = path.toLowerCase().replace(/\/+$/, '');
  const isBare = asked === '' || asked === '/admincontent' || asked === '/login';
  const wanted = isBare ? '/admincontent/home' : asked;
  for (const plugin of boot.registry.plugins) {
    const page = plugin.pages.find((candidate) => candidate.path.toLowerCase() === wanted);
    if (page) return { plugin, page };
  }
  return null;
}

/** Whether the opened page, if any, imports nothing of the host's but what is in the packs. */
function needsPacksAlone(session: { readonly boot: Bootstrap } | null, path: string): boolean {
  if (session === null) return true;
  const { overrides = [] } = session.boot;
  const found = pageOf(session.boot, path);
  return overrides.length === 0 && (found === null || found.page.shared.length === 0);
}

function inlinedOf(boot: Bootstrap, path: string): ListedBootstrap {
  return listedBootstrap(boot, pageOf(boot, path));
}

/** The files of the page a path leads to; nothing for a path this session cannot open. */
export function deepLinkOf(
  { boot, language }: { readonly boot: Bootstrap; readonly language: string },
  path: string,
  manifest: HostManifest,
): DeepLink {
  const found = pageOf(boot, path);
  // An isolated plugin's scripts run in its frame alone.
  if (!found || found.plugin.isIsolated) return nothingMore;
  const { plugin, page } = found;
  // A plugin on trial comes from elsewhere.
  if (boot.overrides?.some((trial) => trial.plugin === plugin.name)) return nothingMore;
  const urls = (indexes: readonly number[]): string[] =>
    [...new Set(indexes)].flatMap((index) => {
      const file = plugin.files[index];
      return file === undefined ? [] : [`/plugins/${plugin.name}/${plugin.version}/${file}`];
    });
  const shared = page.shared.flatMap((name) => manifest.shared[name] ?? []);
  const hostUrls = (names: readonly string[]): string[] => [...new Set(names)].map((name) => `/host/${name}`);
  return {
    scripts: [...hostUrls(shared.flatMap(({ files }) => files)), ...urls([plugin.entry, ...page.files])],
    styles: [...hostUrls(shared.flatMap(({ styles }) => styles)), ...urls([...plugin.styles, ...page.styles])],
    locales: urls([language, 'en'].flatMap((code) => (page.texts ?? plugin.locales)[code] ?? [])),
  };
}

/**
 * What the host puts on the root before it draws; here already, so that the styles are right before
 * any script ran. A theme that follows the system is known to the browser alone: `prefers-color-scheme`.
 */
function rootAttributes(session: { readonly boot: Bootstrap; readonly language: string } | null) {
  if (!session) return 'lang="en"';
  const { language } = session;
  const { theme, brand, density } = session.boot.settings;
  return [
    `lang="${language === 'ke' ? 'en-KE' : language}" data-brand="${brand}" data-density="${density}"`,
    theme === 'system' ? '' : ` data-theme="${theme}"`,
    theme === 'dark' ? ' class="bp6-dark"' : '',
  ].join('');
}

/** A document in two parts: what links to everything the first screen needs, and what that is drawn from. */
export interface DocumentParts {
  readonly head: string;
  /** @param calls JSON of the answers that the opened page begins with; null without any */
  readonly rest: (calls: string | null) => string;
}

/** The document of one request, whose head a browser can work on while the rest is made. */
export function documentParts(
  manifest: HostManifest,
  path: string,
  session: { readonly boot: Bootstrap; readonly language: string } | null,
): DocumentParts {
  const deep = session ? deepLinkOf(session, path, manifest) : signInOf(manifest);
  // English, which the others fall back to, is part of the packs.
  const ofLanguage = manifest.locales[session?.language ?? 'en'];
  const hostTexts = ofLanguage === undefined ? [] : [`/host/${ofLanguage}`];
  const packs = manifest.packs.map((name) => {
    const url = `/host/${name}`;
    return `<script defer src="${url}"${integrityOf(url)}></script>`;
  });
  const styles = manifest.styles.map((name) => `/host/${name}`);
  const app = needsPacksAlone(session, path) ? packedAppOf(manifest) : hostAppOf(manifest);
  return {
    head: [
      `<!doctype html><html ${rootAttributes(session)}><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width,initial-scale=1">',
      '<meta name="color-scheme" content="light dark"><title>Kituo</title>',
      `<link rel="icon" href="${icon}">`,
      ...styles.map(stylesheet),
      ...packs,
      ...deep.styles.map(stylesheet),
      ...[...deep.scripts, ...(session ? slotsOf(session.boot, manifest) : [])].map(moduleScript),
      ...[...hostTexts, ...deep.locales].map(preloadTexts),
      '</head><body><div id="root"></div>',
      '<noscript>Kituo needs JavaScript.</noscript>',
    ].join(''),
    rest: (calls) =>
      [
        block('kituo-app', JSON.stringify(app)),
        session ? block('kituo-boot', JSON.stringify(inlinedOf(session.boot, path))) : '',
        calls === null ? '' : block('kituo-calls', calls),
        '</body></html>',
      ].join(''),
  };
}
