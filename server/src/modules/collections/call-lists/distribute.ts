import type { callList, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { asCommand, createJob, defineJob, type ItemsKind, type JobRight } from '../../platform/jobs/index.ts';
import { lockPersonnel, pickable, type PickablePerson } from '../../staff/personnel/index.ts';
import { protectionFrom } from './attribution.ts';
import { lockEntry, moveByHand } from './entries.ts';
import type { Desk } from './tables.ts';

type Form = ParsedRequestOf<typeof callList.distribute>;
export const PERSONNEL = { TELEMARKETING: 'TELEMARKETER', SERVICE: 'SERVICE' } as const;

interface Share {
  readonly entryId: string;
  readonly userNo: string;
}

/** Who gets which entry. Pure: in turn, nobody more than the places they have, or than `each`. */
export function shareOut(
  entryIds: readonly string[],
  people: readonly Pick<PickablePerson, 'userNo' | 'places'>[],
  { mode, each }: Pick<Form, 'mode' | 'each'>,
): Share[] {
  const most = (places: number) => (mode === 'EACH' ? Math.min(places, each ?? 0) : places);
  const left = people.map(({ userNo, places }) => ({ userNo, room: most(places) }));
  const shares: Share[] = [];
  let turn = 0;
  for (const entryId of entryIds) {
    const free = left.filter(({ room }) => room > 0);
    const next =
      mode === 'FREE_CAP'
        ? free.reduce<(typeof free)[number] | undefined>(
            (best, one) => (best && best.room >= one.room ? best : one),
            undefined,
          )
        : free[turn % Math.max(free.length, 1)];
    if (next === undefined) break;
    next.room -= 1;
    // Whoever just filled up has left the circle: the turn stays where it is.
    if (next.room > 0) turn += 1;
    shares.push({ entryId, userNo: next.userNo });
  }
  return shares;
}

const params = z.strictObject({});
const input = z.strictObject({ userNo: z.string() });

/** Entries of a desk shared out, one transaction each: whoever filled up or left meanwhile gets none. */
function distributeKind(desk: Desk, kind: string, code: JobRight): ItemsKind<z.output<typeof params>> {
  return defineJob({
    kind,
    title: { en: 'Distribute entries', zh: '分配名单' },
    code,
    params,
    async runItem(item, _params, run) {
      const call = asCommand(run);
      const { userNo } = input.parse(item.input);
      const entry = await lockEntry(run.tx, item.subjectNo, desk, call);
      await lockPersonnel(run.tx, PERSONNEL[desk], [userNo]);
      const free = await pickable(run.tx, PERSONNEL[desk], entry.merchantNo, new Date(), { hasPlace: true });
      if (!free.some((person) => person.userNo === userNo)) throw new AppError('CALL_NOBODY_FREE');
      const now = new Date();
      const protectedUntil = desk === 'SERVICE' ? null : await protectionFrom(run.tx, entry.merchantNo, now);
      const change = { ownerUserNo: userNo, assignedAt: now, protectedUntil };
      await moveByHand(entry, 'assign', { change }, call);
    },
  });
}

export const distributeEntries = distributeKind(
  'TELEMARKETING',
  'callList.distribute',
  'telemarketing:list:distribute',
);
export const distributeNotLogged = distributeKind(
  'SERVICE',
  'notLoggedList.distribute',
  'customerService:notLoggedList:distribute',
);

/** Who of the chosen gets what. */
async function planOf(db: Queryable, form: Form, desk: Desk, { caller }: Pick<Call, 'caller'>) {
  const entryIds = [...new Set(form.entryIds)];
  const shares: Share[] = [];
  const people = new Map<string, PickablePerson>();
  for (const [merchantNo, ids] of await byMerchant(db, entryIds, desk, merchantsSeen(caller.scope))) {
    const free = await pickable(db, PERSONNEL[desk], merchantNo, new Date(), { hasPlace: true });
    const chosen = free.filter(({ userNo }) => form.userNos.includes(userNo));
    for (const person of chosen) people.set(person.userNo, person);
    const taken = (userNo: string) => shares.filter((share) => share.userNo === userNo).length;
    const places = chosen.map((person) => ({ userNo: person.userNo, places: person.places - taken(person.userNo) }));
    shares.push(...shareOut(ids, places, form));
  }
  return { shares, people: [...people.values()], entries: entryIds.length };
}

/** Who would get how many, and what each would have open then. */
export async function readPlan(form: Form, desk: Desk, call: Call): Promise<ReplyOf<typeof callList.distributePlan>> {
  const { shares, people, entries } = await planOf(call.db, form, desk, call);
  const given = Map.groupBy(shares, ({ userNo }) => userNo);
  return {
    people: people.map(({ userNo, realName, open, dailyCap }) => ({
      userNo,
      realName,
      open,
      dailyCap,
      given: given.get(userNo)?.length ?? 0,
    })),
    left: entries - shares.length,
  };
}

/** Plans who gets what, and has a job do it. @throws AppError CALL_NOBODY_FREE */
export async function distribute(form: Form, desk: Desk, call: CommandCall): Promise<{ jobNo: string }> {
  const { shares } = await planOf(call.tx, form, desk, call);
  if (shares.length === 0) throw new AppError('CALL_NOBODY_FREE', { fields: ['userNos'] });
  const kind = desk === 'TELEMARKETING' ? distributeEntries : distributeNotLogged;
  const items = shares.map(({ entryId, userNo }) => ({ subjectNo: entryId, input: { userNo } }));
  return { jobNo: await createJob(kind, {}, call, items) };
}

async function byMerchant(
  db: Queryable,
  entryIds: readonly string[],
  desk: Desk,
  merchantNos: readonly string[] | null,
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('callEntry')
    .select(['entryId', 'merchantNo'])
    .where('entryId', '=', sql<string>`any(${entryIds})`)
    .where('desk', '=', desk)
    .where(sql<boolean>`(${merchantNos}::text[] is null or merchant_no = any(${merchantNos}::text[]))`)
    .orderBy('entryId')
    .execute();
  const groups = Map.groupBy(rows, ({ merchantNo }) => merchantNo);
  return new Map([...groups].map(([merchantNo, some]) => [merchantNo, some.map(({ entryId }) => entryId)]));
}
