import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { hashPassword } from '../modules/staff/auth/index.ts';
import { ANNOUNCEMENTS } from './announcements.ts';
import { seedCollectors } from './collections.ts';
import { seedDeskRecords } from './desk-records.ts';
import { DICTIONARIES } from './dictionaries.ts';
import { DICTIONARY_NAMES } from './dictionary-names.ts';
import { seedMenu } from './menu.ts';
import { seedRoutes } from './order-file.ts';
import { accountOf, DEMO_PASSWORD, PEOPLE } from './people.ts';
import { DEPARTMENTS, LANGUAGES, MERCHANTS, ORGANIZATIONS } from './places.ts';
import { seedReviewers } from './reviewers.ts';
import { COMMON_REVEALS, pagesOf, ROLES } from './roles.ts';
import type { SeedRole } from './roles.ts';
import { WARNINGS } from './warnings.ts';
import { seedAppReleases } from './app-releases.ts';
import { seedReportSchedules } from './report-schedules.ts';
import { seedLossRates } from './loss-rates.ts';
import { seedPerformanceTargets } from './performance-targets.ts';
import { seedCallLists } from './call-lists.ts';
import { seedVerificationCodes } from './verification-codes.ts';
import { seedHotlines } from './hotlines.ts';
import { seedSensitiveWords } from './sensitive-words.ts';
import { seedQuality } from './quality.ts';
import { seedSchedules } from './schedules.ts';
import { seedAiPushes } from './ai-pushes.ts';
import { seedSmsMarketing } from './sms-marketing.ts';
import { seedMessageAccounts } from './message-accounts.ts';
import { seedSmsRoutes } from './sms-routes.ts';

export { DEMO_PASSWORD, DEMO_USER_NAMES } from './people.ts';

async function seedPlaces(tx: Tx): Promise<void> {
  await tx
    .insertInto('organization')
    .values([...ORGANIZATIONS])
    .execute();
  await tx.insertInto('merchant').values(MERCHANTS).execute();
  await tx
    .insertInto('department')
    .values(DEPARTMENTS.map(([deptNo, deptName, parentDeptNo]) => ({ deptNo, deptName, parentDeptNo })))
    .execute();
}

export async function seedLanguages(tx: Tx): Promise<void> {
  await tx.insertInto('language').values(LANGUAGES).execute();
}

export async function seedDictionaries(tx: Tx): Promise<void> {
  const entries = Object.entries(DICTIONARIES).flatMap(([dictKey, list]) =>
    list.map(([value, en, zh, tagColour, isEnabled = true], index) => ({
      dictKey,
      value,
      label: JSON.stringify({ en, zh }),
      sort: index + 1,
      tagColour,
      isEnabled,
    })),
  );
  await tx.insertInto('dictionaryEntry').values(entries).execute();
  // A dictionary is made with its first entry.
  await sql`UPDATE dictionary SET dict_names = jsonb_build_object('zh', names.zh)
    FROM jsonb_each_text(${JSON.stringify(DICTIONARY_NAMES)}::jsonb) AS names (dict_type, zh)
    WHERE dictionary.dict_type = names.dict_type`.execute(tx);
}

export async function seedRole(tx: Tx, role: SeedRole): Promise<void> {
  const { roleNo, roleName, remark, dataScope = 'MERCHANTS', dailyRevealBudget = 0, deductionCapCents = null } = role;
  await tx
    .insertInto('role')
    .values({
      roleNo,
      roleName,
      remark,
      dataScope,
      isDesensitization: role.isMasked,
      isAdministrator: role.isAdministrator ?? false,
      addressBookHide: role.seesAddressBook !== true,
      dailyRevealBudget,
      deductionCapCents,
      revealFields: [...(role.revealFields ?? (dailyRevealBudget > 0 ? COMMON_REVEALS : []))],
    })
    .execute();
  const pages = pagesOf(role).map((pagePath) => ({ roleNo, pagePath }));
  if (pages.length > 0) await tx.insertInto('rolePage').values(pages).execute();
  const codes = [...new Set(role.codes)].map((code) => ({ roleNo, code }));
  await tx.insertInto('roleCode').values(codes).execute();
}

