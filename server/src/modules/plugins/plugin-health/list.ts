import { readdir } from 'node:fs/promises';
import type { pluginOperate } from '@kituo/sdk/contracts';
import type { Call } from '../../../http/implement.ts';
import { byVersion, versionsOf, type RegistryState } from '../registry/index.ts';
import { readLimits } from './judge.ts';
import { noHealth, readHealth } from './read.ts';

/** Beside the versions that people have: enough to go back to. */
const MAX_PACKAGES = 20;

export async function listPlugins(window: pluginOperate.PluginWindow, call: Call) {
  const { registry } = call.services;
  const state = registry.state();
  const { packagesDir } = registry.place;
  const [health, limits, folders] = await Promise.all([
    readHealth(call.db, window),
    // A broken file is told by `fault`; its limits are those of the company meanwhile.
    readLimits(registry.place).catch(() => ({ failedPercent: 20, minOpens: 20, minUsers: 3 })),
    readdir(packagesDir).catch(() => []),
  ]);
  const listed = new Map(state.plugins.map((plugin) => [plugin.name, plugin]));
  const names = [...new Set([...listed.keys(), ...folders])].sort();
  const plugins = await Promise.all(
    names.map(async (name): Promise<pluginOperate.OperatedPlugin> => {
      const versions = await versionsOf(registry.place, name);
      const packages = versions.reverse().slice(0, MAX_PACKAGES);
      const entry = listed.get(name);
      const shown = versionsShown(entry, name, health);
      return {
        ...entryOf(name, entry),
        packages,
        health: shown.map((v) => health.get(`${name} ${v}`) ?? noHealth(v, window)),
      };
    }),
  );
  return {
    fault: state.fault,
    loadedAt: state.loadedAt.toISOString(),
    limits,
    plugins: plugins.filter(({ isListed, packages }) => isListed || packages.length > 0),
  };
}

type Entry = RegistryState['plugins'][number] | undefined;

function entryOf(name: string, entry: Entry) {
  const rollout = entry?.rollout;
  return {
    name,
    isListed: entry !== undefined,
    isEnabled: entry?.enabled ?? false,
    version: entry?.version ?? null,
    leftOut: entry?.leftOut ?? null,
    rollout: rollout
      ? {
          version: rollout.version,
          percent: rollout.percent ?? 100,
          roles: rollout.roles ?? [],
          merchants: rollout.merchants ?? [],
          leftOut: rollout.leftOut,
        }
      : null,
  };
}

/** What everybody has, then what some have, then what else was seen. */
function versionsShown(entry: Entry, name: string, health: ReadonlyMap<string, unknown>): string[] {
  const seen = [...health.keys()]
    .filter((key) => key.startsWith(`${name} `))
    .map((key) => key.slice(name.length + 1))
    .sort((one, other) => byVersion(other, one));
  const given = [entry?.version, entry?.rollout?.version].filter((each) => each !== undefined);
  return [...new Set([...given, ...seen])].slice(0, MAX_PACKAGES);
}
