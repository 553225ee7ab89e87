import type { RowAction } from '../table/row-actions.tsx';
import type { Action } from './use-action.ts';

interface Acted {
  readonly allowedActions: readonly string[];
}

/**
 * An action as a row offers it: under the name the server allows it by, for what the action works on.
 * One command may stand in a row twice, with a `label` each.
 *
 * @example onRow(move, 'move', (row) => ({ row, parentDeptNo: row.parentDeptNo }))
 */
export function onRow<Row extends Acted, Subject>(
  action: RowAction<Subject> & { readonly isPermitted: boolean },
  name: Row['allowedActions'][number],
  subjectOf: (row: Row) => Subject,
  label: string = action.label,
): RowAction<Row> {
  return {
    name,
    label,
    isDangerous: action.isDangerous,
    isAllowed: (row) => action.isPermitted && row.allowedActions.includes(name),
    open: (row) => {
      action.open(subjectOf(row));
    },
  };
}

/**
 * An action whose texts have a name of their own and whose leave is another: one section, many approvals.
 *
 * @example rowActions={[allowedAs(ruleApprove, 'approve'), allowedAs(ruleReject, 'reject')]}
 */
export function allowedAs<Row extends Acted, Values>(
  action: Action<Row, Values>,
  name: Row['allowedActions'][number],
  label: string = action.label,
): Action<Row, Values> {
  const { isAllowed } = onRow(action, name, (row: Row) => row);
  return { ...action, name, label, isAllowed };
}
