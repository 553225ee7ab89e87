import { needed } from '../../../needed.ts';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { PostingTable } from '../../../db/engine-schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Account } from './accounts.ts';
import type { Component } from './components.ts';
import { type NewJournal, type PostedJournal, postJournals } from './post-journal.ts';
import type { PostingLine } from './posting-line.ts';

/** The day, the reason and the people of a reversal. */
export type ReversalFacts = Pick<NewJournal, 'businessDate' | 'cause' | 'idempotencyKey'> &
  Partial<Pick<NewJournal, 'makerUserNo' | 'checkerUserNo'>>;

/**
 * Posts the mirror of a journal, today. The database allows one a journal, and none of a mirror.
 *
 * @throws AppError JOURNAL_NOT_FOUND, JOURNAL_REVERSED, REVERSAL_FINAL, ABOVE_COMPONENT.
 */
export async function reverse(tx: Tx, journalId: number, how: ReversalFacts): Promise<PostedJournal> {
  const [posted] = await reverseAll(tx, [journalId], how);
  if (!posted) throw new AppError('JOURNAL_NOT_FOUND');
  return posted;
}

/** The mirrors of many journals of one cause; as `reverseEach`. */
export async function reverseAll(tx: Tx, journalIds: readonly number[], how: ReversalFacts): Promise<PostedJournal[]> {
  return await reverseEach(
    tx,
    [...new Set(journalIds)].map((journalId) => ({ journalId, ...how })),
  );
}

/** A journal to mirror, with the day, the reason and the people of its own. */
export type Reversal = ReversalFacts & { readonly journalId: number };

/**
 * The mirrors of many journals at once, last first: a full rollback. Each gets its key with the journal's
 * number behind it. What a bill owes is changed once, by the sum, so no step in between can go below 0.
 */
export async function reverseEach(tx: Tx, reversals: readonly Reversal[]): Promise<PostedJournal[]> {
  if (reversals.length === 0) return [];
  const newestFirst = [...reversals].sort((left, right) => right.journalId - left.journalId);
  const ids = newestFirst.map(({ journalId }) => journalId);
  const heads = await tx
    .selectFrom('journal')
    .select(['journalId', 'journalKind', 'merchantNo'])
    .where(sql<boolean>`journal_id = any(${ids}::bigint[])`)
    .execute();
  if (heads.length < ids.length) throw new AppError('JOURNAL_NOT_FOUND');
  await refuseReversed(tx, ids);
  const linesById = await mirroredLines(tx, ids);
  const headById = new Map(heads.map((head) => [head.journalId, head]));
  return postJournals(
    tx,
    newestFirst.flatMap(({ journalId, ...how }) => {
      const head = headById.get(journalId);
      if (!head) return [];
      return {
        ...how,
        idempotencyKey: `${how.idempotencyKey}/${journalId}`,
        kind: head.journalKind,
        merchantNo: head.merchantNo,
        reversesId: journalId,
        lines: needed(linesById.get(journalId), `the lines of journal ${journalId}`),
      };
    }),
  );
}

async function mirroredLines(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, readonly PostingLine[]>> {
  const postings = await tx
    .selectFrom('posting')
    .selectAll()
    .where(sql<boolean>`journal_id = any(${[...ids]}::bigint[])`)
    .orderBy('journalId')
    .orderBy('lineNo')
    .execute();
  return Map.groupBy(postings.map(mirrorOf), (line) => line.journalId);
}

function mirrorOf(posting: Selectable<PostingTable>): PostingLine & { readonly journalId: number } {
  return {
    journalId: posting.journalId,
    // The columns hold what this module wrote into them.
    account: posting.accountCode as Account,
    amountCents: -posting.amountCents,
    ...(posting.customerNo === null ? {} : { customerNo: posting.customerNo }),
    ...(posting.billNo === null ? {} : { billNo: posting.billNo }),
    ...(posting.flowNo === null ? {} : { flowNo: posting.flowNo }),
    ...(posting.component === null ? {} : { component: posting.component as Component }),
  };
}

/** The clear word for what the database would refuse anyway, whichever of its walls comes first. */
async function refuseReversed(tx: Tx, ids: readonly number[]): Promise<void> {
  const known = await tx
    .selectFrom('journalReversal')
    .select('journalId')
    .where(sql<boolean>`(reverses_id = any(${[...ids]}::bigint[]) or journal_id = any(${[...ids]}::bigint[]))`)
    .execute();
  if (known.length === 0) return;
  const isReversal = known.some((row) => ids.includes(row.journalId));
  throw new AppError(isReversal ? 'REVERSAL_FINAL' : 'JOURNAL_REVERSED');
}
