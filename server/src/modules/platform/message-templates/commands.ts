import { messageNodes, messageTemplate, type ParsedRequestOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { configAt, saveDraft } from '../configuration/index.ts';
import { businessDateOf } from '../policy/index.ts';
import { messageTemplateFamily } from './template-family.ts';
import { nodesSending, ruleSending } from './used-by.ts';

type Named = ParsedRequestOf<typeof messageTemplate.disable>;

/** @throws AppError NOT_FOUND, STALE */
export async function lockTemplate(tx: Tx, { templateCode, version }: Named) {
  const before = await lockOne(
    tx,
    tx.selectFrom('messageTemplate').selectAll().where('templateCode', '=', templateCode),
    {
      missing: 'NOT_FOUND',
      subject: `message template ${templateCode}`,
      state: (row) => row.version,
      isSeen: () => true,
    },
  );
  if (before.version !== version) throw new AppError('STALE');
  return before;
}

async function make(
  { templateName, nodeCode, channelType }: ParsedRequestOf<typeof messageTemplate.add>,
  action: 'add' | 'copy',
  call: CommandContext,
) {
  const { smsKind } = messageNodes.nodeOf(nodeCode);
  const { templateCode } = await call.tx
    .insertInto('messageTemplate')
    .values({ templateName, nodeCode, channelType, smsKind })
    .returning('templateCode')
    .executeTakeFirstOrThrow();
  noteMade(call.tx, `message template ${templateCode}`);
  await writeAudit(call.tx, call, {
    action: `messageTemplate.${action}`,
    subjectType: 'messageTemplate',
    subjectNo: templateCode,
    after: { templateName, nodeCode, channelType },
  });
  return { templateCode, subjectNo: messageTemplate.templateSubject(templateCode) };
}

/** @throws AppError MESSAGE_CHANNEL_NOT_OF_NODE */
export async function addTemplate(form: ParsedRequestOf<typeof messageTemplate.add>, call: CommandContext) {
  if (!messageNodes.nodeOf(form.nodeCode).channels.includes(form.channelType)) {
    throw new AppError('MESSAGE_CHANNEL_NOT_OF_NODE', { fields: ['channelType'] });
  }
  return await make(form, 'add', call);
}

/** The texts in force go along as a draft, where the caller may write one. @throws AppError NOT_FOUND, STALE */
export async function copyTemplate(named: Named, call: CommandContext, merchantNos?: string[]) {
  const { tx, caller } = call;
  const source = await lockTemplate(tx, named);
  const { value } = await configAt(
    tx,
    messageTemplateFamily,
    new Date(),
    messageTemplate.templateSubject(named.templateCode),
  );
  const { nodeCode, channelType } = source;
  const templateName = `${(value?.templateName ?? source.templateName).slice(0, 57)} (copy)`;
  const made = await make({ templateName, nodeCode, channelType }, 'copy', call);
  if (value !== null && caller.codes.has(messageTemplateFamily.access.save)) {
    const draft = {
      configKey: messageTemplateFamily.key,
      subjectNo: made.subjectNo,
      value: { ...value, templateName, ...(merchantNos && { merchantNos }) },
      effectiveFrom: businessDateOf(new Date()),
      reason: `Copy of ${named.templateCode}`,
    };
    await saveDraft(draft, call);
  }
  return made;
}

/** @throws AppError NOT_FOUND, STALE, NOTHING_CHANGES, MESSAGE_TEMPLATE_IN_USE, MESSAGE_TEMPLATE_OF_RULE */
export async function disableTemplate(named: Named, call: CommandContext) {
  const before = await lockTemplate(call.tx, named);
  if (!before.isEnabled) throw new AppError('NOTHING_CHANGES');
  const [user] = await nodesSending(call.tx, before);
  if (user) throw new AppError('MESSAGE_TEMPLATE_IN_USE', { facts: { node: user.nodeCode } });
  const rule = await ruleSending(call.tx, before.templateCode);
  if (rule !== null) throw new AppError('MESSAGE_TEMPLATE_OF_RULE', { facts: { rule } });
  return await switchTemplate(before, false, call);
}

export async function switchTemplate(
  before: { readonly templateCode: string; readonly version: number },
  isEnabled: boolean,
  call: CommandContext,
) {
  const { templateCode } = before;
  await call.tx
    .updateTable('messageTemplate')
    .set({ isEnabled, updatedAt: new Date(), version: before.version + 1 })
    .where('templateCode', '=', templateCode)
    .execute();
  await writeAudit(call.tx, call, {
    action: isEnabled ? 'messageTemplate.enable' : 'messageTemplate.disable',
    subjectType: 'messageTemplate',
    subjectNo: templateCode,
    before: { isEnabled: !isEnabled },
    after: { isEnabled },
  });
  return { templateCode };
}
