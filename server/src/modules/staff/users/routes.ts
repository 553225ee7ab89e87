import { reveal, role, user } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { grantsOf, simulateHolder } from '../roles/index.ts';
import { previewBatch } from './batch.ts';
import {
  batchOrRequest,
  resetMfaOrRequest,
  resetPasswordOrRequest,
  saveOrRequest,
  unfreezeOrRequest,
  updateOrRequest,
} from './checked.ts';
import { exportUsers, queueUserExport } from './export.ts';
import { freezeUser, previewFreeze } from './freeze.ts';
import { moveMembersOrRequest } from './move-members.ts';
import { maySeeContact, presentUser } from './present.ts';
import { findUsers } from './query.ts';
import { readUsers } from './read.ts';
import { revealsOfUser } from './reveals-of-user.ts';
import { endSessionsOf, sessionsOfUser } from './sessions.ts';

export const routes = [
  implement(user.getUserList, async ({ filters, page, pageSize, sort }, call) => {
    const { caller, db } = call;
    const range = { offset: (page - 1) * pageSize, limit: pageSize };
    const found = await findUsers(db, caller.scope, filters, sort, range);
    const { userNos, total, totalIsExact } = found;
    const records = await readUsers(db, caller.scope, userNos);
    const grants = await grantsOf(db, caller);
    const rows = records.map((record) => presentUser(caller, grants, record));
    return { rows, total, totalIsExact };
  }),
  implement(user.getUpdateUserInfo, async ({ userNo }, { caller, db }) => {
    const [record] = await readUsers(db, caller.scope, [userNo]);
    if (!record) throw new AppError('USER_NOT_FOUND');
    const grants = await grantsOf(db, caller);
    const isContactShown = maySeeContact(caller, grants, record);
    const { companyCode } = record;
    return { ...presentUser(caller, grants, record, isContactShown), companyCode, isContactShown };
  }),
  implement(reveal.ofUser, revealsOfUser),
  implement(user.saveUser, saveOrRequest),
  implement(user.updateUser, updateOrRequest),
  implement(user.freezePreview, async ({ userNo }, call) => await previewFreeze(userNo, call)),
  implement(user.frozenUser, freezeUser),
  implement(user.unFrozenUser, unfreezeOrRequest),
  implement(role.ofUser, async ({ userNo }, call) => {
    const [record] = await readUsers(call.db, call.caller.scope, [userNo]);
    if (!record) throw new AppError('USER_NOT_FOUND');
    return await simulateHolder(
      record.roles.map(({ roleNo }) => roleNo),
      call,
    );
  }),
  implement(user.sessions, sessionsOfUser),
  implement(user.endSession, endSessionsOf),
  implement(user.resetPwd, resetPasswordOrRequest),
  implement(user.resetMFA, resetMfaOrRequest),
  implement(user.batchUpdateMerchantNoPreview, previewBatch),
  implement(user.batchUpdateMerchantNo, batchOrRequest),
  implement(user.moveMembers, moveMembersOrRequest),
  implement(user.getExcelUserList, exportUsers),
  implement(user.exportUserList, queueUserExport),
];
