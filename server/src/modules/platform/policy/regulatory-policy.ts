import * as z from 'zod/mini';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import type { BusinessDate } from '../../../ground/business-date.ts';

const whole = z.int().check(z.minimum(0));
const hours = z.int().check(z.minimum(1), z.maximum(2160));
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
/** Up to but not at it: `24:00` is the end of the day. */
const endOfHours = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/));

/** Every key with the form of its value; a database that lacks one stops the reader. */
export const regulatoryPolicy = z.object({
  /** The days past due at which a bill is non-performing and its in-duplum base freezes. */
  inDuplum: z.object({ nonPerformingDpd: whole }),
  refund: z.object({ minimumCents: whole }),
  /** Rising; each level begins on its day past due. */
  caseLevels: z.array(z.object({ level: z.enum(['S0', 'S1', 'S2', 'S3', 'S4', 'S5']), fromDpd: z.int() })),
  badDebt: z.object({ poolFromDpd: whole }),
  promiseToPay: z.object({ maxDaysOut: whole, brokenThatEndPromises: whole }),
  /** EAT. */
  contactHours: z.object({ from: timeOfDay, to: endOfHours }),
  /** Attempts a phone and day (EAT), whoever makes them; `all` counts every channel together. */
  contactCaps: z.object({ call: whole, sms: whole, robot: whole, all: whole }),
  review: z.object({ leaseMinutes: whole, returnedDays: whole }),
  makerChecker: z.object({ moneyLapseHours: whole }),
  /** The most that a limit is raised for a while. */
  temporaryCredit: z.object({ capCents: whole }),
  /** Days to answer what customers ask about their data, and for how many years the law keeps records of loans and payments. */
  dataRights: z.object({
    accessDays: whole,
    correctionDays: whole,
    objectionDays: whole,
    erasureDays: whole,
    keepYears: whole,
  }),
  /** Applications that a group needs before the fairness check of a model shows figures of it. */
  fairLending: z.object({ minGroup: z.int().check(z.minimum(5), z.maximum(10_000)) }),
  /** For how many days recordings of calls stay in the file store. */
  callRecordings: z.object({ keepDays: whole }),
  /** What no product may cost more than, in hundredths of a percent; null: no cap. */
  priceCaps: z.object({
    /** Interest alone, a year. */
    maxAnnualInterestBps: z.nullable(whole),
    /** Interest, fees and excise as an annual percentage rate. */
    maxAprBps: z.nullable(whole),
    /** Interest, fees and excise in all, of the principal. */
    maxTotalCostBps: z.nullable(whole),
  }),
  /** Hours to answer what customers complain of or ask, by severity, and what they write in the app. */
  answers: z.object({ lowHours: hours, mediumHours: hours, highHours: hours, adviceHours: hours }),
  /** What a case by bill weighs in a collector's load, in percent of a case by order. */
  caseLoad: z.object({ billWeightPercent: z.int().check(z.minimum(1), z.maximum(100)) }),
});

export type RegulatoryPolicy = z.output<typeof regulatoryPolicy>;
export type PolicyKey = keyof RegulatoryPolicy;

export interface PolicyOnDate {
  readonly policy: RegulatoryPolicy;
  /** `inDuplum@2020-01-01`: what a journal names as the rule that made its amounts. */
  readonly versions: Readonly<Record<PolicyKey, string>>;
  /** The law, circular or decision that sets a value; null where nobody named it. */
  sourceOf(key: PolicyKey): string | null;
}

/** The policy that holds on a business date. A catch-up of an earlier day gets the numbers of that day. */
export async function policyOn(db: Queryable, date: BusinessDate): Promise<PolicyOnDate> {
  return (await policyHistory(db)).on(date);
}

export interface PolicyHistory {
  on(date: BusinessDate): PolicyOnDate;
}

/** Every version there is, read at once: for whoever asks about many dates. */
export async function policyHistory(db: Queryable): Promise<PolicyHistory> {
  const { rows } = await sql<PolicyRow>`
    select policy_key, effective_from, value, source from regulatory_policy
    order by policy_key, effective_from desc ${prepared}`.execute(db);
  const known = new Map<BusinessDate, PolicyOnDate>();
  return {
    on(date) {
      const found = known.get(date) ?? holdingOn(rows, date);
      known.set(date, found);
      return found;
    },
  };
}

interface PolicyRow {
  readonly policyKey: string;
  readonly effectiveFrom: string;
  readonly value: unknown;
  readonly source: string | null;
}

/** @param rows of each key the newest first. */
function holdingOn(rows: readonly PolicyRow[], date: BusinessDate): PolicyOnDate {
  const holding = new Map<string, PolicyRow>();
  for (const row of rows) {
    if (row.effectiveFrom <= date && !holding.has(row.policyKey)) holding.set(row.policyKey, row);
  }
  const policy = regulatoryPolicy.parse(
    Object.fromEntries([...holding.values()].map((row) => [row.policyKey, row.value])),
  );
  const version = (key: PolicyKey) => `${key}@${holding.get(key)?.effectiveFrom ?? ''}`;
  return {
    policy,
    versions: {
      inDuplum: version('inDuplum'),
      refund: version('refund'),
      caseLevels: version('caseLevels'),
      badDebt: version('badDebt'),
      promiseToPay: version('promiseToPay'),
      contactHours: version('contactHours'),
      contactCaps: version('contactCaps'),
      review: version('review'),
      makerChecker: version('makerChecker'),
      temporaryCredit: version('temporaryCredit'),
      dataRights: version('dataRights'),
      fairLending: version('fairLending'),
      callRecordings: version('callRecordings'),
      priceCaps: version('priceCaps'),
      answers: version('answers'),
      caseLoad: version('caseLoad'),
    },
    sourceOf: (key) => holding.get(key)?.source ?? null,
  };
}
