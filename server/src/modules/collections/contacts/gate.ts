import type { ErrorName } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { ContactChannel, ContactPartyKind } from '../../../db/collection-schema.ts';
import type { ErrorFacts } from '../../../http/app-error.ts';
import {
  businessDateOf,
  policyOn,
  type RegulatoryPolicy,
  shownMoment,
  startOfBusinessDate,
} from '../../platform/policy/index.ts';
import { nextDaysOpening, nextOpening } from './hours.ts';
import { type BlockKind, blocksOn, type Party, partyOf, type PartyQuestion } from './parties.ts';

/*
 * Every call, SMS and robot dial asks here first. The gate is shut outside contact hours (EAT), past a phone's
 * daily caps, to anyone but a party who agreed, on dispute, death or a blocked number. What the customer just asked
 * for (a code, a receipt) goes out at any hour.
 */

export interface ContactQuestion extends PartyQuestion {
  readonly channel: ContactChannel;
  readonly at: Date;
  /** Whose number it is where that is known: a member of staff who tests. */
  readonly party?: Party;
}

export interface GateRefusal {
  readonly isAllowed: false;
  readonly error: Extract<ErrorName, `CONTACT_${string}`>;
  readonly facts: ErrorFacts;
  /** Null where waiting does not help. */
  readonly nextAllowedAt: Date | null;
  readonly partyKind: ContactPartyKind | null;
}

export interface GateOpen {
  readonly isAllowed: true;
  readonly partyKind: ContactPartyKind;
  /** What the caps leave of the day for this channel, this attempt counted in. */
  readonly left: number;
}

export type GateAnswer = GateOpen | GateRefusal;

/** What the gate decides from. */
export interface GateFacts {
  readonly party: Party | null;
  readonly blocks: readonly BlockKind[];
  /** Attempts let through today, by channel. */
  readonly triedToday: Readonly<Record<ContactChannel, number>>;
  readonly policy: Pick<RegulatoryPolicy, 'contactHours' | 'contactCaps'>;
}

/** Asks for a moment; nothing is kept. For a page that shows the answer. */
export async function askGate(db: Queryable, question: ContactQuestion): Promise<GateAnswer> {
  const { policy } = await policyOn(db, businessDateOf(question.at));
  return decideContact(question, {
    policy,
    party: question.party ?? (await partyOf(db, question)),
    blocks: await blocksOn(db, question),
    triedToday: await triedToday(db, question),
  });
}

/** What a page shows beside a number: the gate's answer to a call and to an SMS, and attempts of today that count. */
export interface NumberAnswers {
  readonly call: GateAnswer;
  readonly sms: GateAnswer;
  readonly triedToday: number;
}

/** As `askGate`, to a call and to an SMS at once: what does not differ between them is read once. */
export async function askAboutNumber(
  db: Queryable,
  asked: Omit<ContactQuestion, 'channel'>,
  policy: GateFacts['policy'],
): Promise<NumberAnswers> {
  const party = asked.party ?? (await partyOf(db, asked));
  const tried = await triedToday(db, asked);
  const answer = async (channel: 'CALL' | 'SMS') => {
    const question = { ...asked, channel };
    return decideContact(question, { policy, party, triedToday: tried, blocks: await blocksOn(db, question) });
  };
  return { call: await answer('CALL'), sms: await answer('SMS'), triedToday: tried.CALL + tried.SMS + tried.ROBOT };
}

/**
 * Asks in a transaction that will record the attempt: others who try the same phone wait, so that no two take
 * the last of its caps.
 */
