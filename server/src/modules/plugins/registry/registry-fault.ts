/** Why a registry file or one of its packages cannot be taken in. */
export class RegistryFault extends Error {
  override readonly name = 'RegistryFault';
  /** The file that has to be fixed. */
  readonly path: string;
  /** The line in it, counted from 1; null where there is none to name. */
  readonly line: number | null;

  constructor(reason: string, path: string, line: number | null = null) {
    super(reason);
    this.path = path;
    this.line = line;
  }
}
