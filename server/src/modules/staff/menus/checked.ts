import type { menu, menuRules, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { CommandContext } from '../../../http/implement.ts';
import { asksForChecker, requestChange } from '../../platform/changes/index.ts';
import { dataRulesKind, editKind } from './change-kinds.ts';
import { applyRules, differences } from './data-rules.ts';
import { editMenu } from './edit.ts';
import { lockMenu } from './lock.ts';

/** What an entry opens awaits approval where the company asks; all else changes at once. */
export async function editOrRequest(form: menu.EditRequest, call: CommandContext): Promise<ReplyOf<typeof menu.edit>> {
  if (!(await asksForChecker(call.tx, 'menu'))) return await editMenu(form, call);
  const rows = await lockMenu(call.tx);
  const held = rows.find(({ menuNo }) => menuNo === form.menuNo);
  const isSame = (held?.perms ?? null)?.toLowerCase() === (form.perms ?? null)?.toLowerCase();
  if (isSame) return await editMenu(form, call);
  const changeNo = await requestChange(editKind, form, call, form.reason);
  return { menuNo: form.menuNo ?? '', changeNo };
}

export async function saveRulesOrRequest(
  { reason, ...request }: ParsedRequestOf<typeof menuRules.saveDataRules>,
  call: CommandContext,
): Promise<ReplyOf<typeof menuRules.saveDataRules>> {
  if (!(await asksForChecker(call.tx, 'menu'))) return await applyRules(request, call);
  const { changes } = await differences(request, call.tx, call.services);
  if (changes.length === 0) return { changed: 0 };
  const changeNo = await requestChange(dataRulesKind, request, call, reason);
  return { changed: 0, changeNo };
}
