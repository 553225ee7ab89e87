import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { pluginFact, pluginFailureKind } from './plugin-health.ts';
import { registryEntry } from './registry-file.ts';
import { pluginVersion as version } from './plugin-manifest.ts';

/** The page on which operators watch sections and switch them. */
export const PLUGIN_PAGE = '/AdminContent/UserSystem/PluginManagement';
const see = { page: [PLUGIN_PAGE] } as const;
const operate = { code: ['user:section:operate'] } as const;

const plugin = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/));

/**
 * What the console saw of the sections it opened. Facts of sections or versions that the session does not
 * have are left out. `out` names versions that failed this session too often: it gets another one, if there
 * is one, with its next bootstrap.
 */
export const report = defineEndpoint({
  name: 'pluginOperate.report',
  method: 'POST',
  path: 'plugin-registry/health',
  access: 'signedIn',
  kind: 'signal',
  summary: 'Takes what a console saw of its sections: load times, bytes, failures',
  request: z.strictObject({
    facts: z.array(pluginFact).check(z.minLength(1), z.maxLength(50)),
  }),
  reply: z.object({
    accepted: z.number(),
    out: z.array(z.object({ plugin: z.string(), version: z.string() })),
  }),
});

/** How far back figures go. */
export const pluginWindow = z.enum(['HOUR', 'DAY', 'WEEK']);
export type PluginWindow = z.output<typeof pluginWindow>;

const count = z.number();
export const versionHealth = z.object({
  version: z.string(),
  /** Openings that came to something, and distinct people who opened it. */
  opens: count,
  users: count,
  /** Milliseconds, upper ends of the histogram's parts; null where nobody waited for it. */
  p50Ms: z.nullable(count),
  p95Ms: z.nullable(count),
  /** Over the line, in all. */
  bytes: count,
  failures: z.record(pluginFailureKind, count),
  failed: count,
  /** Openings and failures of each part of the window, the newest last: 5 minutes, an hour or 6 hours long. */
  opensByPart: z.array(count),
  failedByPart: z.array(count),
  /** Sessions that it was taken out of, in the window. */
  sessionsOut: count,
  /** When a rollout of it was ended automatically, ISO 8601; null where that was not. */
  trippedAt: z.nullable(z.string()),
});
export type VersionHealth = z.output<typeof versionHealth>;

export const operatedPlugin = z.object({
  name: z.string(),
  /** False for what lies in the packages and is not in the registry file. */
  isListed: z.boolean(),
  isEnabled: z.boolean(),
  version: z.nullable(z.string()),
  /** Why nobody gets it although it is enabled. */
  leftOut: z.nullable(z.string()),
  rollout: z.nullable(
    z.object({
      version: z.string(),
      percent: count,
      roles: z.array(z.string()),
      merchants: z.array(z.string()),
      leftOut: z.nullable(z.string()),
    }),
  ),
  /** Whole packages that lie there, the newest first. */
  packages: z.array(z.string()),
  /** Of the versions people have, and of others that were seen in the window. */
  health: z.array(versionHealth),
});
export type OperatedPlugin = z.output<typeof operatedPlugin>;

export const list = defineEndpoint({
  name: 'pluginOperate.list',
  method: 'GET',
  path: 'plugin-registry/list',
  access: see,
  kind: 'query',
  summary: 'Every section with its versions, rollout and how it loads',
  request: z.object({ window: z._default(pluginWindow, 'DAY') }),
  reply: z.object({
    /** Why the newest registry file is not the one in force. */
    fault: z.nullable(z.object({ reason: z.string(), line: z.nullable(count) })),
    loadedAt: z.string(),
    /** A rollout with more failures than this, of so many openings and people, goes back automatically. */
    limits: z.object({ failedPercent: count, minOpens: count, minUsers: count }),
    plugins: z.array(operatedPlugin),
  }),
});

export const history = defineEndpoint({
  name: 'pluginOperate.history',
  method: 'GET',
  path: 'plugin-registry/history',
  access: see,
  kind: 'query',
  summary: 'Who changed a section in the registry, the newest first, at most 100',
  request: z.object({ plugin }),
  reply: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      /** `enable`, `disable`, `rollout`, `promote`, `rollback`; `auto` where a rollout ended automatically; `publish 1.1.0` where a package came. */
      action: z.string(),
      before: z.nullable(registryEntry),
      after: z.nullable(registryEntry),
    }),
  ),
});

export const explainVerdict = z.enum([
  'gets it',
  /** Gets it, in the version that a rollout chooses or does not choose for them. */
  'rollout',
  'override',
  'disabled',
  'missing',
  'integrity',
  'signature',
  'incompatible',
  'breaker',
  'not permitted',
  /** The registry file cannot be read: the last good one is in force. */
  'fault',
]);
export type ExplainVerdict = z.output<typeof explainVerdict>;

/** Errors: PLUGIN_PERSON_UNKNOWN. */
export const explain = defineEndpoint({
  name: 'pluginOperate.explain',
  method: 'GET',
  path: 'plugin-registry/explain',
  access: see,
  kind: 'query',
  summary: 'Why a person gets a section, in which version, or why not',
  request: z.object({
    plugin,
    /** A login id or user name. */
    user: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  }),
  reply: z.object({ verdict: explainVerdict, sentences: z.array(z.string()) }),
});

/** What the operator saw when they decided: refused with PLUGIN_MOVED where it is something else by now. */
const seen = z.object({ version: z.nullable(z.string()), rollout: z.nullable(z.string()) });
const changed = z.object({ changed: z.boolean(), version: z.nullable(z.string()) });

/** Errors of all four: PLUGIN_MOVED, PLUGIN_CHANGE_REFUSED (facts `reason`). */
export const turn = defineEndpoint({
  name: 'pluginOperate.turn',
  method: 'POST',
  path: 'plugin-registry/turn',
  access: operate,
  kind: 'command',
  summary: 'Switches a section on or off',
  request: z.strictObject({ plugin, seen, isEnabled: z.boolean() }),
  reply: changed,
});

export const rollOut = defineEndpoint({
  name: 'pluginOperate.rollOut',
  method: 'POST',
  path: 'plugin-registry/roll-out',
  access: operate,
  kind: 'command',
  summary: 'Gives a version of a section to some: a share, of roles and merchants',
  request: z.strictObject({
    plugin,
    seen,
    version,
    percent: z.number().check(z.minimum(0), z.maximum(100)),
    roles: z._default(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(50)), []),
    merchants: z._default(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(50)), []),
  }),
  reply: changed,
});

export const promote = defineEndpoint({
  name: 'pluginOperate.promote',
  method: 'POST',
  path: 'plugin-registry/promote',
  access: operate,
  kind: 'command',
  summary: 'Gives everybody the version that is rolled out',
  request: z.strictObject({ plugin, seen }),
  reply: changed,
});

export const rollBack = defineEndpoint({
  name: 'pluginOperate.rollBack',
  method: 'POST',
  path: 'plugin-registry/roll-back',
  access: operate,
  kind: 'command',
  summary: 'Ends a rollout, or takes everybody back to the version they had before',
  request: z.strictObject({ plugin, seen }),
  reply: changed,
});
