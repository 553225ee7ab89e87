import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { SESSION_HOURS } from '../../platform/access/index.ts';
import type { RegistryService, RegistryState } from '../registry/index.ts';

/** How often the versions on offer are noted: a process that is killed has said so this long ago at most. */
const NOTE_MS = 600_000;

interface Keeping {
  readonly db: Database;
  readonly registry: RegistryService;
  readonly log: Logger;
}

/**
 * Whoever opened a version may fetch the rest of it for as long as their session can last, on any process and over
 * restarts: takes in again what was on offer until lately, and notes what is. The result ends it.
 */
export async function keepEarlierVersions(keeping: Keeping): Promise<() => void> {
  const { registry, log } = keeping;
  const note = async (...states: readonly RegistryState[]): Promise<void> => {
    try {
      await noteOffered(keeping.db, states);
    } catch (error) {
      log.warn({ err: error }, 'the versions on offer could not be noted');
    }
  };
  await takeInAgain(keeping);
  let state = registry.state();
  await note(state);
  const stop = registry.onChange((next) => {
    // Those of the state before were on offer until now.
    void note(state, next);
    state = next;
  });
  const timer = setInterval(() => void note(state), NOTE_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    stop();
  };
}

async function takeInAgain({ db, registry, log }: Keeping): Promise<void> {
  const earlier = await db
    .selectFrom('pluginVersionOffered')
    .select(['plugin', 'pluginVersion'])
    .where('lastOfferedAt', '>', new Date(Date.now() - (SESSION_HOURS + 1) * 3_600_000))
    .orderBy('lastOfferedAt')
    .execute();
  for (const { plugin, pluginVersion } of earlier) {
    // It may have been removed from the disk meanwhile: then nobody can have it.
    const reason = await registry.keep(plugin, pluginVersion);
    if (reason !== null) log.info({ plugin, version: pluginVersion, reason }, 'version not kept');
  }
}

async function noteOffered(db: Database, states: readonly RegistryState[]): Promise<void> {
  const offered = new Map<string, { plugin: string; pluginVersion: string }>();
  for (const { plugins } of states) {
    for (const { name, version, enabled, leftOut, rollout } of plugins) {
      if (!enabled) continue;
      const versions = [
        ...(leftOut === null ? [version] : []),
        ...(rollout?.leftOut === null ? [rollout.version] : []),
      ];
      for (const each of versions) offered.set(`${name} ${each}`, { plugin: name, pluginVersion: each });
    }
  }
  if (offered.size === 0) return;
  await db
    .insertInto('pluginVersionOffered')
    .values([...offered.values()])
    .onConflict((conflict) => conflict.columns(['plugin', 'pluginVersion']).doUpdateSet({ lastOfferedAt: sql`now()` }))
    .execute();
}
