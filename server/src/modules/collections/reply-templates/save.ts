import type { ParsedRequestOf, ReplyOf, replyTemplate } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { refuseBlockedWords } from '../../platform/sensitive-words/index.ts';

type Form = ParsedRequestOf<typeof replyTemplate.save>;

/** @throws AppError REPLY_TEMPLATE_EXISTS where the merchant has the name in the language already */
async function refuseSecond(
  { merchantNo, language, templateName, replyTemplateNo = '' }: Form,
  { tx }: CommandCall,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reply templates ${merchantNo}`}, 0))`.execute(tx);
  const other = await tx
    .selectFrom('replyTemplate')
    .select('replyTemplateNo')
    .where('merchantNo', '=', merchantNo)
    .where('language', '=', language)
    .where(sql<boolean>`lower(template_name) = lower(${templateName})`)
    .where('replyTemplateNo', '<>', replyTemplateNo)
    .executeTakeFirst();
  if (other) throw new AppError('REPLY_TEMPLATE_EXISTS', { fields: ['templateName'] });
}

/** @throws AppError REFERENCE_UNKNOWN, REPLY_TEMPLATE_EXISTS, SENSITIVE_WORD, NOT_FOUND, STALE */
export async function saveReplyTemplate(form: Form, call: CommandCall): Promise<ReplyOf<typeof replyTemplate.save>> {
  const { tx, caller } = call;
  const { replyTemplateNo, version, ...values } = form;
  const { merchantNo, content } = values;
  const merchant = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant || !seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  await refuseBlockedWords(tx, 'MANUAL_SMS', { content: { any: content } }, call);
  await refuseSecond(form, call);
  const audit = { subjectType: 'replyTemplate', merchantNo, after: values };
  if (replyTemplateNo === undefined) {
    const made = await tx
      .insertInto('replyTemplate')
      .values({ ...values, updatedBy: caller.userNo })
      .returning(['replyTemplateNo', 'version'])
      .executeTakeFirstOrThrow();
    noteMade(tx, `reply template ${made.replyTemplateNo}`);
    await writeAudit(tx, call, { ...audit, action: 'replyTemplate.save', subjectNo: made.replyTemplateNo });
    return made;
  }
  const query = tx.selectFrom('replyTemplate').selectAll().where('replyTemplateNo', '=', replyTemplateNo);
  const before = await lockOne(tx, query, {
    missing: 'NOT_FOUND',
    subject: `reply template ${replyTemplateNo}`,
    state: (row) => row.version,
    isSeen: (row) => seesMerchant(caller.scope, row.merchantNo),
  });
  if (before.version !== version) throw new AppError('STALE');
  await tx
    .updateTable('replyTemplate')
    .set({ ...values, updatedBy: caller.userNo, updatedAt: new Date(), version: before.version + 1 })
    .where('replyTemplateNo', '=', replyTemplateNo)
    .execute();
  const { templateName, language, isEnabled } = before;
  await writeAudit(tx, call, {
    ...audit,
    action: 'replyTemplate.update',
    subjectNo: replyTemplateNo,
    before: { merchantNo: before.merchantNo, templateName, language, content: before.content, isEnabled },
  });
  return { replyTemplateNo, version: before.version + 1 };
}
