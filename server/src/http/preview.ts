import { createHash } from 'node:crypto';
import type { CommandPreview } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { DomainEventTable } from '../db/event-schema.ts';
import { noteMade, openNotes, type TxNotes } from '../db/tx-notes.ts';
import { AppError } from './app-error.ts';

type Change = Pick<Selectable<DomainEventTable>, 'subjectType' | 'subjectNo' | 'before' | 'after'>;

/** Ends a dry run from within: kysely rolls a transaction back when it throws. */
class DryRunOver extends Error {
  readonly preview: CommandPreview;

  constructor(preview: CommandPreview) {
    super('a dry run ended');
    this.preview = preview;
  }
}

/**
 * Carries a command out in a transaction that is rolled back, and answers what it did there. All the database
 * would refuse at the commit is refused here, too.
 * @throws what the command throws, but for what it only asks to be confirmed.
 */
export async function dryRun(db: Database, handle: (tx: Tx) => Promise<unknown>): Promise<CommandPreview> {
  try {
    await db.transaction().execute(async (tx) => {
      const notes = openNotes(tx, true);
      const reply = await handle(tx);
      await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(tx);
      throw new DryRunOver(await previewOf(tx, notes, reply));
    });
  } catch (error) {
    if (error instanceof DryRunOver) return error.preview;
    throw error;
  }
  throw new Error('a dry run was committed');
}

/**
 * Refuses a commit that starts from another state than its preview did. Called when its work is done: where it
 * throws, that work is rolled back.
 * @throws AppError STATE_MOVED
 */
export async function refuseMovedState(tx: Tx, notes: TxNotes, seen: string): Promise<void> {
  if (seenOf(notes, await changesIn(tx)) !== seen) throw new AppError('STATE_MOVED');
}

/**
 * What the transaction recorded so far was simulated for somebody else to do: a preview shows it, and a commit,
 * which takes it back, starts from no state that it tells of. The versions met under lock count for both.
 */
export async function noteTrial(tx: Tx): Promise<void> {
  for (const { subjectType, subjectNo } of await changesIn(tx)) {
    noteMade(tx, `${subjectType} ${subjectNo}`);
  }
}

async function previewOf(tx: Tx, notes: TxNotes, reply: unknown): Promise<CommandPreview> {
  const changes = await changesIn(tx);
  const side = (which: 'before' | 'after') =>
    changes.map(({ subjectType, subjectNo, [which]: facts }) => ({
      subjectType,
      subjectNo,
      facts: isFacts(facts) ? facts : null,
    }));
  return {
    before: side('before'),
    after: side('after'),
    postings: await postingsOf(tx, notes.journalIds),
    confirmations: [...notes.confirmations],
    reply,
    seen: seenOf(notes, changes),
  };
}

const isFacts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the transaction recorded so far. Its events carry the instant at which it began. */
async function changesIn(tx: Tx): Promise<Change[]> {
  return await tx
    .selectFrom('domainEvent')
    .select(['subjectType', 'subjectNo', 'before', 'after'])
    .where('happenedAt', '=', sql<Date>`now()`)
    .where('madeIn', '=', sql<string>`pg_current_xact_id()`)
    // What follows automatically is in the person's own record, too.
    .where('userNo', 'is not', null)
    .orderBy('eventId')
    .execute();
}

/** The states met under lock and those that the records begin from: what is made again has none. */
function seenOf({ states, made }: TxNotes, changes: readonly Change[]): string {
  const befores = changes
    .filter(({ subjectType, subjectNo }) => !made.has(`${subjectType} ${subjectNo}`))
    .filter(({ before }) => before !== null)
    .map(({ subjectType, subjectNo, before }) => [subjectType, subjectNo, before]);
  return createHash('sha256')
    .update(JSON.stringify([[...states].sort(), befores]))
    .digest('base64url');
}

async function postingsOf(tx: Tx, journalIds: readonly number[]): Promise<CommandPreview['postings']> {
  if (journalIds.length === 0) return [];
  return await tx
    .selectFrom('posting as p')
    .innerJoin('journal as j', (join) =>
      join.onRef('j.journalId', '=', 'p.journalId').onRef('j.businessDate', '=', 'p.businessDate'),
    )
    .select(['j.journalKind', 'p.businessDate', 'j.reversesId', 'p.accountCode', 'p.amountCents'])
    .select(['p.billNo', 'p.flowNo', 'p.customerNo', 'p.component'])
    .where('p.journalId', 'in', [...journalIds])
    .orderBy('p.journalId')
    .orderBy('p.lineNo')
    .execute();
}
