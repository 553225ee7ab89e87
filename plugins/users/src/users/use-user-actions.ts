import { call, usePluginScope, useText } from '@kituo/sdk';
import { change, user } from '@kituo/sdk/contracts';
import { openWith, undoWith, useAction, useBatch } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import { showDelivery } from './outcome.modal.tsx';
import { saveRequest, updateRequest } from './user-form-values.ts';
import type { UserFormValues, UserInfo, UserRow } from './user-types.ts';

interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
export interface MerchantBatch extends Record<string, unknown> {
  readonly mode: 'ADD' | 'REMOVE' | 'REPLACE';
  readonly merchantNos: string[];
  readonly reason: string;
}

const waitsIn = change.changeFamilies.user;
const nameOf = (row: UserRow): { name: string } => ({ name: row.realName });

/** Everything that can be done with accounts. */
export function useUserActions(list: List<UserRow>) {
  const t = useText();
  const scope = usePluginScope();
  const add = useAction({
    name: 'add',
    endpoint: user.saveUser,
    request: (_colleague: UserRow | null, values: UserFormValues) => saveRequest(values),
    list: { refresh: list.refresh },
    waitsIn,
    onDone: (reply) => {
      showDelivery(scope, reply.delivery);
    },
  });
  const update = useAction<typeof user.updateUser, UserInfo, UserFormValues>({
    name: 'update',
    endpoint: user.updateUser,
    request: updateRequest,
    list,
    waitsIn,
    // What needs no approver is saved all the same.
    facts: nameOf,
  });
  const freeze = useAction({
    name: 'freeze',
    endpoint: user.frozenUser,
    request: (row: UserRow) => ({ userNo: row.userNo }),
    list,
    facts: (row, reply) => ({ ...nameOf(row), sessions: reply?.sessionsEnded ?? 0 }),
    isDangerous: true,
    undo: undoWith(user.unFrozenUser, (row: UserRow) => ({ userNo: row.userNo })),
  });
  const unfreeze = useAction({
    name: 'unfreeze',
    endpoint: user.unFrozenUser,
    request: (row: UserRow) => ({ userNo: row.userNo }),
    list,
    facts: nameOf,
    waitsIn,
    undo: undoWith(user.frozenUser, ({ userNo }: UserRow) => ({ userNo })),
  });
  const resetPassword = useAction({
    name: 'resetPassword',
    endpoint: user.resetPwd,
    request: (row: UserRow, values: Reason) => ({ userNo: row.userNo, reason: values.reason }),
    list,
    facts: (row, reply) => ({ ...nameOf(row), sessions: reply?.sessionsEnded ?? 0 }),
    isDangerous: true,
    waitsIn,
    onDone: (reply) => {
      showDelivery(scope, reply.delivery);
    },
  });
  const resetMfa = useAction({
    name: 'resetMfa',
    endpoint: user.resetMFA,
    request: (row: UserRow, values: Reason) => ({ userNo: row.userNo, reason: values.reason }),
    list,
    facts: (row, reply) => ({ ...nameOf(row), sessions: reply?.sessionsEnded ?? 0 }),
    isDangerous: true,
    waitsIn,
  });
  const merchants = useBatch({
    name: 'batchMerchants',
    endpoint: user.batchUpdateMerchantNo,
    jobKind: 'users.merchants',
    list,
    waitsIn,
    request: ({ ids }, values: MerchantBatch) => ({
      userNos: [...(ids ?? [])],
      mode: values.mode,
      merchantNos: [...values.merchantNos],
      ...(values.reason.trim() !== '' && { reason: values.reason }),
    }),
  });
  const edit = openWith(
    update,
    (row: UserRow) => call(user.getUpdateUserInfo, { userNo: row.userNo }),
    (row) => update.isPermitted && row.allowedActions.includes('update'),
  );
  const copy = { ...add, name: 'copy', label: t('action.copy.label') };
  return {
    add,
    update,
    freeze,
    unfreeze,
    resetPassword,
    resetMfa,
    merchants,
    rowActions: [
      edit,
      freeze,
      unfreeze,
      resetPassword,
      resetMfa,
      {
        ...copy,
        isAllowed: () => add.isPermitted,
      },
    ],
  };
}
