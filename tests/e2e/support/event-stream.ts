import { API_PREFIX, auth } from '@kituo/sdk/contracts';

/** Whether this is the stream over which the server pushes to a page. */
export const isEventStream = (address: string): boolean =>
  new URL(address).pathname === API_PREFIX + auth.events.path;
