import { SettingsError } from '../../server/src/config/settings.ts';
import { FolderHeldError } from '../../server/src/db/embedded.ts';
import { VaultKeyError } from '../../server/src/modules/platform/vault/index.ts';
import { BuildError } from '../build/build-error.ts';
import { StartError } from './ports.ts';

/** The sentences of the errors that a person can fix; the whole trace of the others. */
export function tellError(error: unknown): void {
  const isForPeople =
    error instanceof SettingsError ||
    error instanceof VaultKeyError ||
    error instanceof StartError ||
    error instanceof FolderHeldError ||
    error instanceof BuildError;
  if (isForPeople) console.error(error.message);
  else console.error('Kituo could not start:', error);
}
