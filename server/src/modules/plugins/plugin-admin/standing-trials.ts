import type { PluginOverride, SessionPlugin } from '@kituo/sdk/contracts';
import type { Settings } from '../../../config/settings.ts';

/** Longer than any session. */
const STANDING_MS = 24 * 3_600_000;

/** What `npm run dev` serves of the plugins that a session sees; what the person tries from elsewhere is left to them. */
export function standingTrials(
  { devServers = {} }: Settings,
  plugins: readonly SessionPlugin[],
  granted: readonly PluginOverride[],
): PluginOverride[] {
  const endsAt = new Date(Date.now() + STANDING_MS).toISOString();
  return plugins.flatMap(({ name: plugin }) => {
    const origin = devServers[plugin];
    if (origin === undefined || granted.some((trial) => trial.plugin === plugin)) return [];
    return [{ overrideId: `dev ${plugin}`, plugin, origin, endsAt, isStanding: true as const }];
  });
}
