import { reportSchedule } from '@kituo/sdk/contracts';
import type { Database, Queryable } from '../../../../db/database.ts';
import type { Services } from '../../../../services.ts';
import type { JobKind } from '../../../platform/jobs/index.ts';
import type { ReportEndpoints } from '../engine/report-types.ts';

/** A report whose file can be made by a schedule. */
export interface Schedulable {
  readonly name: string;
  readonly title: { readonly en: string; readonly zh: string };
  /** Who may take its figures away. */
  readonly code: string;
  readonly kind: JobKind;
  readonly endpoints: Pick<ReportEndpoints, 'exportList'>;
}
export type Schedulables = ReadonlyMap<string, Schedulable>;

type Rights = { readonly codes: ReadonlySet<string>; readonly pages: ReadonlySet<string> };

/** Whether somebody may open a report's page and take its figures away. */
export const mayTake = ({ codes, pages }: Rights, { name, code }: Schedulable): boolean =>
  codes.has(code) && pages.has(pageOf(name).toLowerCase());

export const pageOf = (name: string): string => reportSchedule.REPORT_PAGES[reportSchedule.reportName.parse(name)];

/** The same of a person by the rights that they hold now; nobody who is frozen. */
export async function mayTakeNow(
  { db, services }: { readonly db: Database; readonly services: Pick<Services, 'rights'> },
  userNo: string,
  report: Schedulable,
): Promise<boolean> {
  const user = await db.selectFrom('appUser').select('userStatus').where('userNo', '=', userNo).executeTakeFirst();
  if (user?.userStatus !== 'NORMAL') return false;
  return mayTake(await services.rights.of(userNo, await epochOf(db)), report);
}

async function epochOf(db: Queryable): Promise<number> {
  return (await db.selectFrom('rightsEpoch').select('epoch').executeTakeFirstOrThrow()).epoch;
}
