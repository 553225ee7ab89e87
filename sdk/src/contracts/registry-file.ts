import * as z from 'zod/mini';

/** `registry/registry.json`: the file that operators edit. */
export const registryFile = z.strictObject({
  $schema: z.optional(z.string()),
  plugins: z.record(
    z.string(),
    z.strictObject({
      enabled: z.boolean(),
      /** The version everyone gets: a folder below `registry/packages/<plugin>/`. */
      version: z.string(),
      rollout: z.optional(
        z.strictObject({
          version: z.string(),
          percent: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
          roles: z.optional(z.array(z.string())),
          merchants: z.optional(z.array(z.string())),
        }),
      ),
    }),
  ),
});
export type RegistryFile = z.output<typeof registryFile>;
