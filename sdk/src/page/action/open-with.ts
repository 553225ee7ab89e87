import type { RowAction } from '../table/row-actions.tsx';

/** How often something was requested: only the last one opens. */
let asked = 0;

/**
 * An action that first reads what its form starts with. Where that fails, `load` has said so and nothing opens.
 * Whoever clicks twice, or on another row meanwhile, gets one form: a second would begin again below their hands.
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
      asked += 1;
      const mine = asked;
      void load(row).then(
        (subject) => {
          if (mine === asked) action.open(subject);
        },
        () => undefined,
      );
    },
  };
}
