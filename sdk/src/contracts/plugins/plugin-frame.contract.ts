import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';

/** What the host needs to open an isolated plugin's frame. */
export const frameTicket = z.object({
  /** Where the plugin's files are, for its frame; holds for 15 minutes, for this session, plugin and version. */
  address: z.string(),
  version: z.string(),
  /** API families that are both declared and granted, as path prefixes. */
  api: z.array(z.string()),
  clipboard: z.boolean(),
  download: z.boolean(),
  /** Operation codes of its pages that the person holds. */
  codes: z.array(z.string()),
});
export type FrameTicket = z.output<typeof frameTicket>;

export const open = defineEndpoint({
  name: 'pluginFrame.open',
  method: 'POST',
  path: 'plugin/frame/open',
  access: 'signedIn',
  kind: 'signal',
  summary: 'A short-lived address of the files of one isolated plugin of the session, for its frame',
  request: z.object({ plugin: z.string().check(z.maxLength(40)) }),
  reply: frameTicket,
});
