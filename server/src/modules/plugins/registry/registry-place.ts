export interface RegistryPlace {
  /** The path of `registry.json`. */
  readonly file: string;
  readonly packagesDir: string;
  /** The version of `@kituo/sdk` that the host offers. */
  readonly sdkVersion: string;
  /** Where publishers' keys are: packages of others than the company have to be signed. Absent: nobody else publishes here. */
  readonly publishersDir?: string | undefined;
}
