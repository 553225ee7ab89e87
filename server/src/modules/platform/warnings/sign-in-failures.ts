import type { Queryable } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import type { AuditActor } from '../audit/index.ts';
import { administratorRoles, publishWarnings } from './people.ts';
import { raiseWarning } from './raise.ts';
import { autoResolve } from './auto-resolve.ts';

const SOURCE = 'SIGN_IN_FAILURES';

/** What the failures were on: an account, or the address they came from. */
export type FailureSubject = { readonly userNo: string } | { readonly address: string };

const keyOf = (subject: FailureSubject): string =>
  'userNo' in subject ? `SIGNIN-${subject.userNo}` : `SIGNIN-AT-${subject.address}`;

/** Whose account it is, as those who are warned know them. */
async function nameOf(db: Queryable, userNo: string): Promise<readonly [string, string]> {
  const { realName } = await db
    .selectFrom('appUser')
    .select('realName')
    .where('userNo', '=', userNo)
    .executeTakeFirstOrThrow();
  return [`on the account of ${realName}`, `${realName} 的账号`];
}

/**
 * Warns the administrators of repeated failed sign-ins: one warning until it is resolved, however
 * many follow. Those who see it are told.
 */
export async function warnOfSignInFailures(
  db: Queryable,
  { events }: Pick<Services, 'events'>,
  subject: FailureSubject,
  failures: number,
): Promise<void> {
  const roleNos = await administratorRoles(db);
  const [en, zh] =
    'userNo' in subject
      ? await nameOf(db, subject.userNo)
      : [`from address ${subject.address}`, `地址 ${subject.address} `];
  const warningNo = await raiseWarning(db, {
    warningLevel: 'ATTENTION',
    sourceType: SOURCE,
    sourceKey: keyOf(subject),
    subject: `${failures} failed sign-ins in a row ${en}`,
    subjectZh: `${zh}连续登录失败 ${failures} 次`,
    subjectPath: '/AdminContent/UserSystem/UserManagement',
    roleNos,
  });
  if (warningNo !== null) await publishWarnings(db, events, [warningNo]);
}

/**
 * The person got in after all: the warning about their account resolves itself. Answers which did, to
 * be notified of once it is committed.
 */
export async function resolveSignInFailures(
  tx: Queryable,
  actor: AuditActor,
  userNo: string,
): Promise<readonly string[]> {
  const of = { sourceType: SOURCE, sourceKey: keyOf({ userNo }) };
  return await autoResolve(tx, of, actor);
}