async function seedPeople(tx: Tx, now: Date): Promise<void> {
  const hashes = await Promise.all(PEOPLE.map(async () => await hashPassword(DEMO_PASSWORD)));
  await tx
    .insertInto('appUser')
    .values(
      PEOPLE.map((person, index) => ({
        ...accountOf(person, now),
        passwordHash: hashes[index] ?? '',
      })),
    )
    .execute();
  await tx
    .insertInto('userRole')
    .values(PEOPLE.map(({ userNo, roleNo }) => ({ userNo, roleNo })))
    .execute();
  await tx
    .insertInto('userMerchant')
    .values(PEOPLE.flatMap(({ userNo, merchantNos }) => merchantNos.map((merchantNo) => ({ userNo, merchantNo }))))
    .execute();
  for (const [deptNo, , , leaderUserNo] of DEPARTMENTS) {
    await tx.updateTable('department').set({ leaderUserNo }).where('deptNo', '=', deptNo).execute();
  }
}

async function seedNotices(tx: Tx, now: Date): Promise<void> {
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  await tx
    .insertInto('warning')
    .values(
      WARNINGS.map((warning) => {
        const status = warning.status ?? 'OPEN';
        const isResolved = status === 'RESOLVED';
        return {
          warningLevel: warning.level,
          sourceType: warning.source,
          sourceKey: warning.key,
          subject: warning.en,
          subjectZh: warning.zh,
          subjectPath: warning.path,
          amountCents: warning.amountCents,
          merchantNo: warning.merchantNo,
          roleNos: [...warning.roleNos],
          raisedAt: minutesAgo(warning.minutesAgo),
          warningStatus: status,
          assigneeUserNo: warning.by ?? null,
          acknowledgedBy: warning.by ?? null,
          acknowledgedAt: warning.by ? minutesAgo(warning.minutesAgo * 0.8) : null,
          resolvedBy: isResolved ? (warning.by ?? null) : null,
          resolvedAt: isResolved ? minutesAgo(warning.minutesAgo * 0.5) : null,
          resolutionNote: warning.note ?? null,
        };
      }),
    )
    .execute();
  await tx
    .insertInto('announcement')
    .values(
      ANNOUNCEMENTS.map(({ announcementNo, mustConfirm, title, content, hoursAgo }) => ({
        announcementNo,
        mustConfirm,
        title: JSON.stringify(title),
        content: JSON.stringify(content),
        publishedAt: minutesAgo(hoursAgo * 60),
      })),
    )
    .execute();
}

/** Numbers given from now on follow those of the seed. */
async function advanceNumbers(tx: Tx): Promise<void> {
  await sql`SELECT setval('user_number', ${PEOPLE.length}), setval('role_number', ${ROLES.length}),
    setval('department_number', ${DEPARTMENTS.length}), setval('merchant_number', ${MERCHANTS.length})`.execute(tx);
}

/**
 * Fills an empty database with the demonstration lender, all in one transaction. A database that has
 * people is left as it is: what somebody changed there is not put back by the next start.
 * Answers whether it wrote anything.
 */
export async function seedDemo(db: Database, now: Date = new Date()): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('kituo seed', 0))`.execute(tx);
    const someone = await tx.selectFrom('appUser').select('userNo').limit(1).executeTakeFirst();
    if (someone) return false;
    await seedPlaces(tx);
    await seedLanguages(tx);
    await seedDictionaries(tx);
    for (const role of ROLES) await seedRole(tx, role);
    await seedPeople(tx, now);
    await seedReviewers(tx, now, await hashPassword(DEMO_PASSWORD));
    await seedCollectors(tx);
    await seedDeskRecords(tx);
    await seedRoutes(tx);
    await seedMenu(tx);
    await seedSchedules(tx, now);
    await seedQuality(tx, now);
    await seedAppReleases(tx, PEOPLE[0]?.userNo ?? '', now);
    await seedHotlines(tx, PEOPLE[0]?.userNo ?? '');
    await seedVerificationCodes(tx, now);
    await seedCallLists(tx, PEOPLE[0]?.userNo ?? '', now);
    await seedSmsMarketing(tx, PEOPLE[0]?.userNo ?? '', now);
    await seedAiPushes(tx, PEOPLE[0]?.userNo ?? '', now);
    await seedPerformanceTargets(tx, 'U000001', 'U000016');
    await seedLossRates(tx, 'U000001', 'U000016');
    await seedReportSchedules(tx, PEOPLE[0]?.userNo ?? '', 'U000037', now);
    await seedSensitiveWords(tx, PEOPLE[0]?.userNo ?? '', now);
    await seedSmsRoutes(tx, PEOPLE[0]?.userNo ?? '', PEOPLE[1]?.userNo ?? '');
    await seedMessageAccounts(tx, 'M0002');
    await seedNotices(tx, now);
    await advanceNumbers(tx);
    return true;
  });
}

/** By this name test databases are filled. */
export { seedDemo as seed };
