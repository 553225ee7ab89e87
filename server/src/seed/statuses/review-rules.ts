import { addDays, businessDateOf, startOfBusinessDate } from '../../modules/platform/policy/index.ts';
import type { Desk } from './desk.ts';

const DAY_MS = 86_400_000;
const ALL_ITEMS = [
  'ID_IMAGES',
  'SELFIE',
  'BANK_CARD',
  'PAYOUT_TYPE',
  'EMPLOYER',
  'INCOME',
  'ADDRESS',
  'EMERGENCY_CONTACTS',
];
const ASSIGNMENT = { autoAllotEnabled: false, leaseMinutes: 30, amberAfterMinutes: 30, redAfterMinutes: 90 };
/** Key, state, from so many days from now on, value: what is in force is what a company starts with. */
const VERSIONS = [
  ['audit.allocation', 'SUPERSEDED', -180, { ...ASSIGNMENT, leaseMinutes: 60 }, 'First desk of two people'],
  ['audit.allocation', 'IN_FORCE', -45, ASSIGNMENT, 'Orders lay unopened for an hour'],
  ['audit.allocation', 'PENDING', 14, { ...ASSIGNMENT, redAfterMinutes: 60 }, 'Customers leave after an hour'],
  ['audit.reject', 'IN_FORCE', -120, { returnDays: 7, correctableItems: ALL_ITEMS }, 'Current practice'],
  ['audit.reject', 'REJECTED', -30, { returnDays: 21, correctableItems: ALL_ITEMS }, 'More time for payslips'],
  ['audit.face', 'IN_FORCE', -120, { scoreThreshold: 80, compulsory: 'BELOW_THRESHOLD' }, 'Current practice'],
  ['audit.face', 'SCHEDULED', 20, { scoreThreshold: 85, compulsory: 'BELOW_THRESHOLD' }, 'Two forged selfies passed'],
  ['audit.aiEmployees', 'IN_FORCE', -60, { aiMayDecide: false }, 'A person confirms each result'],
  ['audit.aiEmployees', 'WITHDRAWN', -10, { aiMayDecide: true }, 'Trial of a week'],
] as const;

/** Versions of the rules that reviewers work by. */
export async function reviewRules({ db, maker, checker, now }: Desk): Promise<void> {
  const today = businessDateOf(now);
  const versions = new Map<string, number>();
  for (const [configKey, storedStatus, days, value, reason] of VERSIONS) {
    const versionNo = (versions.get(configKey) ?? 0) + 1;
    versions.set(configKey, versionNo);
    const effectiveFrom = addDays(today, days);
    const createdAt = new Date(now.getTime() - (Math.max(2, -days) + 3) * DAY_MS);
    const isAgreed = storedStatus === 'SUPERSEDED' || storedStatus === 'IN_FORCE' || storedStatus === 'SCHEDULED';
    await db
      .insertInto('configVersion')
      .values({
        configKey,
        subjectNo: '',
        versionNo,
        value: JSON.stringify(value),
        effectiveFrom,
        storedStatus,
        makerUserNo: maker,
        editorUserNos: [maker],
        checkerUserNo: isAgreed || storedStatus === 'REJECTED' ? checker : null,
        reason,
        createdAt,
        updatedAt: createdAt,
        inForceFrom: isAgreed ? startOfBusinessDate(effectiveFrom) : null,
        decisionReason: storedStatus === 'REJECTED' ? 'Nobody hands in after a week' : null,
      })
      .execute();
  }
}
