import { pluginManifest, type PluginOverride } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import type { Services } from '../../../services.ts';
import { pathsOnTrial, readOverrides, trialService } from '../plugin-admin/index.ts';
import type { OfferedPlugin } from '../registry/index.ts';
import { askService } from './ask-service.ts';

/** A developer's machine answers with what it built already. */
const MANIFEST_SECONDS = 5;

/** What a dev server says of the plugin that it serves; `service` where `kituo-plugin dev --service` named one. */
const devPlugin = z.object({ manifest: pluginManifest, service: z.optional(z.string()) });

/** A plugin that a session tries from a developer's machine, as its calls are judged. */
export interface PluginOnTrial {
  readonly trial: PluginOverride;
  readonly plugin: OfferedPlugin;
  /** The person with the pages that the trial opens to them, and no others. */
  readonly caller: Caller;
}

/**
 * The plugin as this session tries it, null where it does not. Routes, pages and codes are those of the newest build,
 * which the dev server is asked for: what is saved there counts with the next call. Everything else is as with an
 * installed plugin.
 * @throws AppError PLUGIN_OVERRIDE_SERVICE, PLUGIN_OVERRIDE_PATH, PLUGIN_BACKEND_FAILED, PLUGIN_BACKEND_SLOW
 */
export async function pluginOnTrial(
  { db, services }: { readonly db: Database; readonly services: Services },
  caller: Caller,
  name: string,
): Promise<PluginOnTrial | null> {
  if (!caller.codes.has('operation:plugin:develop')) return null;
  const trials = await readOverrides(db, { sessionId: caller.sessionId });
  const trial = trials.find(({ plugin }) => plugin === name);
  if (trial === undefined) return null;
  const answer = await askService({
    plugin: name,
    address: new URL('/plugin.json', trial.origin),
    method: 'GET',
    headers: { accept: 'application/json' },
    body: null,
    timeoutSeconds: MANIFEST_SECONDS,
  });
  const dev = devPlugin.safeParse('data' in answer ? answer.data : null).data;
  if (dev?.manifest.description.name !== name)
    throw new AppError('PLUGIN_BACKEND_FAILED', { facts: { plugin: name, reason: 'plugin.json' } });
  const { manifest, service } = dev;
  const { description } = manifest;
  const paths = description.pages.map(({ path }) => path);
  const opened = await pathsOnTrial(services.registry, caller.pages, { plugin: name, paths });
  const { trialOrigins } = services.settings;
  const { roles, merchants } = await services.rights.of(caller.userNo, caller.rightsEpoch);
  const installed = services.registry.offered(name, { userNo: caller.userNo, roles, merchants });
  return {
    trial,
    plugin: {
      // A page that everybody has is decided by the registry, not by whoever writes the plugin.
      manifest: {
        ...manifest,
        description: { ...description, pages: description.pages.map((page) => ({ ...page, always: false })) },
      },
      isIsolated: installed?.isIsolated ?? true,
      grants: service === undefined ? {} : { backend: trialService(service, trial.origin, trialOrigins) },
    },
    caller: { ...caller, pages: new Set(opened.map((path) => path.toLowerCase())) },
  };
}
