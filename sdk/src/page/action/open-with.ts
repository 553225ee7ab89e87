import type { RowAction } from '../table/row-actions.tsx';

/**
 * An action that first reads what its form starts with. Where that fails, `load` has said so and nothing opens.
 *
 * @example rowActions={[openWith(edit, (row) => call(user.getUpdateUserInfo, { userNo: row.userNo }))]}
 */
export function openWith<Row, Subject>(
  action: RowAction<Subject>,
  load: (row: Row) => Promise<Subject>,
  isAllowed: (row: Row) => boolean,
): RowAction<Row> {
  const { name, label, isDangerous } = action;
  return {
    name,
    label,
    isDangerous,
    isAllowed,
    open: (row) => {
      void load(row).then(action.open, () => undefined);
    },
  };
}
