import * as z from 'zod/mini';

/** A plugin that a developer tries from their own machine, in one session and for a time. */
export const pluginOverride = z.object({
  overrideId: z.string(),
  plugin: z.string(),
  /** Scheme, host and port of the dev server: `http://localhost:4400`. */
  origin: z.string(),
  /** ISO 8601. From then on the registry's own version is back. */
  endsAt: z.string(),
  /** True where nobody had to grant it: the console runs by `npm run dev`, which serves every plugin. */
  isStanding: z.optional(z.literal(true)),
});
export type PluginOverride = z.output<typeof pluginOverride>;
