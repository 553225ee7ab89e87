import type { hotline } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { GatewayError, type RobotGateway } from '../../platform/gateways/index.ts';
import { openOutside } from '../../platform/outside/index.ts';
import { isHoliday, isOpenAt } from './open-now.ts';

/** The script on the robot's side: it says who calls and hangs up. */
const SCRIPT = 'HOTLINE_TEST';
const WITHIN_MS = 10_000;
/** Contacts a turn. */
const A_TURN = 20;
/** A call whose end nobody told within a day is made again. */
const LOST = sql`interval '1 day'`;

/** How a robot's call says that the number is not reached; a busy line is answered by somebody. */
const DEAD: ReadonlySet<string> = new Set(['NO_ANSWER', 'SWITCHED_OFF', 'NUMBER_FAULT']);

interface Due {
  readonly hotlineNo: string;
  readonly contactType: 'PHONE' | 'SOCIAL';
  readonly contactValue: string;
  readonly serviceHours: hotline.ServiceHours[];
  readonly onHoliday: boolean;
}

/** Published numbers and links that nobody looked at for a week. */
async function dueAt(db: Queryable, now: Date): Promise<Due[]> {
  const rows = await db
    .selectFrom('hotline as t')
    .select(['t.hotlineNo', 't.contactType', 't.contactValue', 't.serviceHours', isHoliday(now).as('onHoliday')])
    .where('t.isEnabled', '=', true)
    .where('t.contactType', 'in', ['PHONE', 'SOCIAL'])
    .where(sql<boolean>`(t.last_checked_at IS NULL OR t.last_checked_at < ${now}::timestamptz - interval '7 days')`)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM hotline_check c WHERE c.hotline_no = t.hotline_no AND c.outcome IS NULL
        AND c.contact_value = t.contact_value AND c.began_at > ${now}::timestamptz - ${LOST})`,
    )
    .orderBy(sql`t.last_checked_at NULLS FIRST`)
    .orderBy('t.hotlineNo')
    .limit(A_TURN)
    .execute();
  return rows.flatMap(({ contactType, ...row }) =>
    contactType === 'PHONE' || contactType === 'SOCIAL' ? [{ contactType, ...row }] : [],
  );
}

async function keepCheck(
  db: Queryable,
  { hotlineNo, contactValue }: Pick<Due, 'hotlineNo' | 'contactValue'>,
  works: boolean,
  at: Date,
): Promise<void> {
  await db
    .updateTable('hotline')
    .set({ lastCheckedAt: at, checkResult: works ? 'WORKS' : 'FAILS' })
    .where('hotlineNo', '=', hotlineNo)
    // Another number by now: it is checked on its own.
    .where('contactValue', '=', contactValue)
    .execute();
}

/** Whether a link answers at all: a page that is gone or a server that fails does not. */
async function isLinkAlive(url: string): Promise<boolean> {
  try {
    const reply = await openOutside(url, { withinMs: WITHIN_MS });
    reply.destroy();
    return (reply.statusCode ?? 500) < 400;
  } catch {
    return false;
  }
}

/** Takes the check, so that of several processes one calls. */
async function begin(db: Database, { hotlineNo, contactValue }: Due, now: Date): Promise<string | null> {
  const { rows } = await sql<{ checkNo: string }>`
    WITH mine AS (SELECT hotline_no FROM hotline WHERE hotline_no = ${hotlineNo} FOR NO KEY UPDATE SKIP LOCKED)
    INSERT INTO hotline_check (hotline_no, contact_value, began_at)
    SELECT hotline_no, ${contactValue}, ${now} FROM mine WHERE NOT EXISTS (SELECT FROM hotline_check c
      WHERE c.hotline_no = mine.hotline_no AND c.outcome IS NULL AND c.contact_value = ${contactValue}
        AND c.began_at > ${now}::timestamptz - ${LOST})
    RETURNING check_no`.execute(db);
  return rows[0]?.checkNo ?? null;
}

async function end(db: Queryable, checkNo: string, outcome: string, at: Date) {
  return await db
    .updateTable('hotlineCheck')
    .set({ outcome, endedAt: at })
    .where('checkNo', '=', checkNo)
    .where('outcome', 'is', null)
    .returning(['hotlineNo', 'contactValue'])
    .executeTakeFirst();
}

interface Means {
  readonly db: Database;
  /** Calls numbers; without one they are not checked. */
  readonly robot: Pick<RobotGateway, 'start'> | null;
  readonly log: Pick<Logger, 'warn'>;
  readonly isAlive?: (url: string) => Promise<boolean>;
}

/**
 * The weekly check of published contacts: numbers are called in their service hours, links opened at any hour.
 * @returns how many checks began.
 */
export async function checkHotlines({ db, robot, log, isAlive = isLinkAlive }: Means, now: Date): Promise<number> {
  let begun = 0;
  for (const due of await dueAt(db, now)) {
    // Nobody answers outside of the hours: that says nothing of the number.
    const isCalled = due.contactType === 'PHONE';
    if (isCalled && (robot === null || !isOpenAt(due.serviceHours, now, due.onHoliday))) continue;
    const checkNo = await begin(db, due, now);
    if (checkNo === null) continue;
    begun += 1;
    if (robot === null || !isCalled) {
      const works = await isAlive(due.contactValue);
      await end(db, checkNo, works ? 'ANSWERED' : 'FAILED', now);
      await keepCheck(db, due, works, now);
      continue;
    }
    const call = {
      callNo: checkNo,
      phone: due.contactValue,
      scriptCode: SCRIPT,
      language: 'en',
      variables: {},
    } as const;
    try {
      await robot.start({ taskNo: checkNo, calls: [call] });
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      log.warn({ err: error, checkNo }, 'the check of a hotline could not be called');
      // In doubt it may still ring: its end is waited for.
      if (error.fault !== 'UNKNOWN') await end(db, checkNo, 'NOT_CALLED', now);
    }
  }
  return begun;
}

/** Takes in how a check's call ended; false where the number is of no check. The robot's own fault says nothing. */
export async function keepHotlineCall(tx: Tx, checkNo: string, outcome: string, at: Date): Promise<boolean> {
  if (!checkNo.startsWith('HC')) return false;
  const checked = await end(tx, checkNo, outcome, at);
  if (checked && outcome !== 'FAILED') await keepCheck(tx, checked, !DEAD.has(outcome), at);
  return true;
}
