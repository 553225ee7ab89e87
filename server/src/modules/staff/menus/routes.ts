import { menu, menuRules } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { menuExport } from './export.ts';
import { editOrRequest, saveRulesOrRequest } from './checked.ts';
import { unlistedPages } from './offers.ts';
import { previewRules } from './preview-rules.ts';
import { deleteMenu } from './remove.ts';
import { reorderMenu } from './reorder.ts';
import { readRows } from './rows.ts';
import { previewState, updateState } from './state.ts';
import { showRules } from './show-rules.ts';
import { readTree } from './tree.ts';

export const routes = [
  implement(menu.exportTree, menuExport.queue),
  implement(menu.tree, async (_request, call) => await readTree(call)),
  implement(
    menu.unlisted,
    async (_request, { db, services }) => await unlistedPages(services.registry, await readRows(db)),
  ),
  implement(menu.edit, editOrRequest),
  implement(menu.remove, deleteMenu),
  implement(menu.updateState, updateState),
  implement(menu.updateStatePreview, previewState),
  implement(menu.reorder, reorderMenu),
  implement(menuRules.dataRules, async ({ menuNo }, call) => await showRules(menuNo, call)),
  implement(menuRules.saveDataRules, saveRulesOrRequest),
  implement(menuRules.dataRulesPreview, previewRules),
];
