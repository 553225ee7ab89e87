import type { ReplyOf, orderDetail, reveal } from '@kituo/sdk/contracts';
import { orderFile } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import type { Call } from '../../../http/implement.ts';
import { findDetails } from './find-order.ts';

const MAX_CONTACTS = 100;
const answers = z.array(orderFile.stepAnswer);

/** Every decision on the order, newest first; AI proposals and passes that were sent back, too. */
export async function recordsOf(
  { orderNo }: { readonly orderNo: string },
  { db, caller, lang }: Call,
): Promise<ReplyOf<typeof orderDetail.record>> {
  await findDetails(db, caller, orderNo);
  const rows = await db
    .selectFrom('orderReview as r')
    .innerJoin('appUser as auditor', 'auditor.userNo', 'r.reviewerUserNo')
    .leftJoin('appUser as checker', 'checker.userNo', 'r.checkerUserNo')
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.userNo', '=', 'r.reviewerUserNo').on('p.personnelKind', '=', 'AUDITOR'),
    )
    .leftJoin('refuseCode as code', 'code.refuseCode', 'r.refuseCode')
    .selectAll('r')
    .select(['auditor.realName as auditorName', 'checker.realName as checkerName'])
    .select(['p.isAiEmployee', 'code.denialReason as denialTexts'])
    .where('r.orderNo', '=', orderNo)
    .orderBy('r.reviewNo', 'desc')
    .execute();
  const facts = (row: (typeof rows)[number]) => ({
    reviewNo: row.reviewNo,
    auditorName: row.auditorName,
    isAiEmployee: row.isAiEmployee ?? false,
    auditResult: row.auditResult,
    decidedAt: row.decidedAt.toISOString(),
  });
  return {
    records: rows.map((row) => ({
      ...facts(row),
      reviewStatus: row.reviewStatus,
      approvedAmountCents: row.approvedCents,
      refuseCode: row.refuseCode,
      denialReason: textOf(row.denialTexts, lang) ?? row.denialReason,
      remark: row.remark,
      faceConsistency: row.faceConsistency,
      changeBankCard: row.changeBankCard,
      changePayoutType: row.changePayoutType,
      durationSeconds:
        row.openedAt === null ? null : Math.round((row.decidedAt.getTime() - row.openedAt.getTime()) / 1_000),
      checkerName: row.checkerName,
      checkNote: row.checkNote,
    })),
    rounds: rows.map((row) => ({ ...facts(row), steps: answers.parse(row.steps) })),
  };
}

const texts = z.record(z.string(), z.string());

function textOf(value: unknown, lang: 'en' | 'zh'): string | null {
  const found = texts.safeParse(value);
  return found.success ? (found.data[lang] ?? found.data['en'] ?? null) : null;
}

/** Who saw what of the order's customer in full, newest first. */
export async function revealsOf(
  { orderNo }: { readonly orderNo: string },
  { db, caller, services, lang }: Call,
): Promise<reveal.RevealRow[]> {
  await findDetails(db, caller, orderNo);
  const rows = await shown(db, orderNo);
  return rows.map(({ revealId, happenedAt, ...row }) => ({
    ...row,
    revealId: String(revealId),
    happenedAt: happenedAt.toISOString(),
    title: services.reveals.get(row.kind)?.title[lang] ?? row.kind,
  }));
}

function shown(db: Queryable, orderNo: string) {
  return db
    .selectFrom('revealLog as l')
    .innerJoin('appUser', 'appUser.userNo', 'l.userNo')
    .select(['l.revealId', 'l.happenedAt', 'l.userNo', 'l.kind', 'l.field', 'l.subjectNo'])
    .select(['l.purpose', 'l.note', 'l.outcome', 'appUser.realName'])
    .where('l.kind', 'like', 'order.%')
    .where('l.subjectNo', 'in', [orderNo, ...contactIds(orderNo)])
    .orderBy('l.revealId', 'desc')
    .limit(100)
    .execute();
}

/** What reveals of an order's contacts are recorded under: `LO0000000001_2`. */
function contactIds(orderNo: string): string[] {
  return Array.from({ length: MAX_CONTACTS }, (_, index) => `${orderNo}_${index + 1}`);
}
