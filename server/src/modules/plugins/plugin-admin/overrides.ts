import type { ParsedRequestOf, pluginAdmin, PluginOverride } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { readClaims, serverSecret, signClaims } from '../../platform/vault/index.ts';
import { trialOrigin } from './trial-origin.ts';

const PURPOSE = 'plugin-override';
const TRIAL_MS = 3_600_000;
/** Each is an address more that the document may load scripts from. */
const MAX_AT_ONCE = 5;

const grantClaims = z.strictObject({
  userNo: z.string(),
  sessionId: z.string(),
  plugin: z.string(),
  origin: z.string(),
  /** Milliseconds since 1970. */
  endsAt: z.number(),
});

/** Grants a trial to this session. One of the same plugin ends by it. */
export async function grantOverride(
  { plugin, origin: address }: ParsedRequestOf<typeof pluginAdmin.grantOverride>,
  call: CommandCall,
): Promise<PluginOverride> {
  const { caller, tx, services } = call;
  const { userNo, sessionId } = caller;
  const origin = trialOrigin(address, services.settings.trialOrigins);
  await end(tx, { sessionId, plugin });
  const others = await readOverrides(tx, { sessionId });
  if (others.length >= MAX_AT_ONCE) throw new AppError('PLUGIN_OVERRIDE_MANY', { facts: { max: MAX_AT_ONCE } });
  const endsAt = new Date(Date.now() + TRIAL_MS);
  const claims = { userNo, sessionId, plugin, origin, endsAt: endsAt.getTime() };
  const { overrideId } = await tx
    .insertInto('pluginOverride')
    .values({
      userNo,
      sessionId,
      plugin,
      origin,
      endsAt,
      grantClaims: signClaims(await serverSecret(tx, PURPOSE), claims),
    })
    .returning('overrideId')
    .executeTakeFirstOrThrow();
  const granted = { overrideId, plugin, origin, endsAt: endsAt.toISOString() };
  await writeAudit(tx, call, {
    action: 'operation:plugin:develop',
    subjectType: 'plugin',
    subjectNo: plugin,
    after: granted,
  });
  return granted;
}

export async function endOverrides(
  { plugin }: ParsedRequestOf<typeof pluginAdmin.endOverride>,
  call: CommandCall,
): Promise<{ ended: number }> {
  const { caller, tx } = call;
  const { sessionId } = caller;
  const ended = await end(tx, { sessionId, ...(plugin !== undefined && { plugin }) });
  await writeAudit(
    tx,
    call,
    ended.length === 0
      ? {
          action: 'operation:plugin:develop',
          subjectType: 'user',
          subjectNo: caller.userNo,
          after: { ended: 0 },
        }
      : ended.map((each) => ({
          action: 'operation:plugin:develop',
          subjectType: 'plugin',
          subjectNo: each.plugin,
          before: { overrideId: each.overrideId, origin: each.origin },
          after: { ended: true },
        })),
  );
  return { ended: ended.length };
}

async function end(tx: Queryable, { sessionId, plugin }: { readonly sessionId: string; readonly plugin?: string }) {
  return await tx
    .updateTable('pluginOverride')
    .set({ endedAt: new Date() })
    .where('sessionId', '=', sessionId)
    .where('endedAt', 'is', null)
    .$if(plugin !== undefined, (query) => query.where('plugin', '=', plugin ?? ''))
    .returning(['overrideId', 'plugin', 'origin'])
    .execute();
}

/**
 * The trials that hold now, of a session or of a person's sessions. A row that says anything else than the server
 * signed for counts for nothing.
 */
export async function readOverrides(
  db: Queryable,
  whose: { readonly sessionId: string } | { readonly userNo: string },
): Promise<PluginOverride[]> {
  const now = new Date();
  const rows = await db
    .selectFrom('pluginOverride')
    .select(['overrideId', 'userNo', 'sessionId', 'plugin', 'origin', 'grantClaims', 'endsAt'])
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now)
    .$if('sessionId' in whose, (query) => query.where('sessionId', '=', 'sessionId' in whose ? whose.sessionId : ''))
    .$if('userNo' in whose, (query) => query.where('userNo', '=', 'userNo' in whose ? whose.userNo : ''))
    .orderBy('grantedAt')
    .execute();
  if (rows.length === 0) return [];
  const key = await serverSecret(db, PURPOSE);
  return rows.flatMap((row) => {
    const claims = grantClaims.safeParse(readClaims(key, row.grantClaims)).data;
    const isSigned =
      claims?.userNo === row.userNo &&
      claims.sessionId === row.sessionId &&
      claims.plugin === row.plugin &&
      claims.origin === row.origin &&
      claims.endsAt === row.endsAt.getTime();
    if (!isSigned) return [];
    const { overrideId, plugin, origin } = row;
    return [{ overrideId, plugin, origin, endsAt: row.endsAt.toISOString() }];
  });
}

/**
 * Which of these paths a trial of the plugin opens: a page of the registry only where the person holds it, a page that
 * is new wherever nobody else offers it.
 * @throws AppError PLUGIN_OVERRIDE_PATH
 */
export async function pathsOnTrial(
  registry: Call['services']['registry'],
  held: ReadonlySet<string>,
  { plugin, paths }: { readonly plugin: string; readonly paths: readonly string[] },
): Promise<string[]> {
  const offered = registry.offeredPages();
  const off = await registry.offPages();
  return paths.filter((path) => {
    const key = path.toLowerCase();
    const known = offered.get(key) ?? off.get(key);
    if (known === undefined) return true;
    if (known.plugin !== plugin) throw new AppError('PLUGIN_OVERRIDE_PATH', { facts: { path, plugin: known.plugin } });
    return held.has(key) || offered.get(key)?.always === true;
  });
}

/** Which pages of a plugin on trial the session may open. What such a page reads is decided call by call, as ever. */
export async function pagesOnTrial(
  { plugin, pages }: ParsedRequestOf<typeof pluginAdmin.overridePages>,
  { caller, db, services }: Call,
): Promise<{ paths: string[] }> {
  const trials = await readOverrides(db, { sessionId: caller.sessionId });
  const isOnTrial = trials.some((trial) => trial.plugin === plugin);
  const paths = await pathsOnTrial(services.registry, caller.pages, { plugin, paths: pages.map(({ path }) => path) });
  if (!isOnTrial || paths.length === 0) throw new AppError('PLUGIN_FORBIDDEN');
  return { paths };
}
