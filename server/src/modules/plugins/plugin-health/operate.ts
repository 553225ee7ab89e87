import type { ParsedRequestOf, pluginOperate } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import {
  promote,
  readRegistryFile,
  RegistryFault,
  rollBack,
  rollOut,
  switchPlugin,
  type EditedBy,
  type HistoryLine,
  type RegistryEntry,
} from '../registry/index.ts';

type Seen = ParsedRequestOf<typeof pluginOperate.promote>['seen'];
interface Change {
  readonly plugin: string;
  readonly seen: Seen;
  readonly what: string;
}

/**
 * Changes the registry file as an operator and says so in the audit log. The file is written last: what the
 * database refuses leaves it as it was. Throws PLUGIN_MOVED; PLUGIN_CHANGE_REFUSED with the reason.
 */
async function change(
  call: CommandCall,
  { plugin, seen, what }: Change,
  edit: (edited: EditedBy) => Promise<unknown>,
): Promise<{ changed: boolean; version: string | null }> {
  const { place } = call.services.registry;
  const check = (entry: RegistryEntry | null): void => {
    const now = { version: entry?.version ?? null, rollout: entry?.rollout?.version ?? null };
    if (now.version !== seen.version || now.rollout !== seen.rollout)
      throw new AppError('PLUGIN_MOVED', { facts: { plugin } });
  };
  const entryNow = async () => (await readRegistryFile(place.file)).plugins[plugin] ?? null;
  try {
    check(await entryNow());
    const record = async ({ before, after }: HistoryLine) =>
      writeAudit(call.tx, call, {
        action: `user:section:${what}`,
        subjectType: 'plugin',
        subjectNo: plugin,
        before,
        after,
      });
    const answer = await edit({ by: call.caller.userName, check, record });
    // What the page reads next is what was just done.
    await call.services.registry.takeIn();
    return { changed: answer !== false, version: (await entryNow())?.version ?? null };
  } catch (fault) {
    if (!(fault instanceof RegistryFault)) throw fault;
    throw new AppError('PLUGIN_CHANGE_REFUSED', { facts: { reason: fault.message } });
  }
}

export async function turn({ plugin, seen, isEnabled }: ParsedRequestOf<typeof pluginOperate.turn>, call: CommandCall) {
  const what = isEnabled ? 'enable' : 'disable';
  return await change(call, { plugin, seen, what }, async (edited) =>
    switchPlugin(call.services.registry.place, plugin, isEnabled, edited),
  );
}

export async function startRollout(
  { plugin, seen, ...wanted }: ParsedRequestOf<typeof pluginOperate.rollOut>,
  call: CommandCall,
) {
  const { version, percent, roles, merchants } = wanted;
  const rollout = {
    version,
    percent,
    ...(roles.length > 0 && { roles }),
    ...(merchants.length > 0 && { merchants }),
  };
  return await change(call, { plugin, seen, what: 'rollout' }, async (edited) =>
    rollOut(call.services.registry.place, plugin, rollout, edited),
  );
}

export async function promoteRollout(
  { plugin, seen }: ParsedRequestOf<typeof pluginOperate.promote>,
  call: CommandCall,
) {
  return await change(call, { plugin, seen, what: 'promote' }, async (edited) =>
    promote(call.services.registry.place, plugin, edited),
  );
}

export async function takeBack({ plugin, seen }: ParsedRequestOf<typeof pluginOperate.rollBack>, call: CommandCall) {
  return await change(call, { plugin, seen, what: 'rollback' }, async (edited) =>
    rollBack(call.services.registry.place, plugin, edited),
  );
}
