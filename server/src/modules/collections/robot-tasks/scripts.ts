import type { aiTask, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Vendor } from './vendor-port.ts';

/** The vendor is asked for its scripts this often. */
const EVERY_MS = 10 * 60_000;

/** Keeps the scripts that the vendor offers, by name. Those it no longer offers keep their names for older tasks. */
export async function keepScripts({ db, robot, log }: Vendor, now: Date): Promise<void> {
  if (!robot) return;
  const { seenAt } = await db
    .selectFrom('aiScript')
    .select((eb) => eb.fn.max('seenAt').as('seenAt'))
    .executeTakeFirstOrThrow();
  if (seenAt !== null && now.getTime() - seenAt.getTime() < EVERY_MS) return;
  try {
    const scripts = await robot.scripts();
    if (scripts.length === 0) return;
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('aiScript')
        .values(
          scripts.map(({ languages, variables, ...one }) => ({
            ...one,
            languages: [...languages],
            variables: variables && [...variables],
            seenAt: now,
          })),
        )
        .onConflict((conflict) =>
          conflict.column('scriptCode').doUpdateSet((eb) => ({
            scriptName: eb.ref('excluded.scriptName'),
            languages: eb.ref('excluded.languages'),
            variables: eb.ref('excluded.variables'),
            isOffered: true,
            seenAt: now,
          })),
        )
        .execute();
      const codes = scripts.map(({ scriptCode }) => scriptCode);
      await tx
        .updateTable('aiScript')
        .set({ isOffered: false })
        .where(sql<boolean>`not script_code = any(${codes}::text[])`)
        .execute();
    });
  } catch (error) {
    log.info({ err: error }, 'the vendor did not say which scripts it has');
  }
}

/** What a new task may say, by name. */
export async function readScripts(db: Queryable): Promise<ReplyOf<typeof aiTask.scriptList>> {
  return await db
    .selectFrom('aiScript')
    .select(['scriptCode', 'scriptName', 'languages'])
    .where('isOffered', '=', true)
    .orderBy('scriptName')
    .orderBy('scriptCode')
    .execute();
}

/** Where the vendor said what it offers, nothing else is sent. @throws AppError ROBOT_SCRIPT_UNKNOWN */
export async function refuseUnknownScript(tx: Tx, scriptCode: string): Promise<void> {
  const offered = await readScripts(tx);
  if (offered.length === 0 || offered.some((one) => one.scriptCode === scriptCode)) return;
  throw new AppError('ROBOT_SCRIPT_UNKNOWN', { fields: ['scriptCode'] });
}

/** What a script calls the amount that is owed. */
const AMOUNT = 'totalDue';

/**
 * A call for several bills says what they owe together: a script of which the vendor told that it does not is no such call’s.
 * @throws AppError ROBOT_SCRIPT_NO_AMOUNT
 */
export async function refuseWithoutAmount(tx: Tx, scriptCode: string): Promise<void> {
  const script = await tx
    .selectFrom('aiScript')
    .select('variables')
    .where('scriptCode', '=', scriptCode)
    .where('isOffered', '=', true)
    .executeTakeFirst();
  if (!script || script.variables === null || script.variables.includes(AMOUNT)) return;
  throw new AppError('ROBOT_SCRIPT_NO_AMOUNT', { fields: ['scriptCode'] });
}
