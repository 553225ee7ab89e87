import { addDays, businessDateOf } from '../../modules/platform/policy/index.ts';
import type { Desk } from './desk.ts';

const DAY_MS = 86_400_000;
/** Person, type, level, points, source, days ago, state, what happened. */
const RECORDS = [
  [
    'U000007',
    'LATE',
    'NOTICE',
    3,
    'SCHEDULE',
    6,
    'CONFIRMED',
    '24 minutes late, threshold 10. The stage at Nyayo was flooded',
  ],
  [
    'U000034',
    'ABSENT',
    'WARNING',
    15,
    'SCHEDULE',
    19,
    'DISMISSED',
    '540 minutes, threshold 120. The leave was on paper',
  ],
  ['U000022', 'QUALITY_FATAL', 'SEVERE', 30, 'QUALITY', 27, 'CONFIRMED', 'Told a neighbour about the loan'],
  ['U000005', 'SCRIPT_BREACH', 'NOTICE', 8, 'QUALITY', 12, 'PENDING', 'Did not name the lender in three of five calls'],
  [
    'U000027',
    'CONTACT_BREACH',
    'WARNING',
    20,
    'MANUAL',
    8,
    'PENDING',
    'Called a borrower from a private phone at 20:40',
  ],
  ['U000013', 'OTHER', 'NOTICE', 5, 'MANUAL', 41, 'REVOKED', 'Left the review desk for two hours'],
  ['U000030', 'SCRIPT_BREACH', 'NOTICE', 6, 'MANUAL', 3, 'PENDING', 'Promised an amount before the review'],
  [
    'U000006',
    'EARLY_LEAVE',
    'NOTICE',
    2,
    'SCHEDULE',
    15,
    'CONFIRMED',
    '45 minutes early, threshold 15. Left for the clinic',
  ],
  [
    'U000028',
    'DATA_MISUSE',
    'SEVERE',
    60,
    'SECURITY',
    33,
    'CONFIRMED',
    'Revealed 41 phones of cases that were not theirs in one hour',
  ],
  ['U000023', 'LATE', 'NOTICE', 4, 'IMPORT', 52, 'CONFIRMED', 'Late on three days of the week, from the gate’s list'],
  ['U000025', 'CONTACT_BREACH', 'WARNING', 18, 'QUALITY', 22, 'DISMISSED', 'A word of the list, said by the customer'],
  ['U000036', 'LATE', 'NOTICE', 3, 'SCHEDULE', 2, 'PENDING', '13 minutes late, threshold 10'],
  ['U000018', 'OTHER', 'WARNING', 12, 'MANUAL', 64, 'CONFIRMED', 'Shared a password with a colleague'],
  ['U000012', 'LATE', 'NOTICE', 2, 'IMPORT', 70, 'REVOKED', 'Late by the gate’s list'],
] as const;
const OBJECTIONS: Readonly<Record<string, readonly [objection: string, answer: string | null]>> = {
  U000034: ['My leave was signed by the group lead', 'Seen: the slip is filed'],
  U000027: ['The borrower had asked to be called after work', null],
  U000028: ['I looked for a number that I had written down', 'The log shows 41 different customers'],
};

/** What employees did against the rules, of every source and in every state, over the last months. */
export async function disciplineRecords({ db, now, maker, checker }: Desk): Promise<void> {
  const today = businessDateOf(now);
  const rows = RECORDS.map(
    ([userNo, disciplineType, disciplineLevel, points, source, days, disciplineStatus, content], place) => {
      const recordedAt = new Date(now.getTime() - (days - 1) * DAY_MS - place * 700_000);
      const isProposed = source === 'SCHEDULE' || source === 'QUALITY' || source === 'SECURITY';
      const [objection = null, answer = null] = OBJECTIONS[userNo] ?? [];
      const isDecided = disciplineStatus !== 'PENDING';
      return {
        userNo,
        disciplineType,
        disciplineLevel,
        points,
        source,
        happenedOn: addDays(today, -days),
        content,
        disciplineStatus,
        objection,
        objectedAt: objection === null ? null : new Date(recordedAt.getTime() + DAY_MS),
        answer: isDecided ? answer : null,
        recordedBy: isProposed ? null : maker,
        recordedAt,
        ...(disciplineStatus !== 'PENDING' && {
          decidedBy: checker,
          decidedAt: new Date(Math.min(now.getTime(), recordedAt.getTime() + 2 * DAY_MS)),
          decisionReason: DECISIONS[disciplineStatus],
        }),
      };
    },
  );
  await db.insertInto('disciplineRecord').values(rows).execute();
}

const DECISIONS = {
  CONFIRMED: 'Checked with the group lead',
  DISMISSED: 'The day was excused',
  REVOKED: 'Somebody else was meant',
} as const;
