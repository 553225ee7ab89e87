import type { Call } from '../http/implement.ts';

/** Who reads, and where from: what a list's scope is cut by. */
export type Reader = Pick<Call, 'db' | 'caller'>;

/** What filters and rows of a list may know of the call, or of the job, that reads it. */
export type Reading = Pick<Call, 'db' | 'caller' | 'lang' | 'services'> & {
  /** Set for a filter by a value that the person sees masked: no part of it is found. */
  readonly isExact?: boolean;
};
