import * as z from 'zod/mini';

/**
 * Why a section did not show: the kinds of a failed load, and `render` where its page threw while it was
 * drawn. `incompatible` is also a page that the package lacks.
 */
export const pluginFailureKind = z.enum([
  'http',
  'network',
  'timeout',
  'integrity',
  'evaluation',
  'incompatible',
  'render',
]);
export type PluginFailureKind = z.output<typeof pluginFailureKind>;

/** Loads longer than this have failed, milliseconds. */
export const LOAD_LIMIT_MS = 120_000;

const plugin = z.string().check(z.minLength(1), z.maxLength(40));
const version = z.string().check(z.minLength(1), z.maxLength(40));

/** What one opening of a page came to. */
export const pluginFact = z.union([
  z.strictObject({
    plugin,
    version,
    kind: z.literal('open'),
    /** How long the person waited for it, milliseconds; absent where it had been loaded before. */
    ms: z.optional(z.int().check(z.minimum(0), z.maximum(LOAD_LIMIT_MS))),
    /** What came over the line for it; 0 from the browser's cache. */
    bytes: z.optional(z.int().check(z.minimum(0), z.maximum(100_000_000))),
  }),
  z.strictObject({ plugin, version, kind: pluginFailureKind }),
]);
export type PluginFact = z.output<typeof pluginFact>;
