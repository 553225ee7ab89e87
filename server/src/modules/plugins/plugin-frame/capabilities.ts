import type { Endpoint } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import type { RightsCache } from '../../platform/access/index.ts';
import type { OfferedPlugin, RegistryService } from '../registry/index.ts';

/** Layouts, views and personal filters of lists: of those on the plugin's own pages, see {@link ownPages}. */
const OF_ITS_LISTS: ReadonlySet<string> = new Set([
  'view.page',
  'view.save',
  'view.share',
  'view.delete',
  'view.setDefault',
  'view.saveLayout',
  'view.saveFilter',
  'view.filter',
]);

/** What every page of the kit asks for besides: options of its selects. */
const OF_THE_KIT: ReadonlySet<string> = new Set([
  'dictionary.getSelectOptionRespDtos',
  'dictionary.getEnabledNotEnabledOptionRespDtos',
  'dictionary.fetchCascadeSelectOptionInfo',
  'dictionary.label',
  'merchant.options',
  'address.getAddressList',
  'address.getAddressNameByCode',
]);

/** Of what everybody may read by being signed in: the company's own news, without a customer, for who is granted it. */
const NEWS: ReadonlySet<string> = new Set([
  'warning.page',
  'warning.causes',
  'warning.detail',
  'home.summary',
  'home.tile',
  'announcement.mine',
]);

/** Jobs that the plugin itself started: their module lets no others be seen. */
const OF_ITS_JOBS: ReadonlySet<string> = new Set(['job.page', 'job.detail', 'job.items', 'job.cancel', 'job.retry']);

/** An upload's steps, for who is granted one of these. */
const UPLOADS = ['save/attach', 'upload/attach'];
const OF_UPLOADS: ReadonlySet<string> = new Set([
  'file.token',
  'file.uploadChunk',
  'file.uploadState',
  'file.saveAttach',
  'file.uploadAttach',
]);

/** An import's steps, for who is granted `user/import/`: each asks for the code of what is imported. */
const IMPORTS = 'user/import/';
const OF_IMPORTS: ReadonlySet<string> = new Set(['import.preview', 'import.apply']);

/** Files that the console saves for the person, and of which the frame gets nothing: with the family they ask for. */
const SAVED: Readonly<Record<string, string | null>> = {
  'job.file': null,
  'import.template': IMPORTS,
  'import.failedRows': IMPORTS,
  'file.attachDownload': 'attach/download',
};

/** API families that the plugin declares and its operator granted, the narrower prefix of each pair. */
export function grantedFamilies({ manifest, grants }: OfferedPlugin): string[] {
  const declared = manifest.description.capabilities.api;
  const families = (grants.api ?? []).flatMap((granted) =>
    declared.flatMap((wanted) => {
      if (wanted.startsWith(granted)) return [wanted];
      return granted.startsWith(wanted) ? [granted] : [];
    }),
  );
  return [...new Set(families)].sort();
}

/** Whether files may be saved for it, declared and granted. */
export function maySave({ manifest, grants }: OfferedPlugin): boolean {
  return manifest.description.capabilities.download && grants.download === true;
}

/**
 * Whether an isolated plugin may have this call made. What every signed-in person may do by being signed in
 * (their sessions, their password, what is revealed to them) is never a plugin's, nor are files and streams:
 * these do not pass the masking of a reply. A file that its own export made is masked as it is written.
 */
function mayCall(endpoint: Endpoint, plugin: OfferedPlugin): boolean {
  const families = grantedFamilies(plugin);
  const isGranted = (path: string) => families.some((family) => path.startsWith(family));
  const { name } = endpoint;
  if (OF_THE_KIT.has(name) || OF_ITS_LISTS.has(name) || OF_ITS_JOBS.has(name)) return true;
  const saved = SAVED[name];
  if (saved !== undefined) return maySave(plugin) && (saved === null || isGranted(saved));
  if (OF_UPLOADS.has(name)) return UPLOADS.some(isGranted);
  if (OF_IMPORTS.has(name)) return isGranted(IMPORTS);
  if (endpoint.replyForm !== 'json' || endpoint.path.startsWith('/')) return false;
  if (endpoint.access === 'public') return false;
  if (endpoint.access === 'signedIn' && !NEWS.has(endpoint.name)) return false;
  return isGranted(endpoint.path);
}

