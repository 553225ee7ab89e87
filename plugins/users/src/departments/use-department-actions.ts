import { call, useText } from '@kituo/sdk';
import { change, dept } from '@kituo/sdk/contracts';
import { allowedAs, onRow, undoWith, useAction, useRename } from '@kituo/sdk/page';
import type { Tree, TreeMover } from '@kituo/sdk/page';
import type { Department } from './department-fields.ts';

export interface DepartmentValues extends Record<string, unknown> {
  readonly name: string;
  readonly leaderUserNo: string | null;
  readonly remark: string | null;
  readonly isEnabled: boolean;
}
/** A department and where it would go; null is the top level. */
export interface MoveRequest {
  readonly deptNo: string;
  readonly row: Department;
  readonly parentDeptNo: string | null;
}
export interface MoveValues extends Record<string, unknown> {
  readonly parentDeptNo: string | null;
  readonly reason: string;
}

/** Everything that can be done with departments. */
export function useDepartmentActions(tree: Tree<Department>) {
  const t = useText();
  const list = { refresh: tree.refresh };
  const add = useAction({
    name: 'deptAdd',
    endpoint: dept.add,
    request: (parent: Department | null, { name, leaderUserNo, remark }: DepartmentValues) => ({
      name,
      leaderUserNo,
      remark,
      parentDeptNo: parent?.deptNo ?? null,
    }),
    list,
    facts: (parent) => (parent === null ? { context: 'top' } : { name: parent.name }),
    onDone: (_reply, parent) => {
      if (parent !== null) tree.setExpanded([parent.deptNo], true);
    },
  });
  const update = useAction({
    name: 'deptUpdate',
    endpoint: dept.update,
    request: ({ deptNo, version }: Department, values: DepartmentValues) => ({
      deptNo,
      version,
      ...values,
    }),
    list,
    facts: (row) => ({ name: row.name }),
    undo: {
      endpoint: dept.update,
      run: ({ deptNo, name, leaderUserNo, remark, isEnabled }, { version }) =>
        call(dept.update, { deptNo, version, name, leaderUserNo, remark, isEnabled }),
    },
  });
  const move = useAction({
    name: 'deptMove',
    endpoint: dept.move,
    request: ({ deptNo }: MoveRequest, { parentDeptNo, reason }: MoveValues) => ({
      deptNo,
      parentDeptNo,
      ...(reason.trim() !== '' && { reason }),
    }),
    list,
    waitsIn: change.changeFamilies.user,
    facts: ({ row }) => ({ name: row.name }),
  });
  const remove = useAction({
    name: 'deptDelete',
    endpoint: dept.delete,
    request: ({ deptNo, version }: Department) => ({ deptNo, version }),
    list,
    facts: (row) => ({ name: row.name, number: row.number }),
    isDangerous: true,
  });
  const rename = useRename<typeof dept.update, Department>({
    endpoint: dept.update,
    action: 'update',
    nameOf: (row) => row.name,
    maxLength: 64,
    request: ({ deptNo, version }, name) => ({ deptNo, version, name }),
    undo: undoWith(dept.update, ({ deptNo, name }, { version }) => ({ deptNo, version, name })),
    refresh: tree.refresh,
  });
  const requestOf = (row: Department): MoveRequest => ({
    row,
    deptNo: row.deptNo,
    parentDeptNo: tree.parentOf(row.deptNo)?.deptNo ?? null,
  });
  const mover: TreeMover<Department> = {
    isOrdered: false,
    isAllowed: (row) => move.isPermitted && row.allowedActions.includes('move'),
    refusalOf: ({ row, target }) => {
      for (let at = target; at !== null; at = tree.parentOf(at.deptNo)) {
        if (at.deptNo === row.deptNo) return t('dept.ownBranch');
      }
      return null;
    },
    // What follows from it is shown first: a move changes who sees what.
    onMove: ({ row, target }) => {
      move.open({ row, deptNo: row.deptNo, parentDeptNo: target?.deptNo ?? null });
    },
  };
  return {
    add,
    update,
    move,
    remove,
    rename,
    mover,
    rowActions: [
      allowedAs(update, 'update'),
      onRow(add, 'add', (row: Department) => row, t('dept.addBelow')),
      onRow(move, 'move', requestOf),
      allowedAs(remove, 'delete'),
    ],
  };
}
