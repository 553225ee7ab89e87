import type { Endpoint } from '@kituo/sdk/contracts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/implement.ts';
import type { RightsCache } from '../access/index.ts';
import type { OfferedPlugin, RegistryService } from '../registry/index.ts';

/** What every page of the kit asks for: layouts and views of its lists, options of its selects. */
const OF_THE_KIT: ReadonlySet<string> = new Set([
  'view.page',
  'view.save',
  'view.delete',
  'view.setDefault',
  'view.saveLayout',
  'view.resetLayouts',
  'dictionary.getSelectOptionRespDtos',
  'dictionary.getEnabledNotEnabledOptionRespDtos',
  'merchant.options',
  'address.getAddressList',
  'address.getAddressNameByCode',
]);

/** Of what everybody may read by being signed in: the house's own news, without a customer, for who is granted it. */
const NEWS: ReadonlySet<string> = new Set([
  'warning.page',
  'warning.causes',
  'warning.detail',
  'home.summary',
  'home.tile',
  'announcement.mine',
]);

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

/**
 * Whether an isolated plugin may have this call made. What every signed-in person may do by being signed in
 * (their sessions, their password, what is revealed to them) is never a plugin's, nor are files and streams:
 * these do not pass the masking of a reply.
 */
function mayCall(endpoint: Endpoint, families: readonly string[]): boolean {
  if (OF_THE_KIT.has(endpoint.name)) return true;
  if (endpoint.replyForm !== 'json' || endpoint.path.startsWith('/')) return false;
  if (endpoint.access === 'public') return false;
  if (endpoint.access === 'signedIn' && !NEWS.has(endpoint.name)) return false;
  return families.some((family) => endpoint.path.startsWith(family));
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

/** The operation codes that the plugin's permitted pages declare and the person holds. */
export function codesWithin(
  { manifest }: OfferedPlugin,
  caller: Pick<Caller, 'codes' | 'pages'>,
): Set<string> {
  const declared = manifest.description.pages
    .filter(({ path, always }) => always || caller.pages.has(path.toLowerCase()))
    .flatMap(({ codes }) => codes);
  return new Set(declared.filter((code) => caller.codes.has(code)));
}

/**
 * The caller as an isolated plugin's call has them: every value masked, no code that its pages do not declare,
 * and only for what was granted. @throws AppError PLUGIN_FORBIDDEN, PLUGIN_NOT_ISOLATED, PLUGIN_NOT_GRANTED
 */
export async function callerForPlugin(
  dependencies: Dependencies,
  endpoint: Endpoint,
  caller: Caller,
  name: string,
): Promise<Caller> {
  const plugin = await isolatedPlugin(dependencies, caller, name);
  if (!mayCall(endpoint, grantedFamilies(plugin)))
    throw new AppError('PLUGIN_NOT_GRANTED', { facts: { plugin: name, what: endpoint.path } });
  return { ...caller, isMasked: true, codes: codesWithin(plugin, caller) };
}
