/** A page of a section that does not run. */
export interface OffPage {
  readonly path: string;
  readonly plugin: string;
  readonly version: string;
}
