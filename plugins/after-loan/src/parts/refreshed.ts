/** The part of a list that its actions read again. */
export interface Refreshed {
  refresh(): void;
}
