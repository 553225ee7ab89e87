import * as z from 'zod/mini';

/** What an operator allows a plugin of somebody else's; nothing is allowed that is not named. */
export const pluginGrants = z.strictObject({
  /** API families as path prefixes, of those the plugin declares: `user/`, `transferApply/`. */
  api: z.optional(z.array(z.string().check(z.regex(/^[A-Za-z][\w-]*\/[\w/-]*$/)))),
  clipboard: z.optional(z.boolean()),
  download: z.optional(z.boolean()),
  /** Where its own service listens; without it, its routes answer that none is connected. */
  backend: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/))),
});
export type PluginGrants = z.output<typeof pluginGrants>;

/** A plugin's entry: whether it runs, in which version, and which version some get in its place. */
export const registryEntry = z.strictObject({
  enabled: z.boolean(),
  /** The version everyone gets: a folder below `registry/packages/<plugin>/`. */
  version: z.string(),
  grants: z.optional(pluginGrants),
  rollout: z.optional(
    z.strictObject({
      version: z.string(),
      /** Of those whom roles and merchants name; 100 unless said otherwise. */
      percent: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
      /** Numbers or names of roles; everybody's where none is named. */
      roles: z.optional(z.array(z.string())),
      merchants: z.optional(z.array(z.string())),
    }),
  ),
});

/** When a rollout goes back automatically: more failed openings than this, of at least so many by so many people. */
export const rolloutLimits = z.strictObject({
  failedPercent: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
  minOpens: z.optional(z.int().check(z.minimum(1))),
  /** Distinct people for whom it failed: no single browser ends a rollout unless this is 1. */
  minUsers: z.optional(z.int().check(z.minimum(1))),
});

/** `registry/registry.json`: the file that operators edit. */
export const registryFile = z.strictObject({
  $schema: z.optional(z.string()),
  limits: z.optional(rolloutLimits),
  plugins: z.record(z.string(), registryEntry),
});
export type RegistryFile = z.output<typeof registryFile>;
