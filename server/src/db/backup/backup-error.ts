/** A refusal that a person reads as it is. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
