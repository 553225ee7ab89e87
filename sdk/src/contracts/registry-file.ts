import * as z from 'zod/mini';

/** A plugin's entry: whether it runs, in which version, and which version some get in its place. */
export const registryEntry = z.strictObject({
  enabled: z.boolean(),
  /** The version everyone gets: a folder below `registry/packages/<plugin>/`. */
  version: z.string(),
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

/** `registry/registry.json`: the file that operators edit. */
export const registryFile = z.strictObject({
  $schema: z.optional(z.string()),
  plugins: z.record(z.string(), registryEntry),
});
export type RegistryFile = z.output<typeof registryFile>;
