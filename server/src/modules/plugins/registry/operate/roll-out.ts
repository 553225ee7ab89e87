import type { Rollout } from '../rollout.ts';
import type { RegistryPlace } from '../registry-place.ts';
import { RegistryFault } from '../registry-fault.ts';
import { editEntry, type EditedBy, type RegistryEntry } from './edit-registry.ts';
import { readRegistryHistory } from './history.ts';
import { verifyChange } from './verify-change.ts';

/**
 * Gives a version to some: the named roles and merchants, and of those a share. Every file of it is verified
 * first. @throws RegistryFault
 */
export async function rollOut(
  place: RegistryPlace,
  plugin: string,
  rollout: Rollout,
  edited: EditedBy = {},
): Promise<boolean> {
  const fault = (reason: string) => new RegistryFault(`${plugin}: ${reason}`, place.file);
  const rolled = async (entry: RegistryEntry) => {
    if (rollout.version === entry.version) throw fault(`${rollout.version} is what everybody has already`);
    await verifyChange(place, plugin, rollout.version);
    return { ...entry, rollout };
  };
  const edit = { ...edited, action: 'rollout', plugin };
  return await editEntry(place, edit, rolled, async () => {
    await verifyChange(place, plugin, rollout.version);
    // A rollout gives some another version than everybody has, and here nobody has any.
    throw fault(`nobody has it yet; switch it on first: npm run registry -- enable ${plugin}`);
  });
}

/** Gives everybody the version that is being rolled out. @throws RegistryFault */
export async function promote(place: RegistryPlace, plugin: string, edited: EditedBy = {}): Promise<string> {
  let promoted = '';
  await editEntry(place, { ...edited, action: 'promote', plugin }, async ({ rollout, ...entry }) => {
    if (rollout === undefined) throw new RegistryFault(`${plugin}: nothing is being rolled out`, place.file);
    promoted = rollout.version;
    await verifyChange(place, plugin, promoted);
    return { ...entry, version: promoted };
  });
  return promoted;
}

/**
 * Ends a rollout, or where there is none takes everybody back to the version they had before.
 * @returns the version that everybody has now. @throws RegistryFault
 */
export async function rollBack(place: RegistryPlace, plugin: string, edited: EditedBy = {}): Promise<string> {
  let version = '';
  await editEntry(place, { ...edited, action: 'rollback', plugin }, async ({ rollout, ...entry }) => {
    version = rollout ? entry.version : await versionBefore(place, plugin, entry);
    if (!rollout) await verifyChange(place, plugin, version);
    return { ...entry, version };
  });
  return version;
}

/**
 * Ends the rollout of a version that keeps failing, as long as it is the one that is rolled out.
 * @returns whether it was.
 */
export async function endRollout(place: RegistryPlace, plugin: string, version: string): Promise<boolean> {
  const edit = { action: 'auto', plugin, by: 'kituo' };
  return await editEntry(place, edit, async ({ rollout, ...entry }) => (rollout?.version === version ? entry : null));
}

/** The version that everybody had before the one they have; a rollback is not gone back to. */
async function versionBefore(place: RegistryPlace, plugin: string, { version }: RegistryEntry): Promise<string> {
  const history = await readRegistryHistory(place, plugin);
  const moved = history.findLast(
    ({ action, before, after }) => action !== 'rollback' && after?.version === version && before?.version !== version,
  );
  if (!moved?.before)
    throw new RegistryFault(
      `${plugin}: no earlier version than ${version} is known; name one: rollout ${plugin} <version>`,
      place.file,
    );
  return moved.before.version;
}

/** `1.5.0 for 20% of R-005 at M0001`. */
export function rolloutInWords({ version, percent = 100, roles, merchants }: Rollout): string {
  const whom = roles?.length ? roles.join(', ') : 'everyone';
  const where = merchants?.length ? ` at ${merchants.join(', ')}` : '';
  return `${version} for ${percent}% of ${whom}${where}`;
}