interface Dependencies {
  readonly registry: RegistryService;
  readonly rights: RightsCache;
}

/** The isolated plugin of that name in the caller's session. @throws AppError PLUGIN_FORBIDDEN, PLUGIN_NOT_ISOLATED */
export async function isolatedPlugin(
  { registry, rights }: Dependencies,
  caller: Pick<Caller, 'userNo' | 'rightsEpoch' | 'pages'>,
  name: string,
): Promise<OfferedPlugin> {
  if (!registry.isPermitted(name, caller.pages)) throw new AppError('PLUGIN_FORBIDDEN');
  const { roles, merchants } = await rights.of(caller.userNo, caller.rightsEpoch);
  const plugin = registry.offered(name, { userNo: caller.userNo, roles, merchants });
  if (plugin === null) throw new AppError('PLUGIN_FORBIDDEN');
  if (!plugin.isIsolated) throw new AppError('PLUGIN_NOT_ISOLATED');
  return plugin;
}

/**
 * The plugin of a frame's call, `stores@1.0.0` or its name alone. A page of an earlier version goes on until it is
 * left, but not once the key that signed it was withdrawn. @throws AppError PLUGIN_FORBIDDEN
 */
export function calledBy(registry: RegistryService, from: string): string {
  const [name = '', version] = from.split('@');
  if (version !== undefined && !registry.serves(name, version)) throw new AppError('PLUGIN_FORBIDDEN');
  return name;
}

/** The operation codes that the plugin's permitted pages declare and the person holds. */
export function codesWithin({ manifest }: OfferedPlugin, caller: Pick<Caller, 'codes' | 'pages'>): Set<string> {
  const declared = manifest.description.pages
    .filter(({ path, always }) => always || caller.pages.has(path.toLowerCase()))
    .flatMap(({ codes }) => codes);
  return new Set(declared.filter((code) => caller.codes.has(code)));
}

const cutTo = (plugin: OfferedPlugin, caller: Caller): Caller => ({
  ...caller,
  isMasked: true,
  codes: codesWithin(plugin, caller),
  plugin: plugin.manifest.description.name,
});

/** The pages of the person's that are the plugin's own: lists of others keep their views to themselves. */
function ownPages({ manifest }: OfferedPlugin, { pages }: Caller): Set<string> {
  const own = manifest.description.pages.map(({ path }) => path.toLowerCase());
  return new Set(own.filter((path) => pages.has(path)));
}

/** The same for what a plugin began and goes on without it. @throws AppError as {@link isolatedPlugin} */
export async function callerWithin(dependencies: Dependencies, caller: Caller, name: string): Promise<Caller> {
  return cutTo(await isolatedPlugin(dependencies, caller, name), caller);
}

/**
 * The caller as an isolated plugin's call has them: every value masked, no code that its pages do not declare,
 * and only for what was granted. @throws AppError PLUGIN_FORBIDDEN, PLUGIN_NOT_ISOLATED, PLUGIN_NOT_GRANTED
 */
export async function callerForPlugin(
  dependencies: Dependencies,
  endpoint: Endpoint,
  caller: Caller,
  from: string,
): Promise<Caller> {
  const plugin = await isolatedPlugin(dependencies, caller, calledBy(dependencies.registry, from));
  const { name } = plugin.manifest.description;
  if (!mayCall(endpoint, plugin))
    throw new AppError('PLUGIN_NOT_GRANTED', { facts: { plugin: name, what: endpoint.path } });
  const cut = cutTo(plugin, caller);
  if (!OF_ITS_LISTS.has(endpoint.name)) return cut;
  return { ...cut, pages: ownPages(plugin, caller) };
}
