import type { dataRequest, ReplyOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { fileNamesOf } from '../../platform/files/index.ts';
import { businessDateOf, policyOn } from '../../platform/policy/index.ts';
import { openThings } from '../customer-desk/index.ts';
import { copyState } from './copy.ts';
import { corrections as correctionsForm, differences, masked } from './corrections.ts';
import { hashOf, type Line, planErasure, titleOf } from './erase.ts';
import { dataRequests } from './list.ts';
import { personOf } from './person.ts';
import type { DataRequest } from './store.ts';

type Detail = ReplyOf<typeof dataRequest.one>;

/** @throws AppError DATA_REQUEST_NOT_FOUND */
export async function readRequest({ requestNo }: { readonly requestNo: string }, call: Call): Promise<Detail> {
  const { db, caller } = call;
  const row = await dataRequests.one(requestNo, call);
  const request = await db
    .selectFrom('dataRequest')
    .selectAll()
    .where('requestNo', '=', requestNo)
    .executeTakeFirstOrThrow();
  const copy = await copyState(db, request.copyJobNo);
  const titled = (lines: readonly Line[]) =>
    lines.map((line) => ({ ...line, title: titleOf(line.holding, call.lang) }));
  const isErasureOpen = row.requestKind === 'ERASURE' && row.closedAt === null;
  const proof = await readProof(db, requestNo);
  return {
    row,
    statement: request.statement,
    dueByRule: request.dueByRule,
    identityCheck: request.identityCheck,
    verifiedByName: await nameOf(db, request.verifiedBy),
    verifiedAt: request.verifiedAt?.toISOString() ?? null,
    objectionScope: request.objectionScope,
    corrections: await correctionsOf(db, request),
    answer: request.answer,
    vouchers: await fileNamesOf(db, request.voucherIds),
    copy: copy && {
      jobNo: copy.jobNo,
      jobStatus: copy.jobStatus,
      expiresAt: copy.expiresAt?.toISOString() ?? null,
      isMine: copy.userNo === caller.userNo,
    },
    open: isErasureOpen ? await openThings(db, request.customerNo) : [],
    plan: isErasureOpen ? titled(await planNow(db, request.customerNo)) : [],
    proof: proof && { ...proof, lines: titled(proof.lines) },
    events: await eventsOf(db, requestNo),
  };
}

async function planNow(db: Queryable, customerNo: string): Promise<Line[]> {
  const { policy } = await policyOn(db, businessDateOf(new Date()));
  return await planErasure(db, await personOf(db, customerNo), policy.dataRights.keepYears);
}

async function nameOf(db: Queryable, userNo: string | null): Promise<string | null> {
  if (userNo === null) return null;
  const person = await db.selectFrom('appUser').select('realName').where('userNo', '=', userNo).executeTakeFirst();
  return person?.realName ?? null;
}

/** What it is to become while it is open; once corrected both are the same, and only what was asked is shown. */
async function correctionsOf(db: Queryable, request: DataRequest): Promise<Detail['corrections']> {
  if (request.corrections === null) return [];
  const wanted = correctionsForm.parse(request.corrections);
  const customer = await db
    .selectFrom('customer')
    .selectAll()
    .where('customerNo', '=', request.customerNo)
    .executeTakeFirstOrThrow();
  const open = differences(customer, wanted);
  if (open.length > 0 && request.closedAt === null) {
    return open.map(({ field, before, after }) => ({
      field,
      before: masked(field, before),
      after: masked(field, after),
    }));
  }
  const fields = z.keyof(correctionsForm).options;
  return fields.flatMap((field) => {
    const after = wanted[field];
    return after === undefined ? [] : [{ field, before: null, after: masked(field, after) }];
  });
}

const stored = z.object({ lines: z.array(z.custom<Line>()) });

async function readProof(db: Queryable, requestNo: string) {
  const found = await db
    .selectFrom('dataErasure as e')
    .innerJoin('appUser as m', 'm.userNo', 'e.makerUserNo')
    .innerJoin('appUser as c', 'c.userNo', 'e.checkerUserNo')
    .select(['e.content', 'e.proofHash', 'e.erasedAt', 'm.realName as makerName', 'c.realName as checkerName'])
    .where('e.requestNo', '=', requestNo)
    .executeTakeFirst();
  if (!found) return null;
  const { content, proofHash, erasedAt, makerName, checkerName } = found;
  const { lines } = stored.parse(JSON.parse(content));
  const isIntact = hashOf(content) === proofHash;
  return { lines, proofHash, isIntact, makerName, checkerName, erasedAt: erasedAt.toISOString() };
}

async function eventsOf(db: Queryable, requestNo: string): Promise<Detail['events']> {
  const events = await db
    .selectFrom('dataRequestEvent as e')
    .leftJoin('appUser as u', 'u.userNo', 'e.userNo')
    .select(['e.command', 'e.toStatus', 'u.realName as userName', 'e.note', 'e.at'])
    .where('e.requestNo', '=', requestNo)
    .orderBy('e.eventId')
    .execute();
  return events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }));
}
