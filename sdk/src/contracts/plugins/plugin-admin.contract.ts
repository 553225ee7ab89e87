import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { pluginDescription } from './plugin-manifest.ts';
import { pluginOverride } from './plugin-override.ts';

/** The most that a package (`.tar.gz`) may weigh, bytes. More is refused before any of it is read. */
export const PACKAGE_MAX_BYTES = 10_000_000;
/** The content type under which a package is sent as it is. */
export const PACKAGE_CONTENT_TYPE = 'application/gzip';

/**
 * Proves a publisher's key: `<publisher>.<key id>.<milliseconds since 1970>.<SHA-256 of the body, base64url>.<signature,
 * base64url>`. The ed25519 signature is over `publishProofText` of the parts before it; it holds for five minutes.
 */
export const PUBLISH_PROOF_HEADER = 'kituo-publisher';
export const PUBLISH_PROOF_MS = 300_000;

/** What a publisher signs to send a package with a key instead of a session. */
export function publishProofText(publisher: string, keyId: string, sentAt: number, bodyHash: string): string {
  return `kituo publish 1\n${publisher}\n${keyId}\n${sentAt}\n${bodyHash}\n`;
}

const published = z.object({
  name: z.string(),
  version: z.string(),
  publisher: z.string(),
  isFirstParty: z.boolean(),
  /** False where the same package was there already: nothing was changed. */
  isNew: z.boolean(),
});

/**
 * Takes a package in: the body is the `.tar.gz` itself, content type `application/gzip`. Everything in it is
 * verified first; nobody gets it by that. Errors: PLUGIN_PACKAGE_TOO_LARGE, PLUGIN_PACKAGE_REFUSED (facts `reason`,
 * `what`, `mend`), PLUGIN_VERSION_EXISTS, PLUGIN_PACKAGE_BROKEN_OFF.
 */
export const publish = defineEndpoint({
  name: 'pluginAdmin.publish',
  method: 'POST',
  path: 'plugin-registry/publish',
  access: { code: ['operation:plugin:publish'] },
  kind: 'signal',
  summary: 'Takes a plugin’s package in, once everything in it was verified',
  request: z.object({}),
  reply: published,
});

/** The same for a publisher's own key: the header `kituo-publisher` takes the place of a session. Besides: PLUGIN_PUBLISHER_KEY. */
export const publishWithKey = defineEndpoint({
  name: 'pluginAdmin.publishWithKey',
  method: 'POST',
  path: 'noAuth/plugin-registry/publish',
  access: 'public',
  kind: 'signal',
  summary: 'Takes a plugin’s package in from who holds its publisher’s key',
  request: z.object({}),
  reply: published,
});

const origin = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const plugin = pluginDescription.shape.name;

/** A page that a plugin under trial offers. */
const trialPage = z.strictObject({
  name: z.string().check(z.maxLength(64)),
  path: z.string().check(z.regex(/^\/AdminContent(\/[A-Za-z][A-Za-z0-9]{0,63}){1,2}$/)),
});

/**
 * Grants a trial: signed, for this session, plugin and origin alone, 60 minutes. A trial of the same plugin ends by it.
 * The next document of the session may load from that origin. Errors: PLUGIN_OVERRIDE_ORIGIN, PLUGIN_OVERRIDE_MANY.
 */
export const grantOverride = defineEndpoint({
  name: 'pluginAdmin.grantOverride',
  method: 'POST',
  path: 'plugin-override/grant',
  access: { code: ['operation:plugin:develop'] },
  kind: 'command',
  summary: 'Lets a developer try a plugin of their own machine in this session',
  request: z.strictObject({ plugin, origin }),
  reply: pluginOverride,
});

/**
 * Which pages of a plugin on trial this session may open: those of the registry that it holds, and those that nobody
 * else offers. Errors: PLUGIN_OVERRIDE_PATH, PLUGIN_FORBIDDEN where none is left or the trial is over.
 */
export const overridePages = defineEndpoint({
  name: 'pluginAdmin.overridePages',
  method: 'POST',
  path: 'plugin-override/pages',
  access: { code: ['operation:plugin:develop'] },
  kind: 'query',
  summary: 'Which pages of a plugin on trial this session may open',
  request: z.strictObject({
    plugin,
    pages: z.array(trialPage).check(z.minLength(1), z.maxLength(50)),
  }),
  reply: z.object({ paths: z.array(z.string()) }),
});

export const endOverride = defineEndpoint({
  name: 'pluginAdmin.endOverride',
  method: 'POST',
  path: 'plugin-override/end',
  access: { code: ['operation:plugin:develop'] },
  kind: 'command',
  summary: 'Ends this session’s trials: one plugin’s, or all',
  request: z.strictObject({ plugin: z.optional(plugin) }),
  reply: z.object({ ended: z.number() }),
});
