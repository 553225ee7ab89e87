/** One entry of the error catalogue. `{name}` in a text is replaced by the error's fact of that name. */
export interface CatalogueEntry {
  /** The number in the reply's `code`; unique, never reused. */
  readonly code: number;
  /** The HTTP status that goes with it. */
  readonly status: number;
  readonly en: string;
  readonly zh: string;
}