export async function contactGate(tx: Tx, question: ContactQuestion): Promise<GateAnswer> {
  const key = `contact ${question.phone}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  return await askGate(tx, question);
}

const BLOCKED: readonly (readonly [BlockKind, GateRefusal['error']])[] = [
  ['DEATH', 'CONTACT_DEATH'],
  ['DISPUTE', 'CONTACT_DISPUTE'],
  ['COMPLAINT', 'CONTACT_COMPLAINT'],
  ['OFFICIAL', 'CONTACT_OFFICIAL'],
  ['WRONG_NUMBER', 'CONTACT_WRONG_NUMBER'],
  ['OBJECTED', 'CONTACT_OBJECTED'],
  ['DO_NOT_CALL', 'CONTACT_DO_NOT_CALL'],
];

/** Pure. What no waiting fixes comes first. */
export function decideContact(question: ContactQuestion, given: GateFacts): GateAnswer {
  const { purpose, channel, at } = question;
  const { party, blocks, triedToday: tried, policy } = given;
  const { contactHours: hours, contactCaps: caps } = policy;
  const partyKind = party?.partyKind ?? null;
  const refuse = (
    error: GateRefusal['error'],
    facts: ErrorFacts = {},
    nextAllowedAt: Date | null = null,
  ): GateRefusal => ({
    isAllowed: false,
    error,
    nextAllowedAt,
    partyKind,
    facts: {
      ...facts,
      ...(nextAllowedAt && {
        next: `${shownMoment(nextAllowedAt)} EAT`,
        nextAllowedAt: nextAllowedAt.toISOString(),
      }),
    },
  });
  for (const [kind, error] of BLOCKED) if (blocks.includes(kind)) return refuse(error);
  if (!party) return refuse('CONTACT_NO_PARTY');
  const isOptedOut = party.partyKind === 'LEAD' && blocks.includes('OPT_OUT');
  if (!party.hasAgreed || isOptedOut) return refuse('CONTACT_NOT_AGREED');
  const isRequested = purpose === 'REQUESTED' || purpose === 'VERIFICATION';
  const opens = isRequested ? null : nextOpening(at, hours);
  if (opens) return refuse('CONTACT_HOURS', { from: hours.from, to: hours.to }, opens);
  // Codes have a limit of their own, and take nothing of what others may send.
  if (purpose === 'VERIFICATION') return { isAllowed: true, partyKind: party.partyKind, left: caps.all };
  const all = tried.CALL + tried.SMS + tried.ROBOT;
  const left = Math.min(capOf(channel, caps) - tried[channel], caps.all - all);
  if (left <= 0) {
    const count = caps.all <= all ? all : tried[channel];
    return refuse('CONTACT_CAP', { count }, nextDaysOpening(at, hours));
  }
  return { isAllowed: true, partyKind: party.partyKind, left };
}

function capOf(channel: ContactChannel, caps: RegulatoryPolicy['contactCaps']): number {
  switch (channel) {
    case 'CALL':
      return caps.call;
    case 'SMS':
      return caps.sms;
    case 'ROBOT':
      return caps.robot;
  }
}

async function triedToday(
  db: Queryable,
  { phone, at }: Pick<ContactQuestion, 'phone' | 'at'>,
): Promise<Record<ContactChannel, number>> {
  const from = startOfBusinessDate(businessDateOf(at));
  const rows = await db
    .selectFrom('contactAttempt')
    .select(['channel', sql<number>`count(*)`.as('count')])
    .where('phone', '=', phone)
    .where('attemptedAt', '>=', from)
    .where('attemptedAt', '<=', at)
    .where('refusedFor', 'is', null)
    .where('purpose', '<>', 'VERIFICATION')
    // A call that never left the browser rang nowhere.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('call')
            .select('call.callNo')
            .whereRef('call.attemptId', '=', 'contactAttempt.attemptId')
            .where('call.hangupCause', '=', 'NOT_PLACED'),
        ),
      ),
    )
    .groupBy('channel')
    .execute();
  const of = (channel: ContactChannel) => rows.find((row) => row.channel === channel)?.count ?? 0;
  return { CALL: of('CALL'), SMS: of('SMS'), ROBOT: of('ROBOT') };
}

/** When contact hours begin next; null within them. */
export async function nextWithinHours(db: Queryable, at: Date): Promise<Date | null> {
  const { policy } = await policyOn(db, businessDateOf(at));
  return nextOpening(at, policy.contactHours);
}
