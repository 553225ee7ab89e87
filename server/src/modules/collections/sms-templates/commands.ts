import type { ParsedRequestOf, smsMarketingTemplate } from '@kituo/sdk/contracts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { marketingTemplateMachine } from '../../../state-machine/machines/marketing-template.machine.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { refuseText } from './check-text.ts';
import type { SmsMarketingTemplateTable } from './tables.ts';

type Template = Selectable<SmsMarketingTemplateTable>;
type Step = 'submit' | 'approve' | 'return' | 'enable' | 'disable';

/** @throws AppError MARKETING_TEMPLATE_NOT_FOUND */
export async function lockTemplate(templateNo: string, { tx, caller }: CommandContext): Promise<Template> {
  return await lockOne(tx, tx.selectFrom('smsMarketingTemplate').selectAll().where('templateNo', '=', templateNo), {
    missing: 'MARKETING_TEMPLATE_NOT_FOUND',
    subject: `marketing template ${templateNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(caller.scope, merchantNo),
  });
}

/** @throws AppError REFERENCE_UNKNOWN */
export async function refuseUnseenMerchant(tx: Tx, { caller }: CommandContext, merchantNo: string): Promise<void> {
  const known = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!known || !seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
}

/**
 * Drafts a text or changes it. An approved one goes back to DRAFT as its next version: what was approved stays readable.
 * @throws AppError MARKETING_TEMPLATE_NOT_FOUND, STALE, ILLEGAL_TRANSITION, REFERENCE_UNKNOWN, and what its text is refused for
 */
export async function saveTemplate(
  { templateNo, version, acceptsWarnings = false, ...form }: ParsedRequestOf<typeof smsMarketingTemplate.save>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  await refuseUnseenMerchant(tx, call, form.merchantNo);
  await refuseText(tx, form.merchantNo, form.content, acceptsWarnings, call);
  const audit = { subjectType: 'smsMarketingTemplate', merchantNo: form.merchantNo, after: form };
  if (templateNo === undefined) {
    const made = await tx
      .insertInto('smsMarketingTemplate')
      .values({ ...form, createdBy: caller.userNo, updatedBy: caller.userNo })
      .returning(['templateNo', 'version'])
      .executeTakeFirstOrThrow();
    noteMade(tx, `marketing template ${made.templateNo}`);
    await writeAudit(tx, call, { ...audit, action: 'smsMarketingTemplate.save', subjectNo: made.templateNo });
    return made;
  }
  const before = await lockTemplate(templateNo, call);
  if (before.version !== version) throw new AppError('STALE');
  if (before.templateStatus === 'PENDING_APPROVAL') {
    throw new AppError('ILLEGAL_TRANSITION', {
      facts: { subject: 'marketing template', state: before.templateStatus, command: 'update' },
    });
  }
  const isNext = before.templateStatus !== 'DRAFT';
  await tx
    .updateTable('smsMarketingTemplate')
    .set({
      ...form,
      templateStatus: 'DRAFT',
      versionNo: before.versionNo + (isNext ? 1 : 0),
      approvedBy: null,
      updatedBy: caller.userNo,
      updatedAt: new Date(),
      version: before.version + 1,
    })
    .where('templateNo', '=', templateNo)
    .execute();
  const { templateName, scene, language, content, merchantNo } = before;
  await writeAudit(tx, call, {
    ...audit,
    action: 'smsMarketingTemplate.update',
    subjectNo: templateNo,
    before: { templateName, scene, language, content, merchantNo },
  });
  return { templateNo, version: before.version + 1 };
}

/** @throws AppError MARKETING_TEMPLATE_NOT_FOUND, ILLEGAL_TRANSITION, MAKER_IS_CHECKER, and what its text is refused for */
export async function moveTemplate(
  step: Step,
  { templateNo, reason }: ParsedRequestOf<typeof smsMarketingTemplate.submit>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const before = await lockTemplate(templateNo, call);
  const status = advance(marketingTemplateMachine, before.templateStatus, step === 'return' ? 'sendBack' : step);
  if (step === 'approve' && before.updatedBy === caller.userNo) throw new AppError('MAKER_IS_CHECKER');
  // A word may have been blocked since it was written.
  if (step === 'submit' || step === 'approve') await refuseText(tx, before.merchantNo, before.content, true);
  const { versionNo, content } = before;
  if (step === 'approve') {
    await tx
      .insertInto('smsMarketingText')
      .values({ templateNo, versionNo, content, approvedBy: caller.userNo })
      .execute();
  }
  await tx
    .updateTable('smsMarketingTemplate')
    .set({
      templateStatus: status,
      version: before.version + 1,
      updatedAt: new Date(),
      ...(step === 'approve' && { approvedBy: caller.userNo }),
    })
    .where('templateNo', '=', templateNo)
    .execute();
  await writeAudit(tx, call, {
    action: `smsMarketingTemplate.${step}`,
    subjectType: 'smsMarketingTemplate',
    subjectNo: templateNo,
    merchantNo: before.merchantNo,
    before: { status: before.templateStatus },
    after: { status, versionNo },
    ...(reason !== undefined && { reason }),
  });
  return { templateNo, status, version: before.version + 1 };
}

/** @throws AppError MARKETING_TEMPLATE_NOT_FOUND */
export async function copyTemplate(
  { templateNo }: ParsedRequestOf<typeof smsMarketingTemplate.copy>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  const { merchantNo, templateName, scene, language, content } = await lockTemplate(templateNo, call);
  const values = { merchantNo, templateName: `${templateName.slice(0, 57)} (copy)`, scene, language, content };
  const made = await tx
    .insertInto('smsMarketingTemplate')
    .values({ ...values, createdBy: caller.userNo, updatedBy: caller.userNo })
    .returning(['templateNo', 'version', 'templateStatus'])
    .executeTakeFirstOrThrow();
  noteMade(tx, `marketing template ${made.templateNo}`);
  await writeAudit(tx, call, {
    action: 'smsMarketingTemplate.copy',
    subjectType: 'smsMarketingTemplate',
    subjectNo: made.templateNo,
    merchantNo,
    after: { ...values, copyOf: templateNo },
  });
  return { templateNo: made.templateNo, status: made.templateStatus, version: made.version };
}
