import { createHash } from 'node:crypto';
import type { Tx } from '../../../db/database.ts';
import { notesOf } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import { refusalOf } from './database-refusals.ts';
import { type JournalRow, journalStatement } from './journal-statement.ts';
import { imbalanceOf, type PostingLine } from './posting-line.ts';

export interface NewJournal {
  /** `RECEIPT`, `APPLICATION`, `LATE_FEE` …: which row of the posting matrix. */
  readonly kind: string;
  /** EAT. */
  readonly businessDate: string;
  readonly merchantNo: string;
  /** What made it: `{ type: 'APPLICATION', no: 'A2026…' }`. */
  readonly cause: { readonly type: string; readonly no: string };
  /** One effect a key: the same key with the same lines changes nothing, with others is refused. */
  readonly idempotencyKey: string;
  readonly lines: readonly PostingLine[];
  /** The journal that these lines mirror; only `reverse` sets it. */
  readonly reversesId?: number;
  readonly makerUserNo?: string;
  readonly checkerUserNo?: string;
  /** The version of the rule that made the amounts, and the figures it was fed: "why this balance". */
  readonly rule?: { readonly version: string; readonly formula: Readonly<Record<string, unknown>> };
}

export interface PostedJournal {
  readonly journalId: number;
  /** False where the key had its effect already. */
  readonly isNew: boolean;
}

/**
 * The one writer of postings: writes journals, lines and the balances of the bills they touch, in one
 * round trip; the answers stand in the order of the journals. Lock those bills first (`lockBills`), in
 * a command that reads them.
 *
 * @throws AppError IDEMPOTENCY_KEY_REUSED, MAKER_IS_CHECKER, ABOVE_COMPONENT (a component would go
 *   below 0), JOURNAL_REVERSED, REVERSAL_FINAL. An unbalanced journal is a fault of ours: Error.
 */
export async function postJournals(tx: Tx, journals: readonly NewJournal[]): Promise<PostedJournal[]> {
  if (journals.length === 0) return [];
  const rows = journals.map(checked);
  if (new Set(rows.map((row) => row.idempotencyKey)).size < rows.length) {
    throw new Error('two journals of one call share an idempotency key');
  }
  try {
    const { rows: written } = await journalStatement(rows).execute(tx);
    if (written.some((row) => row.missingBills > 0)) throw new Error('a bill has no balance row');
    notesOf(tx)?.journalIds.push(...written.map((row) => row.journalId));
    const idByKey = new Map(written.map((row) => [row.idempotencyKey, row.journalId]));
    const earlier = await earlierJournals(
      tx,
      rows.filter((row) => !idByKey.has(row.idempotencyKey)),
    );
    return rows.map(({ idempotencyKey }) => {
      const journalId = idByKey.get(idempotencyKey);
      return journalId === undefined
        ? { journalId: required(earlier.get(idempotencyKey)), isNew: false }
        : { journalId, isNew: true };
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

/** One journal; as `postJournals`. */
export async function postJournal(tx: Tx, journal: NewJournal): Promise<PostedJournal> {
  const [posted] = await postJournals(tx, [journal]);
  return required(posted);
}

function checked(journal: NewJournal): JournalRow {
  const { kind, cause, lines, makerUserNo, checkerUserNo } = journal;
  const off = imbalanceOf(lines);
  if (lines.length < 2 || off !== 0) {
    throw new Error(`${kind} ${cause.no}: ${lines.length} lines off by ${off}`);
  }
  if (makerUserNo !== undefined && makerUserNo === checkerUserNo) {
    throw new AppError('MAKER_IS_CHECKER');
  }
  return {
    idempotencyKey: journal.idempotencyKey,
    payloadHash: payloadHash(journal),
    businessDate: journal.businessDate,
    kind,
    merchantNo: journal.merchantNo,
    causeType: cause.type,
    causeNo: cause.no,
    ruleVersion: journal.rule?.version ?? null,
    formula: journal.rule ? JSON.stringify(journal.rule.formula) : null,
    reversesId: journal.reversesId ?? null,
    makerUserNo: makerUserNo ?? null,
    checkerUserNo: checkerUserNo ?? null,
    lines,
  };
}

/** Key → journal of those that had their effect before; refuses where the effect was another. */
async function earlierJournals(tx: Tx, skipped: readonly JournalRow[]): Promise<ReadonlyMap<string, number>> {
  if (skipped.length === 0) return new Map();
  const keys = skipped.map((row) => row.idempotencyKey);
  const earlier = await tx
    .selectFrom('journalKey')
    .select(['idempotencyKey', 'journalId', 'payloadHash'])
    .where('idempotencyKey', 'in', keys)
    .execute();
  for (const { idempotencyKey, payloadHash: hash } of earlier) {
    const row = skipped.find((candidate) => candidate.idempotencyKey === idempotencyKey);
    if (!row?.payloadHash.equals(hash)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  }
  return new Map(earlier.map((row) => [row.idempotencyKey, row.journalId]));
}

function payloadHash(journal: NewJournal): Buffer {
  const { kind, businessDate, merchantNo, cause, reversesId } = journal;
  const lines = journal.lines.map((line) => [
    line.account,
    line.amountCents,
    line.customerNo ?? null,
    line.billNo ?? null,
    line.flowNo ?? null,
    line.component ?? null,
  ]);
  const about = [kind, businessDate, merchantNo, cause.type, cause.no, reversesId ?? null];
  return createHash('sha256')
    .update(JSON.stringify([...about, lines]))
    .digest();
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a journal was neither written nor found');
  return value;
}
